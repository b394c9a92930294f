/** The entry point of this module: opens a content folder and answers every question about what is in it. */
import { resolve } from 'node:path';
import { createBodyReader } from './articles/read-body.ts';
import { createRenderCache, prepareCacheFile } from './articles/render-cache.ts';
import type { PageSummary } from './document.ts';
import type { ContentFault } from './faults.ts';
import type { ContentFolder, IsOpen } from './files/content-files.ts';
import { type Audience, audiences } from './files/content-files.ts';
import { readFolderIdentity } from './files/folder-identity.ts';
import { followFolder } from './files/follow-folder.ts';
import { toAddress, toPrefix } from './files/page-address.ts';
import type { Pace } from './files/pause.ts';
import type { OnFolderChange } from './folder-changes.ts';
import type { Environment } from './git/run-git.ts';
import { type ArticleWords, englishArticleWords } from './html/article-words.ts';
import type { LinkFault, SiteLink } from './links/check-links.ts';
import type { ContentLog } from './log.ts';
import { type FoundPicture, openFolder } from './open-folder.ts';
import type { LinkCheckRequest } from './page-relations.ts';
import { createLazyParser, PARSER_VERSION } from './parse/lazy-parser.ts';
import type { ReadText } from './read-text.ts';
import type { RedirectRule } from './redirects/parse-redirects.ts';
import type { FoundRedirect, ContentFault as RedirectFault } from './redirects/redirect-table.ts';
import type { ProposedRedirect } from './redirects/renamed-pages.ts';
import type { NamedPage } from './site-tree/site-view.ts';
import { createVisiblePages, type VisiblePages } from './site-tree/visible-pages.ts';
import type { Theme } from './theme/open-theme.ts';

export interface ContentOptions {
  folder: string;
  /** Where rendered pages are cached; created when needed. */
  cacheFolder: string;
  log: ContentLog;
  /** Languages beside that of the site, as BCP 47 tags: their pages are in folders of the same name. */
  languages?: readonly string[];
  /** The words in the HTML of the page at an address. Default: English. */
  articleWords?: (address: string) => ArticleWords;
  /** Where the form for messages is sent. Default: nothing takes messages, and the form says so. */
  contactAddress?: string | undefined;
  /** Default true: what is saved is live at once. */
  watch?: boolean;
  /** Default: every page is. */
  isOpen?: IsOpen;
  now?: () => Date;
  /**
   * Where the folder is in a git work tree, the day of a page's last change is that of its last commit. This is the environment of the process,
   * with the path to git. Default: git is not asked.
   */
  gitEnvironment?: Environment | undefined;
}

export interface ContentChange {
  revision: number;
  /** The pages whose own file was saved, came or went; `'all'` when that is not known. */
  pages: string[] | 'all';
  /** The pages to render again: those, and the pages and lists that name them; `'all'` when that is not known. */
  paths: string[] | 'all';
  /** Those that are others although their files are the same: git knows another day, or a name in them leads elsewhere. */
  renewed?: string[];
}

export interface Content {
  /** Grows with each change that a visitor can see. */
  readonly revision: number;
  /** The one place that decides who may know of a page. */
  visiblePages(audience: Audience): VisiblePages;
  /** `address` is a pathname. */
  findPicture(address: string): Promise<FoundPicture | undefined>;
  /** What a file, which need not exist, would be on the site with this text. Nothing is stored, cached or logged. */
  readText: ReadText;
  /** Every known fault of the files: of all frontmatter, and of the texts that have been read. */
  faults(): ContentFault[];
  /** Every folder with the files in it as they were last read, those with faults too: for owners. */
  folders(): readonly ContentFolder[];
  /** The owner's stylesheet, `theme.css`; undefined if there is none, or none that can be used. */
  theme(): Theme | undefined;
  /** Where an address leads that has no page: by `redirects.yml`, or by `redirectFrom` of a page. */
  findRedirect(path: string): FoundRedirect | undefined;
  /** The pages that link to a path, as far as an audience may know of them. Empty until the pages are indexed. */
  backlinks(path: string, audience: Audience): PageSummary[];
  /** The pages that the author of a page names as related; undefined: the author names none, and does not say that there are none. */
  chosenRelated(path: string): string[] | undefined;
  /** These, and the addresses in other languages that show the same pages. */
  withUntranslated(addresses: Iterable<string>): Set<string>;
  /** What `visiblePages('owner').pages()` says of the page at an address, without making the others. */
  namedPage(address: string): Omit<NamedPage, 'listed'> | undefined;
  /** Does a little at a time what `visiblePages(…).pages()` does at once when it is called first. */
  preparePages(): Promise<void>;
  /** The file of a page, relative to the content folder, unless the page says that it is not for editing. */
  findEditableFile(path: string): string | undefined;
  /** For pages that were renamed or moved while the site runs. */
  proposedRedirects(): ProposedRedirect[];
  /** All rules that `findRedirect` follows. */
  redirectRules(): readonly RedirectRule[];
  /** Resolves when all that pages say of each other is known: git has answered, and every page is indexed. */
  complete(): Promise<void>;
  /** Reads the links and the text of all pages, in the background or at once; from then on the index follows the content. */
  indexPages(pace?: Pace): Promise<void>;
  /** The addresses of all pages that have pictures, for every audience. Indexes the pages. */
  pagesWithPictures(): Promise<ReadonlySet<string>>;
  /** Links, pictures and redirects that lead nowhere. */
  checkLinks(request: LinkCheckRequest): Promise<LinkFault[]>;
  /** The same for the page at one address. */
  checkPageLinks(path: string, isOther: LinkCheckRequest['isOther']): Promise<LinkFault[]>;
  /** The links to other sites, as far as pages have been indexed. */
  externalLinks(): SiteLink[];
  /** What is wrong with the redirects. */
  redirectFaults(): readonly RedirectFault[];
  onChange(listener: (change: ContentChange) => void): () => void;
  close(): Promise<void>;
}

export async function openContent(options: ContentOptions): Promise<Content> {
  const { log, now = () => new Date(), isOpen = () => true, watch = true } = options;
  const { languages = [], gitEnvironment, articleWords = () => englishArticleWords } = options;
  const prefixes = languages.map(toPrefix);
  const base = resolve(options.folder);
  if (readFolderIdentity(base) === undefined) {
    throw new Error(`The content folder ${base} does not exist: create it, or name another one.`);
  }
  const listeners = new Set<(change: ContentChange) => void>();
  let revision = 1;
  let isIndexed = false;

  const cache = createRenderCache(await prepareCacheFile(resolve(options.cacheFolder), PARSER_VERSION), log);
  const render = createLazyParser();
  const readBody = createBodyReader(render, cache);
  const opened = {
    base,
    log,
    watch,
    isOpen,
    now,
    prefixes,
    gitEnvironment,
    cache,
    readBody,
    render,
    articleWords,
    contactAddress: options.contactAddress,
    onChange: announce,
    onStale: (addresses: string[]) => announce(new Set(), folder.current.views.withUntranslated(addresses)),
  };
  const folder = await followFolder({
    base,
    log,
    open: (isReplaced) => openFolder({ ...opened, isReplaced }),
    onReplace() {
      announce('all', 'all');
      if (isIndexed) void folder.current.relations.completeIndex('background');
    },
  });
  const { use } = folder;
  /** From now on the pages of a folder that replaces this one are indexed, too. */
  const useIndexed: typeof use = (work) => {
    isIndexed = true;
    return use(work);
  };
  const visible = Object.fromEntries(
    audiences.map((audience) => [
      audience,
      createVisiblePages(
        () => folder.current.views.of(audience),
        () => folder.current.files,
        {
          readArticle: (path) => use((opened) => opened.readArticle(path, audience)),
          readSource: (path) => use((opened) => opened.readSource(path, audience)),
        },
      ),
    ]),
  ) as Record<Audience, VisiblePages>;

  function announce(...[changed, touched, renewed]: Parameters<OnFolderChange>): void {
    if (touched === 'all' || touched.size > 0) revision += 1;
    const pages = changed === 'all' ? 'all' : [...changed];
    const paths = touched === 'all' ? 'all' : [...touched];
    const change: ContentChange = { revision, pages, paths, ...(renewed && { renewed: [...renewed] }) };
    for (const listener of listeners) listener(change);
  }

  return {
    get revision() {
      return revision;
    },
    visiblePages: (audience) => visible[audience],
    findRedirect: (path) => folder.current.relations.redirects.find(path),
    backlinks: (path, audience) => folder.current.relations.findBacklinks(toAddress(path) ?? '', audience),
    chosenRelated: (path) => folder.current.relations.findChosen(toAddress(path) ?? ''),
    withUntranslated: (addresses) => folder.current.views.withUntranslated(addresses),
    namedPage: (address) => folder.current.views.namedPage(address),
    preparePages: () => folder.current.views.prepare(),
    findEditableFile(path) {
      const page = folder.current.views.of('owner').pageAt(toAddress(path) ?? '');
      return page?.metadata.edit ? page.file : undefined;
    },
    proposedRedirects: () => folder.current.relations.proposedRedirects(),
    indexPages(pace = 'full') {
      isIndexed = true;
      return folder.current.relations.completeIndex(pace);
    },
    pagesWithPictures: () => useIndexed(({ relations }) => relations.pagesWithPictures()),
    checkLinks: (request) => useIndexed(({ relations }) => relations.checkLinks(request)),
    async checkPageLinks(path, isOther) {
      isIndexed = true;
      const { views, relations } = folder.current;
      const page = views.of('owner').pageAt(toAddress(path) ?? '');
      return page ? relations.checkPage(page.file, isOther) : [];
    },
    externalLinks: () => folder.current.relations.externalLinks(),
    redirectRules: () => folder.current.relations.redirects.allRules(),
    complete: () => useIndexed((opened) => opened.complete()),
    redirectFaults: () => folder.current.relations.redirects.faults(),
    readText: (file, text) => use((opened) => opened.readText(file, text)),
    findPicture: (address) => use(({ findPicture }) => findPicture(address)),
    faults: () => folder.current.faults(),
    folders: () => folder.current.folders(),
    theme: () => folder.current.theme(),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await folder.close();
      cache.close();
    },
  };
}
