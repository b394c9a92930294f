/** The front door of this room: opens a content folder and answers every question about what is in it. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createKeptBodies, openKeptFile } from './articles/kept-bodies.ts';
import { createArticleReader } from './articles/read-article.ts';
import { createBodyReader } from './articles/read-body.ts';
import type { Article } from './document.ts';
import { allPages, mergeChanges, type VisibleChange } from './files/content-files.ts';
import { createContentTree } from './files/content-tree.ts';
import { toAddress } from './files/page-address.ts';
import { createFileHeadReader } from './files/read-file-head.ts';
import { createPageFileReader } from './files/read-page-file.ts';
import { createFolderWatch } from './files/watch-folders.ts';
import type { ContentLog } from './log.ts';
import { parsePictureAddress } from './pictures/picture-address.ts';
import { createPictures, isPictureName } from './pictures/picture-files.ts';
import { createPicturePages, isOpenPicture } from './pictures/picture-pages.ts';
import { createPublishTimer } from './publish-timer.ts';
import { createLazyRenderer, RENDERER_VERSION } from './render/lazy-renderer.ts';
import { createListings, findNode, type Listings } from './site-tree/listings.ts';
import type { IsOpen } from './site-tree/site-map.ts';
import type { Found } from './site-tree/site-view.ts';
import { createViews } from './site-tree/site-views.ts';

export interface ContentOptions {
  folder: string;
  /** Where rendered pages are kept; created when needed. */
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

/** Its own lists name every page; those of `forEverybody` leave out what is not open. */
export interface Content extends Listings {
  /** Grows with each change that a page can see. */
  readonly revision: number;
  /** What an address leads to. Addresses may be percent-encoded or not. */
  find(path: string): Found | undefined;
  /** Undefined: no page, or one that was never in order; `find` then says what is wrong with it. */
  readArticle(path: string): Promise<Article | undefined>;
  readonly forEverybody: Listings;
  /** Whether there are pages that are not for everybody. */
  hasGuardedPages(): boolean;
  /** `address` is a pathname. `current` is false when it has the hash of earlier bytes, `open` when only guarded pages show it. */
  findPicture(
    address: string,
  ): Promise<{ file: string; type: string; size: number; current: boolean; open: boolean } | undefined>;
  onChange(listener: (change: ContentChange) => void): () => void;
  close(): Promise<void>;
}

export async function openContent(options: ContentOptions): Promise<Content> {
  const { log, now = () => new Date(), isOpen = () => true } = options;
  const base = resolve(options.folder);
  if (!statSync(base, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`The content folder ${base} does not exist: create it, or name another one.`);
  }
  const listeners = new Set<(change: ContentChange) => void>();
  const picturePages = createPicturePages();
  let revision = 1;
  let work: Promise<void> = Promise.resolve();
  let knownClashes = new Set<string>();
  let isClosed = false;

  const watch = options.watch === false ? undefined : createFolderWatch({ base, log, onPaths: queue });
  const timer = createPublishTimer(now, () => {
    announce('all');
    scheduleNext();
  });
  const tree = createContentTree({
    base,
    log,
    now,
    reader: createPageFileReader({ readHead: createFileHeadReader(), log, now, onScheduled: timer.wakeAt }),
    onFolder: (folder) => watch?.add(folder),
    onFolderGone: (folder) => watch?.remove(folder),
  });
  const pictures = createPictures(base, log);
  const kept = createKeptBodies(await openKeptFile(resolve(options.cacheFolder), RENDERER_VERSION), log);
  const readArticle = createArticleReader({
    root: tree.root,
    toAbsolute: (file) => join(base, file),
    readBody: createBodyReader(createLazyRenderer(), kept),
    kept,
    pictures,
    log,
    onPicture: picturePages.note,
  });
  const views = createViews({ root: tree.root, now: () => now().getTime(), onClashes: noteClashes, isOpen });
  const findPage = (path: string) => findNode(views.all(), path)?.page;
  const pictureRule = {
    isOpen,
    pagesOf: (picture: string) => [...(picturePages.pagesOf(picture) ?? [])].filter(findPage),
    readGuardedPages: views.oncePerView(async () => {
      for (const { page } of views.all().map.nodes.values())
        if (page && !isOpen(page.address)) await readArticle(page);
    }),
  };
  await tree.refresh('');
  views.all();

  /** Changes are looked at one after the other, each batch as a whole. */
  function queue(paths: Set<string>): void {
    work = work
      .then(() => takePaths(paths))
      .catch((error: unknown) =>
        log({ level: 'error', message: `A change in the content folder was missed: ${error}` }),
      );
  }

  async function takePaths(paths: Set<string>): Promise<void> {
    let change: VisibleChange | undefined;
    for (const path of paths) {
      if (isClosed) return;
      change = mergeChanges(change, isPictureName(path) ? takePicture(path) : await takeFile(path));
    }
    if (change !== undefined) announce(change);
  }

  async function takeFile(path: string): Promise<VisibleChange | undefined> {
    const change = await tree.refresh(path);
    if (change && change !== 'all') for (const page of change.pages) picturePages.forget(page);
    return change;
  }

  function takePicture(path: string): VisibleChange | undefined {
    pictures.forget(path);
    const pages = picturePages.pagesOf(path);
    return pages && { pages: new Set(pages), mentions: false };
  }

  /** The timer forgets later moments for the earliest one: after that they are looked up again. */
  function scheduleNext(): void {
    const moment = now().getTime();
    for (const { facts } of allPages(tree.root)) {
      if (facts?.publishAt !== undefined && facts.publishAt > moment) timer.wakeAt(facts.publishAt);
    }
  }

  function announce(change: VisibleChange): void {
    revision += 1;
    views.take(change);
    const paths = change === 'all' || change.mentions ? 'all' : [...change.pages];
    for (const listener of listeners) listener({ revision, paths });
  }

  /** Two files with one address: said once, and again only after it was put right. */
  function noteClashes(clashes: Set<string>): void {
    for (const clash of clashes) if (!knownClashes.has(clash)) log({ level: 'error', message: clash });
    knownClashes = clashes;
  }

  return {
    get revision() {
      return revision;
    },
    find(path) {
      const address = toAddress(path);
      return address === undefined ? undefined : views.all().find(address);
    },
    async readArticle(path) {
      const page = findPage(path);
      return page && readArticle(page);
    },
    ...createListings(views.all),
    forEverybody: createListings(views.forEverybody),
    hasGuardedPages: () => views.all() !== views.forEverybody(),
    async findPicture(address) {
      const asked = parsePictureAddress(address);
      const facts = asked && (await pictures.describe(asked.path));
      if (!facts) return undefined;
      const { file, type, size, hash } = facts;
      const open = await isOpenPicture(asked.path, pictureRule);
      return { file, type, size, current: hash === asked.hash, open };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      watch?.close();
      timer.close();
      await work;
      kept.close();
    },
  };
}
