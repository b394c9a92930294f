import type { LocalNavigation, NavigationNode, Neighbours, PageList, PageSummary } from '../document.ts';
import {
  type ContentFolder,
  type IsOpen,
  type PageState,
  type ReadablePage,
  stateOf,
  type VisibleChange,
} from '../files/content-files.ts';
import { updatedOf } from '../files/last-change.ts';
import { toVersion } from '../files/read-file-head.ts';
import type { PageMetadata } from '../frontmatter/parse-metadata.ts';
import { insertPage, removePage } from './change-map.ts';
import { type Collections, createCollections } from './collections.ts';
import { toLocalNavigation, toNavigation, toNeighbours, toReadingOrder } from './navigation.ts';
import { type Paging, toFolderList, toSummaries, toSummary } from './page-list.ts';
import { buildSiteMap, postsOf, type SiteMap, type SiteNode, titleOf } from './site-map.ts';
import { addTouchedPages } from './touched-pages.ts';
import { createTranslations, type Translation } from './translations.ts';

/** What an address leads to. */
export type Found =
  /** `state` is set where the page is not published, which only owners see. */
  | { kind: 'page'; summary: PageSummary; state?: Exclude<PageState, 'published'> }
  /** There was a page until it expired. */
  | { kind: 'expired' }
  | { kind: 'folder'; title: string; path: string }
  | { kind: 'problem'; title: string; problem: string };

/** A page with what outputs beside the site's own pages need to know of it. */
export interface NamedPage extends PageSummary {
  state: PageState;
  /** ISO day of the last change. */
  updated: string;
  /** False: left out of navigation, lists and feeds. */
  listed: boolean;
  /** In a folder whose pages are no news: not in the feed of the whole site. */
  notLatest?: true;
  /** Only signed-in readers can open it. */
  guarded: boolean;
  unlisted: boolean;
  /** `/de` for a page of a further language, else `''`. */
  prefix: string;
  /** Relative to the content folder. */
  file: string;
  /** Different for each saved version of the file. */
  version: string;
  /** The file cannot be used as it is now; `metadata` is that of an earlier version. */
  broken: boolean;
  metadata: PageMetadata;
}

/** What was made of a page, and of which version of it. */
const made = new WeakMap<ReadablePage, Pick<ReadablePage, 'stamp' | 'committed'> & { named: NamedPage }>();

/** The same object while nothing of the page has changed: making ten thousand of them takes some hundredths of a second. */
export function toNamedPage(page: ReadablePage, state: PageState, guarded: boolean): NamedPage {
  const last = made.get(page);
  const isSame =
    last?.stamp === page.stamp &&
    last?.committed === page.committed &&
    last?.named.metadata === page.metadata &&
    last.named.path === page.address &&
    last.named.state === state &&
    last.named.guarded === guarded &&
    last.named.broken === (page.problem !== undefined);
  if (last && isSame) return last.named;
  const named = createNamedPage(page, state, guarded);
  const { stamp, committed } = page;
  made.set(page, { named, ...(stamp && { stamp }), ...(committed !== undefined && { committed }) });
  return named;
}

function createNamedPage(page: ReadablePage, state: PageState, guarded: boolean): NamedPage {
  const { metadata, stamp, file } = page;
  const { listed, unlisted } = metadata;
  const version = stamp ? toVersion(stamp) : '';
  const broken = page.problem !== undefined;
  const updated = updatedOf(page);
  const { prefix } = page.folder;
  const facts = { state, updated, listed, unlisted, guarded, prefix, file, version, broken, metadata };
  return { ...toSummary(page), ...facts };
}

/** What visitors see of the tree at one moment. Each part is made on first use and kept. */
export interface SiteView {
  map: SiteMap;
  collections(): Collections;
  pages(): readonly NamedPage[];
  /** The page at an address that this view shows. */
  pageAt(address: string): ReadablePage | undefined;
  find(address: string): Found | undefined;
  navigation(prefix: string): NavigationNode[];
  localNavigation(node: SiteNode): LocalNavigation | undefined;
  list(node: SiteNode, paging: Paging): PageList | undefined;
  latest(count: number, prefix: string): { pages: PageSummary[]; total: number };
  neighbours(node: SiteNode): Neighbours;
  translations(address: string): Translation[];
  /** Applies a change and returns the addresses of the pages that show it. Undefined: a new view is needed. */
  apply(change: VisibleChange): Set<string> | undefined;
}

export interface SiteViewOptions {
  root: ContentFolder;
  now: () => number;
  onClashes: (clashes: Set<string>) => void;
  isOpen: IsOpen;
  /** Leaves out guarded pages. */
  onlyOpen: boolean;
  /** Maps the other spellings of a tag to it. */
  toTag: (slug: string) => string;
}

/** With more pages than this, building a new view takes less time than moving each page. */
const MAX_MOVES = 100;

export function createSiteView(options: SiteViewOptions): SiteView {
  const { root, now, onClashes, isOpen, onlyOpen, toTag } = options;
  const map = onlyOpen ? buildSiteMap(root, now(), isOpen) : buildSiteMap(root, now());
  const clashes = [...map.problems.values()].filter(({ files }) => files.length > 1);
  onClashes(new Set(clashes.map(({ problem }) => problem)));
  const order = keep(() => toReadingOrder(map));
  const navigation = keep(() => new Map(map.prefixes.map((prefix) => [prefix, toNavigation(map, prefix)])));
  const pages = keep(() => namedPages(map, isOpen));
  const translations = keep(() => createTranslations(map));
  const collections = keep(() => {
    // Pages with the same date are in reading order.
    order.get();
    return createCollections(map.nodes.values(), toTag);
  });

  function move(change: Exclude<VisibleChange, 'all'>): Set<string> | undefined {
    const gone = change.gone.map(({ address }) => map.nodes.get(address));
    const mentioned = [...change.mentioned].map((address) => map.nodes.get(address));
    if (![...gone, ...mentioned].every((node) => node?.page && !map.problems.has(node.path)))
      return undefined;
    const touched = new Set<string>();
    const touch = (node: SiteNode) => {
      addTouchedPages(touched, node, order.get(), collections.get());
      for (const path of translations.get().groupOf(node.path)) touched.add(path);
    };
    for (const node of [...gone, ...mentioned]) {
      if (!node) continue;
      touch(node);
      collections.get().remove(node);
    }
    if (!change.gone.every((page) => removePage(map, page))) return undefined;
    for (const page of change.gone) if (stateOf(page, now()) === 'expired') map.expired.add(page.address);
    for (const { address } of change.came) map.expired.delete(address);
    const came = change.came.map((page) => insertPage(map, page));
    if (!came.every((node) => node !== undefined)) return undefined;
    if (gone.length + came.length > 0) order.drop();
    translations.drop();
    order.get();
    for (const node of [...mentioned, ...came]) {
      if (!node) continue;
      node.title = titleOf(node);
      collections.get().add(node);
      touch(node);
    }
    return touched;
  }

  return {
    map,
    collections: collections.get,
    pages: pages.get,
    pageAt: (address) => map.nodes.get(address)?.page,
    find: (address) => find(map, address),
    navigation: (prefix) => navigation.get().get(prefix) ?? [],
    localNavigation: toLocalNavigation,
    list: (node, paging) =>
      toFolderList(node, (folder) => collections.get().get('folder', folder.prefix, folder.path), paging),
    latest(count, prefix) {
      const articles = collections.get().get('folder', prefix, postsOf(prefix));
      const first = articles.filter((node) => !isNotLatest(node)).slice(0, count);
      // A page without a date is no news, but a site without dates has no other.
      const dated = first.filter(({ page }) => page?.metadata.date !== undefined);
      return { pages: toSummaries(dated.length > 0 ? dated : first), total: articles.length };
    },
    neighbours: (node) => toNeighbours(order.get(), node),
    translations: (address) => translations.get().of(address),
    apply(change) {
      if (change === 'all') return undefined;
      const { came, gone, mentioned } = change;
      if (came.length + gone.length + mentioned.size > MAX_MOVES) return undefined;
      const others = [...change.pages].filter((path) => !came.some(({ address }) => address === path));
      const known = others.every((path) => map.nodes.get(path)?.page && !map.problems.has(path));
      const touched = known ? move(change) : undefined;
      for (const path of change.pages) touched?.add(path);
      if (touched) addUntranslated(touched, map);
      if (came.length + gone.length + mentioned.size > 0) navigation.drop();
      pages.drop();
      return touched;
    },
  };
}

/** Where a language has no page of its own, its address shows that of the site's language. */
export function addUntranslated(touched: Set<string>, { prefixes }: SiteMap): void {
  for (const prefix of prefixes.slice(1)) for (const path of [...touched]) touched.add(prefix + path);
}

function namedPages({ nodes }: SiteMap, isOpen: IsOpen): NamedPage[] {
  const pages: NamedPage[] = [];
  for (const node of nodes.values()) {
    const { page } = node;
    if (!page || page.metadata.unlisted) continue;
    const named = toNamedPage(page, 'published', !isOpen(page.address));
    const notLatest = isNotLatest(node) && { notLatest: true as const };
    if (isInHiddenFolder(node)) pages.push({ ...named, ...notLatest, listed: false });
    else pages.push(notLatest ? { ...named, ...notLatest } : named);
  }
  return pages;
}

export function isInHiddenFolder(node: SiteNode | undefined): boolean {
  return node !== undefined && (node.hidden || isInHiddenFolder(node.parent));
}

function isNotLatest(node: SiteNode | undefined): boolean {
  return node !== undefined && (node.notLatest === true || isNotLatest(node.parent));
}

function find({ nodes, problems, expired }: SiteMap, address: string): Found | undefined {
  const known = problems.get(address);
  const node = nodes.get(address);
  if (known && !node?.page) return { kind: 'problem', title: known.title, problem: known.problem };
  if (!node?.page && expired.has(address)) return { kind: 'expired' };
  if (!node?.page)
    return node && address !== '/' ? { kind: 'folder', title: node.title, path: address } : undefined;
  const { metadata, problem, goodHash } = node.page;
  const isLost = problem !== undefined && goodHash === undefined;
  return isLost
    ? { kind: 'problem', title: metadata.title, problem }
    : { kind: 'page', summary: toSummary(node.page) };
}

/** A value that is made on first use and kept until it is dropped. */
function keep<Value>(make: () => Value): { get: () => Value; drop: () => void } {
  let kept: { value: Value } | undefined;
  return {
    get() {
      kept ??= { value: make() };
      return kept.value;
    },
    drop() {
      kept = undefined;
    },
  };
}
