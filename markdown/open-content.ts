/** The entry point of this module: opens a content folder and answers every question about what is in it. */
import { resolve } from 'node:path';
import { createBodyReader } from './articles/read-body.ts';
import { createRenderCache, prepareCacheFile } from './articles/render-cache.ts';
import type { Article } from './document.ts';
import type { VisibleChange } from './files/content-files.ts';
import { readFolderIdentity } from './files/folder-identity.ts';
import { followFolder } from './files/follow-folder.ts';
import { toAddress } from './files/page-address.ts';
import type { ContentLog } from './log.ts';
import { type FoundPicture, openFolder } from './open-folder.ts';
import { createLazyParser, PARSER_VERSION } from './parse/lazy-parser.ts';
import { createListings, type Listings } from './site-tree/listings.ts';
import type { IsOpen } from './site-tree/site-map.ts';
import type { Found } from './site-tree/site-view.ts';

export interface ContentOptions {
  folder: string;
  /** Where rendered pages are cached; created when needed. */
  cacheFolder: string;
  log: ContentLog;
  /** Default true: what is saved is live at once. */
  watch?: boolean;
  /** Default: every page is. */
  isOpen?: IsOpen;
  now?: () => Date;
}

export interface ContentChange {
  revision: number;
  /** The pages that changed; `'all'` when lists or navigation may have. */
  paths: string[] | 'all';
}

/** Its own lists name every page; `publicListings` leaves out guarded pages. */
export interface Content extends Listings {
  /** Grows with each change that a visitor can see. */
  readonly revision: number;
  /** What an address leads to. Addresses may be percent-encoded or not. */
  find(path: string): Found | undefined;
  /** Undefined: no page, or one that was never valid; `find` then returns its problem. */
  readArticle(path: string): Promise<Article | undefined>;
  readonly publicListings: Listings;
  /** Whether some pages are guarded. */
  hasGuardedPages(): boolean;
  /** `address` is a pathname. */
  findPicture(address: string): Promise<FoundPicture | undefined>;
  onChange(listener: (change: ContentChange) => void): () => void;
  close(): Promise<void>;
}

export async function openContent(options: ContentOptions): Promise<Content> {
  const { log, now = () => new Date(), isOpen = () => true, watch = true } = options;
  const base = resolve(options.folder);
  if (readFolderIdentity(base) === undefined) {
    throw new Error(`The content folder ${base} does not exist: create it, or name another one.`);
  }
  const listeners = new Set<(change: ContentChange) => void>();
  let revision = 1;

  const cache = createRenderCache(await prepareCacheFile(resolve(options.cacheFolder), PARSER_VERSION), log);
  const readBody = createBodyReader(createLazyParser(), cache);
  const folder = await followFolder({
    base,
    log,
    open: (isReplaced) =>
      openFolder({ base, log, watch, isOpen, now, cache, readBody, isReplaced, onChange: announce }),
    onReplace: () => announce('all'),
  });
  const { use } = folder;
  const all = () => folder.current.views.all();

  function announce(change: VisibleChange): void {
    revision += 1;
    const paths = change === 'all' || change.mentions ? 'all' : [...change.pages];
    for (const listener of listeners) listener({ revision, paths });
  }

  return {
    get revision() {
      return revision;
    },
    find(path) {
      const address = toAddress(path);
      return address === undefined ? undefined : all().find(address);
    },
    readArticle: (path) => use(({ readArticle }) => readArticle(path)),
    ...createListings(all),
    publicListings: createListings(() => folder.current.views.open()),
    hasGuardedPages: () => all() !== folder.current.views.open(),
    findPicture: (address) => use(({ findPicture }) => findPicture(address)),
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
