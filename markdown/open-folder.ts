/** One content folder, from its first scan until another folder replaces it: its pages, pictures and changes. */
import { join } from 'node:path';
import { createPageNames } from './articles/page-names.ts';
import { createPageReaders } from './articles/page-readers.ts';
import type { ReadArticle } from './articles/read-article.ts';
import type { ReadBody } from './articles/read-body.ts';
import type { RenderCache } from './articles/render-cache.ts';
import type { Article, PageSource } from './document.ts';
import { type ContentFault, listFaults } from './faults.ts';
import {
  type Audience,
  allFolders,
  allPages,
  type ContentFolder,
  type IsOpen,
  isPublished,
  isReadable,
} from './files/content-files.ts';
import { createContentTree } from './files/content-tree.ts';
import { toAddress } from './files/page-address.ts';
import { createFileHeadReader } from './files/read-file-head.ts';
import { createPageFileReader } from './files/read-page-file.ts';
import { createFolderWatch } from './files/watch-folders.ts';
import { createFolderChanges, type OnFolderChange } from './folder-changes.ts';
import { describeUnusedFields } from './frontmatter/unused-fields.ts';
import { createCommitDays } from './git/commit-days.ts';
import type { Environment } from './git/run-git.ts';
import type { ArticleWords } from './html/article-words.ts';
import type { ContentLog } from './log.ts';
import { createPageRelations, type PageRelations } from './page-relations.ts';
import type { ParseMarkdown } from './parse/parse-markdown.ts';
import { parsePictureAddress } from './pictures/picture-address.ts';
import { createPictures, type Pictures } from './pictures/picture-files.ts';
import {
  createPicturePages,
  findPictureAudience,
  type PicturePages,
  type PictureRule,
} from './pictures/picture-pages.ts';
import { createPublishTimer } from './publish-timer.ts';
import { createTextReader, type ReadText } from './read-text.ts';
import { openSiteFiles, type SiteFiles } from './site-tree/site-files.ts';
import { createViews, type SiteViews } from './site-tree/site-views.ts';
import { openTheme, type Theme } from './theme/open-theme.ts';

export interface FolderOptions {
  /** Absolute. */
  base: string;
  log: ContentLog;
  watch: boolean;
  /** Of further languages: `/de`. */
  prefixes: readonly string[];
  isOpen: IsOpen;
  now: () => Date;
  /** The environment for git, where pages get the days of their commits. */
  gitEnvironment: Environment | undefined;
  cache: RenderCache;
  readBody: ReadBody;
  render: ParseMarkdown;
  articleWords: (address: string) => ArticleWords;
  contactAddress: string | undefined;
  /** True once another folder is at `base`: what changed there is not taken for a change of this one. */
  isReplaced(): boolean;
  onChange: OnFolderChange;
  /** These pages are to be rendered again, though their files are the same. */
  onStale(addresses: string[]): void;
}

export interface FoundPicture {
  file: string;
  type: string;
  size: number;
  /** False when the address has the hash of earlier bytes. */
  current: boolean;
  /** Who may see a page that shows it. */
  audience: Audience;
  /** The addresses of pages that show it, also of those that are not published. */
  shownBy: string[];
}

export interface OpenFolder {
  readonly views: SiteViews;
  readonly files: SiteFiles;
  readonly relations: PageRelations;
  readArticle(path: string, audience: Audience): Promise<Article | undefined>;
  readSource(path: string, audience: Audience): Promise<PageSource | undefined>;
  readText: ReadText;
  findPicture(address: string): Promise<FoundPicture | undefined>;
  faults(): ContentFault[];
  folders(): readonly ContentFolder[];
  theme(): Theme | undefined;
  complete(): Promise<void>;
  close(): Promise<void>;
}

/** Returns when every page has been found. What is saved from then on is announced by `onChange`. */
export async function openFolder(options: FolderOptions): Promise<OpenFolder> {
  const { base, log, now, isOpen } = options;
  const picturePages = createPicturePages();
  /** Made after the first scan, in which every page is new. */
  let relations: PageRelations | undefined;

  const watch = options.watch
    ? createFolderWatch({ base, log, onPaths: (paths) => changes.queue(paths) })
    : undefined;
  const timer = createPublishTimer({
    root: () => tree.root,
    now,
    onDue: (change) => changes.announce(change),
  });
  const commitDays = createCommitDays({ ...options, onDays: (pages) => changes.queueDays(pages) });
  const readHead = createFileHeadReader();
  const tree = createContentTree({
    base,
    log,
    now,
    prefixes: options.prefixes,
    reader: createPageFileReader({ readHead, log, now, onScheduled: timer.wakeAt, onSaved: commitDays.add }),
    onFolder: (folder) => watch?.add(folder),
    onFolderGone: (folder) => watch?.remove(folder),
    onPageFound: (page) => relations?.onPageFound(page),
    onPageGone: (page) => relations?.onPageGone(page),
  });
  const pictures = createPictures(base, log);
  const names = createPageNames(tree.root, base, now);
  const files = await openSiteFiles(base, pictures, log);
  const theme = openTheme(base, log);
  const views = createViews({
    root: tree.root,
    now: () => now().getTime(),
    onClashes: createClashLog(log),
    isOpen,
    toTag: files.toTag,
  });
  const findPage = (path: string, audience: Audience) => views.of(audience).pageAt(toAddress(path) ?? '');
  const { readArticle, readArticleAt, readSourceAt } = createPageReaders({
    ...options,
    root: tree.root,
    names,
    toAbsolute: (file) => join(base, file),
    pictures,
    onPicture: picturePages.add,
    readHead,
    findPage,
  });
  const pictureRule = createPictureRule({
    ...options,
    root: tree.root,
    views,
    readArticle,
    findPage,
    pagesOf: picturePages.pagesOf,
    pagesByPicture: async () => (await relations?.pagesByPicture()) ?? new Map(),
  });
  const changes = createFolderChanges({
    ...options,
    tree,
    files,
    theme,
    views,
    names,
    pictures,
    picturePages,
    relations: () => relations,
  });
  await tree.refresh('');
  logUnusedFields(tree.root, log);
  views.of('reader');
  relations = createPageRelations({ ...options, root: tree.root, names, views, pictures });

  commitDays.start();

  return {
    views,
    files,
    relations,
    readArticle: readArticleAt,
    readSource: readSourceAt,
    readText: createTextReader({
      ...options,
      root: tree.root,
      names,
      checkRedirects: relations.redirects.check,
    }),
    findPicture: (address) => findPicture(address, pictures, pictureRule),
    faults: () => [...listFaults(tree.root, views.of('reader').map), ...theme.faults()],
    folders: () => allFolders(tree.root),
    theme: theme.current,
    async complete() {
      await commitDays.answered();
      await changes.finished();
      await relations?.completeIndex('full');
    },
    async close() {
      watch?.close();
      timer.close();
      relations.close();
      await Promise.all([changes.close(), commitDays.close()]);
    },
  };
}

interface PictureRuleOptions {
  root: ContentFolder;
  now: () => Date;
  isOpen: IsOpen;
  views: SiteViews;
  readArticle: ReadArticle;
  findPage: (path: string, audience: Audience) => unknown;
  pagesOf: PicturePages['pagesOf'];
  /** Reads all pages. */
  pagesByPicture: () => Promise<ReadonlyMap<string, string[]>>;
}

function createPictureRule(options: PictureRuleOptions): PictureRule {
  const { root, now, isOpen, views, findPage } = options;
  let pagesByPicture: ReadonlyMap<string, string[]> = new Map();
  const readAllPages = views.oncePerView(async () => {
    pagesByPicture = await options.pagesByPicture();
  });
  return {
    isOpen,
    pagesOf: (picture, audience) =>
      [...(options.pagesOf(picture) ?? [])].filter((page) => findPage(page, audience)),
    readClosedPages: views.oncePerView(async () => {
      for (const page of allPages(root)) {
        const isClosed = isReadable(page) && !(isPublished(page, now().getTime()) && isOpen(page.address));
        if (isClosed) await options.readArticle(page);
      }
    }),
    async findReadersPages(picture) {
      await readAllPages();
      return (pagesByPicture.get(picture) ?? []).filter((page) => findPage(page, 'reader'));
    },
  };
}

async function findPicture(
  address: string,
  pictures: Pictures,
  rule: PictureRule,
): Promise<FoundPicture | undefined> {
  const parsed = parsePictureAddress(address);
  const info = parsed && (await pictures.describe(parsed.path));
  if (!info) return undefined;
  const { file, type, size, hash } = info;
  const audience = await findPictureAudience(parsed.path, rule);
  const shownBy = rule.pagesOf(parsed.path, 'owner');
  return { file, type, size, current: hash === parsed.hash, audience, shownBy };
}

function logUnusedFields(root: ContentFolder, log: ContentLog): void {
  const heads = allPages(root).map(({ metadata }) => metadata?.extra ?? {});
  for (const message of describeUnusedFields(heads)) log({ level: 'info', message });
}

/** Two files with one address: logged once, and again only after the clash was resolved. */
function createClashLog(log: ContentLog): (clashes: Set<string>) => void {
  let logged = new Set<string>();
  return (clashes) => {
    for (const clash of clashes) if (!logged.has(clash)) log({ level: 'error', message: clash });
    logged = clashes;
  };
}
