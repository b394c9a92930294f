import type { LocalNavigation, NavigationNode, Neighbours, PageList, PageSummary } from '../document.ts';
import { toAddress } from '../files/page-address.ts';
import type { SiteNode } from './site-map.ts';
import type { SiteView } from './site-view.ts';

/** What pages say about other pages: lists, menus and neighbours. */
export interface Listings {
  list(path: string, options: { page: number; size: number }): PageList | undefined;
  /** Newest first, only pages under /posts. */
  latest(count: number): { pages: PageSummary[]; total: number };
  navigation(): NavigationNode[];
  localNavigation(path: string): LocalNavigation | undefined;
  neighbours(path: string): Neighbours;
}

/** `view` is called each time, because it changes with the content. */
export function createListings(view: () => SiteView): Listings {
  return {
    list(path, paging) {
      const node = findNode(view(), path);
      return node && view().list(node, paging);
    },
    latest: (count) => view().latest(count),
    navigation: () => view().navigation(),
    localNavigation(path) {
      const node = findNode(view(), path);
      return node && view().localNavigation(node);
    },
    neighbours(path) {
      const node = findNode(view(), path);
      return node ? view().neighbours(node) : {};
    },
  };
}

/** `path` may be percent-encoded or not. */
export function findNode({ map }: SiteView, path: string): SiteNode | undefined {
  const address = toAddress(path);
  return address === undefined ? undefined : map.nodes.get(address);
}
