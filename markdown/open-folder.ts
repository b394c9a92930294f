/** One content folder, from its first scan until another folder replaces it: its pages, pictures and changes. */
import { join } from 'node:path';
import { createPageNames } from './articles/page-names.ts';
import { createArticleReader, type ReadArticle } from './articles/read-article.ts';
import type { ReadBody } from './articles/read-body.ts';
import { createSourceReader } from './articles/read-source.ts';
import type { RenderCache } from './articles/render-cache.ts';
import type { Article } from './document.ts';
import {
  allPages,
  type ContentFolder,
  isPublished,
  isReadable,
  mergeChanges,
  type VisibleChange,
} from './files/content-files.ts';
import { createContentTree } from './files/content-tree.ts';
import { toAddress } from './files/page-address.ts';
import { createFileHeadReader } from './files/read-file-head.ts';
import { createPageFileReader } from './files/read-page-file.ts';
import { createFolderWatch } from './files/watch-folders.ts';
import type { ContentLog } from './log.ts';
import { createPageRelations, type PageRelations } from './page-relations.ts';
import { parsePictureAddress } from './pictures/picture-address.ts';
import { createPictures, isPictureName, type Pictures } from './pictures/picture-files.ts';
import { createPicturePages, findPictureAudience, type PictureRule } from './pictures/picture-pages.ts';
import { createPublishTimer } from './publish-timer.ts';
import type { IsOpen } from './site-tree/site-map.ts';
import { createViews, type SiteViews } from './site-tree/site-views.ts';
import type { Audience } from './site-tree/visible-pages.ts';

export interface FolderOptions {
  /** Absolute. */
  base: string;
  log: ContentLog;
  watch: boolean;
  isOpen: IsOpen;
  now: () => Date;
  cache: RenderCache;
  readBody: ReadBody;
  /** True once another folder is at `base`: what changed there is not taken for a change of this one. */
  isReplaced(): boolean;
  onChange(change: VisibleChange): void;
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
  readonly relations: PageRelations;
  readArticle(path: string, audience: Audience): Promise<Article | undefined>;
  readSource(path: string, audience: Audience): Promise<PageSource | undefined>;
  findPicture(address: string): Promise<FoundPicture | undefined>;
  faults(): ContentFault[];
  close(): Promise<void>;
}

/** Returns when every page has been found. What is saved from then on is announced by `onChange`. */
export async function openFolder(options: FolderOptions): Promise<OpenFolder> {
  const { base, log, now, isOpen, cache } = options;
  const picturePages = createPicturePages();
  let work: Promise<void> = Promise.resolve();
  let isClosed = false;
  /** Made after the first scan, in which every page is new. */
  let relations: PageRelations | undefined;

  const watch = options.watch ? createFolderWatch({ base, log, onPaths: queue }) : undefined;
  const timer = createPublishTimer({ root: () => tree.root, now, onDue: announce });
  const readHead = createFileHeadReader();
  const tree = createContentTree({
    base,
    log,
    now,
    reader: createPageFileReader({ readHead, log, now, onScheduled: timer.wakeAt }),
    onFolder: (folder) => watch?.add(folder),
    onFolderGone: (folder) => watch?.remove(folder),
    onPageFound: (page) => relations?.onPageFound(page),
    onPageGone: (page) => relations?.onPageGone(page),
  });
  const pictures = createPictures(base, log);
  const names = createPageNames(tree.root, base, now);
  const files = await openSiteFiles(base, pictures, log);
  const reading = {
    root: tree.root,
    names,
    toAbsolute: (file: string) => join(base, file),
    readBody: options.readBody,
    pictures,
    onPicture: picturePages.add,
  };
  const readArticle = createArticleReader({ ...reading, cache, log });
  const readSource = createSourceReader({ ...reading, now });
  const isSavedAsHidden = createSavedAsHidden({ ...reading, readHead, now });
  const views = createViews({
    root: tree.root,
    now: () => now().getTime(),
    onClashes: createClashLog(log),
    isOpen,
    toTag: files.toTag,
  });
  const findPage = (path: string, audience: Audience) => {
    const address = toAddress(path);
    return address === undefined ? undefined : views.of(audience).pageAt(address);
  };
  const pictureRule: PictureRule = {
    isOpen,
    pagesOf: (picture, audience) =>
      [...(picturePages.pagesOf(picture) ?? [])].filter((page) => findPage(page, audience)),
    readClosedPages: views.oncePerView(async () => {
      for (const page of allPages(tree.root)) {
        const isClosed = isReadable(page) && !(isPublished(page, now().getTime()) && isOpen(page.address));
        if (isClosed) await readArticle(page);
      }
    }),
    async findReadersPages(picture) {
      const showing = (await relations?.findPagesWith(picture)) ?? [];
      return showing.filter((page) => findPage(page, 'reader'));
    },
  };
  await tree.refresh('');
  logUnusedFields(tree.root, log);
  views.of('reader');
  relations = createPageRelations({ ...options, root: tree.root, views, pictures });

  /** Changes are handled one after the other, each batch as a whole. */
  function queue(paths: Set<string>): void {
    work = work
      .then(() => refreshPaths(paths))
      .catch((error: unknown) =>
        log({ level: 'error', message: `A change in the content folder was missed: ${error}` }),
      );
  }

  async function refreshPaths(paths: Set<string>): Promise<void> {
    let change: VisibleChange | undefined;
    for (const path of paths) {
      if (isClosed || options.isReplaced()) return;
      if (await files.refresh(path)) change = 'all';
      change = mergeChanges(change, isPictureName(path) ? refreshPicture(path) : await refreshFile(path));
    }
    relations?.afterChanges(paths);
    if (change !== undefined) announce(change);
    // Owners see drafts too, which are no change to visitors.
    else views.apply({ pages: new Set(), mentions: false });
  }

  async function refreshFile(path: string) {
    names.forget();
    const change = await tree.refresh(path);
    if (change && change !== 'all') for (const page of change.pages) picturePages.forget(page);
    return change;
  }

  function refreshPicture(path: string): VisibleChange | undefined {
    pictures.forget(path);
    names.forget();
    const pages = [...(picturePages.pagesOf(path) ?? []), ...names.users];
    return pages.length > 0 ? { ...noChange(), pages: new Set(pages) } : undefined;
  }

  function announce(change: VisibleChange): void {
    if (isClosed) return;
    views.apply(change);
    relations?.redirects.refresh();
    options.onChange(change);
  }

  return {
    views,
    relations,
    async readArticle(path, audience) {
      const page = findPage(path, audience);
      const article = page && (await readArticle(page));
      return page && isSavedAsHidden(page) ? undefined : article;
    },
    async readSource(path, audience) {
      const page = findPage(path, audience);
      return page && readSource(page);
    },
    findPicture: (address) => findPicture(address, pictures, pictureRule),
    faults: () => listFaults(tree.root, views.of('reader').map),
    async close() {
      isClosed = true;
      watch?.close();
      timer.close();
      relations.close();
      await work;
    },
  };
}

function createPictureRule(
  views: SiteViews,
  pages: PicturePages,
  isOpen: IsOpen,
  readArticle: ReadArticle,
): PictureRule {
  return {
    isOpen,
    pagesOf: (picture) =>
      [...(pages.pagesOf(picture) ?? [])].filter((page) => views.of('reader').pageAt(page)),
    readGuardedPages: views.oncePerView(async () => {
      for (const { page } of views.of('reader').map.nodes.values())
        if (page && !isOpen(page.address)) await readArticle(page);
    }),
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

/** Two files with one address: logged once, and again only after the clash was resolved. */
function createClashLog(log: ContentLog): (clashes: Set<string>) => void {
  let logged = new Set<string>();
  return (clashes) => {
    for (const clash of clashes) if (!logged.has(clash)) log({ level: 'error', message: clash });
    logged = clashes;
  };
}
