import type { LocalNavigation, NavigationNode, Neighbours, PageList, PageSummary } from '../document.ts';
import type { ContentFolder, VisibleChange } from '../files/content-files.ts';
import { toLocalNavigation, toNavigation, toNeighbours, toReadingOrder } from './navigation.ts';
import { isNews, newestFirst, toPageList, toSummary } from './page-list.ts';
import { buildSiteMap, type IsOpen, type SiteMap, type SiteNode, titleOf } from './site-map.ts';

/** What an address leads to. */
export type Found =
  | { kind: 'page'; summary: PageSummary }
  | { kind: 'folder'; title: string; path: string }
  | { kind: 'problem'; title: string; problem: string };

/** What visitors see of the tree at one moment. Each part is made on first use. */
export interface SiteView {
  map: SiteMap;
  find(address: string): Found | undefined;
  navigation(): NavigationNode[];
  localNavigation(node: SiteNode): LocalNavigation | undefined;
  list(node: SiteNode, options: { page: number; size: number }): PageList | undefined;
  latest(count: number): { pages: PageSummary[]; total: number };
  neighbours(node: SiteNode): Neighbours;
  /** Applies a change in which every page keeps its address: new text, titles, dates or tags. False: a new view is needed. */
  apply(change: VisibleChange): boolean;
}

export function createSiteView(
  root: ContentFolder,
  now: number,
  onClashes: (clashes: Set<string>) => void,
  isOpen?: IsOpen,
): SiteView {
  const map = buildSiteMap(root, now, isOpen);
  const clashes = [...map.problems.values()].filter(({ files }) => files.length > 1);
  onClashes(new Set(clashes.map(({ problem }) => problem)));
  const order = once(() => toReadingOrder(map));
  let news = once(() => newestFirst(order().filter(isNews)));
  let navigation = once(() => toNavigation(map));

  /** Pages keep their place in the order of names; titles and what is sorted by date are made again. */
  function refreshMentions(nodes: SiteNode[]): void {
    for (const node of nodes) node.title = titleOf(node);
    news = once(() => newestFirst(order().filter(isNews)));
    navigation = once(() => toNavigation(map));
  }

  return {
    map,
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
      return true;
    },
  };
}

function find({ nodes, problems }: SiteMap, address: string): Found | undefined {
  const known = problems.get(address);
  if (known) return { kind: 'problem', title: known.title, problem: known.problem };
  const node = nodes.get(address);
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
