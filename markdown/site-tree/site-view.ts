import type { LocalNavigation, NavigationNode, Neighbours, PageList, PageSummary } from '../document.ts';
import type { ContentFolder, PageState, ReadablePage, VisibleChange } from '../files/content-files.ts';
import type { PageMetadata } from '../frontmatter/parse-metadata.ts';
import { toLocalNavigation, toNavigation, toNeighbours, toReadingOrder } from './navigation.ts';
import { isNews, newestFirst, toPageList, toSummary } from './page-list.ts';
import { buildSiteMap, type IsOpen, type SiteMap, type SiteNode, titleOf } from './site-map.ts';

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
  /** False: left out of navigation, lists and feeds. */
  listed: boolean;
  /** Only signed-in readers can open it. */
  guarded: boolean;
  unlisted: boolean;
  /** Relative to the content folder. */
  file: string;
  /** Different for each saved version of the file. */
  version: string;
  metadata: PageMetadata;
}

export function toNamedPage(page: ReadablePage, state: PageState, guarded: boolean): NamedPage {
  const { metadata, stamp, file } = page;
  const { listed, unlisted } = metadata;
  const version = stamp ? `${stamp.changed} ${stamp.size} ${stamp.inode}` : '';
  return { ...toSummary(page), state, listed, unlisted, guarded, file, version, metadata };
}

/** What visitors see of the tree at one moment. Each part is made on first use. */
export interface SiteView {
  map: SiteMap;
  pages(): readonly NamedPage[];
  /** The page at an address that this view shows. */
  pageAt(address: string): ReadablePage | undefined;
  find(address: string): Found | undefined;
  navigation(): NavigationNode[];
  localNavigation(node: SiteNode): LocalNavigation | undefined;
  list(node: SiteNode, options: { page: number; size: number }): PageList | undefined;
  latest(count: number): { pages: PageSummary[]; total: number };
  neighbours(node: SiteNode): Neighbours;
  /** Applies a change in which every page keeps its address: new text, titles, dates or tags. False: a new view is needed. */
  apply(change: VisibleChange): boolean;
}

export interface SiteViewOptions {
  root: ContentFolder;
  now: number;
  onClashes: (clashes: Set<string>) => void;
  isOpen: IsOpen;
  /** Leaves out guarded pages. */
  onlyOpen: boolean;
}

export function createSiteView({ root, now, onClashes, isOpen, onlyOpen }: SiteViewOptions): SiteView {
  const map = onlyOpen ? buildSiteMap(root, now, isOpen) : buildSiteMap(root, now);
  const clashes = [...map.problems.values()].filter(({ files }) => files.length > 1);
  onClashes(new Set(clashes.map(({ problem }) => problem)));
  const order = once(() => toReadingOrder(map));
  let news = once(() => newestFirst(order().filter(isNews)));
  let navigation = once(() => toNavigation(map));
  let pages = once(() => namedPages(map, isOpen));

  /** Pages keep their place in the order of names; titles and what is sorted by date are made again. */
  function refreshMentions(nodes: SiteNode[]): void {
    for (const node of nodes) node.title = titleOf(node);
    news = once(() => newestFirst(order().filter(isNews)));
    navigation = once(() => toNavigation(map));
  }

  return {
    map,
    pages: () => pages(),
    pageAt: (address) => map.nodes.get(address)?.page,
    find: (address) => find(map, address),
    navigation: () => navigation(),
    localNavigation: toLocalNavigation,
    list: toPageList,
    latest: (count) => ({
      pages: news()
        .slice(0, count)
        .flatMap(({ page }) => (page ? [toSummary(page)] : [])),
      total: news().length,
    }),
    neighbours: (node) => toNeighbours(order(), node),
    apply(change) {
      if (change === 'all') return false;
      const nodes: SiteNode[] = [];
      for (const path of change.pages) {
        const node = map.nodes.get(path);
        if (!node?.page || map.problems.has(path)) return false;
        nodes.push(node);
      }
      if (change.mentions) refreshMentions(nodes);
      pages = once(() => namedPages(map, isOpen));
      return true;
    },
  };
}

function namedPages({ nodes }: SiteMap, isOpen: IsOpen): NamedPage[] {
  return [...nodes.values()].flatMap(({ page }) =>
    page && !page.metadata.unlisted ? [toNamedPage(page, 'published', !isOpen(page.address))] : [],
  );
}

function find({ nodes, problems, expired }: SiteMap, address: string): Found | undefined {
  const known = problems.get(address);
  if (known) return { kind: 'problem', title: known.title, problem: known.problem };
  const node = nodes.get(address);
  if (!node?.page && expired.has(address)) return { kind: 'expired' };
  if (!node?.page)
    return node && address !== '/' ? { kind: 'folder', title: node.title, path: address } : undefined;
  const { metadata, problem, goodHash } = node.page;
  const isLost = problem !== undefined && goodHash === undefined;
  return isLost
    ? { kind: 'problem', title: metadata.title, problem }
    : { kind: 'page', summary: toSummary(node.page) };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
