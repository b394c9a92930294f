import type { LocalNavigation, NavigationNode, Neighbours } from '../document.ts';
import { isBelowPosts, isListed, postsOf, type SiteMap, type SiteNode } from './site-map.ts';

/** Siblings shown beside a page. */
export const MAX_SIBLINGS = 24;

/** The full tree below /posts of a language. */
export function toNavigation(map: SiteMap, prefix: string): NavigationNode[] {
  return (map.nodes.get(postsOf(prefix))?.children ?? []).map(toNavigationNode);
}

function toNavigationNode(node: SiteNode): NavigationNode {
  const { title, path, children } = node;
  const entry: NavigationNode = { title, path, page: isListed(node) };
  if (children.length > 0) entry.children = children.map(toNavigationNode);
  return entry;
}

/** The navigation beside one page: its parent folders, and a bounded number of its siblings. */
export function toLocalNavigation(node: SiteNode): LocalNavigation | undefined {
  if (!isBelowPosts(node)) return undefined;
  const isFolder = node.children.length > 0 || node.path === postsOf(node.prefix);
  const folder = isFolder ? node : node.parent;
  if (!folder) return undefined;
  const trail: LocalNavigation['trail'] = [];
  for (let above: SiteNode | undefined = folder; above && isBelowPosts(above); above = above.parent) {
    trail.unshift({ title: above.title, path: above.path });
  }
  const all = folder.children;
  const current = all.indexOf(node);
  // A page that is not in the navigation is beside no other.
  if (folder !== node && current < 0) return { trail, siblings: [], more: true };
  const start = Math.max(0, Math.min(current - MAX_SIBLINGS / 2, all.length - MAX_SIBLINGS));
  const shown = all.slice(start, start + MAX_SIBLINGS);
  const siblings = shown.map((sibling) => ({
    title: sibling.title,
    path: sibling.path,
    ...(sibling.children.length > 0 && { folder: true as const }),
    ...(sibling === node && { current: true as const }),
  }));
  return { trail, siblings, ...(shown.length < all.length && { more: true as const }) };
}

/**
 * Every page below /posts in navigation order, a folder's own page before what is in it, one language after the other. Sets `place` on each
 * node.
 */
export function toReadingOrder(map: SiteMap): SiteNode[] {
  const order: SiteNode[] = [];
  const visit = (node: SiteNode): void => {
    if (isListed(node)) node.place = order.push(node) - 1;
    for (const child of node.children) visit(child);
  };
  for (const prefix of map.prefixes)
    for (const node of map.nodes.get(postsOf(prefix))?.children ?? []) visit(node);
  return order;
}

/** The pages before and after one in the reading order. */
export function toNeighbours(order: SiteNode[], { place, prefix }: SiteNode): Neighbours {
  if (place === undefined) return {};
  const previous = order[place - 1];
  const next = order[place + 1];
  const isShown = (node: SiteNode | undefined) => node?.prefix === prefix;
  return {
    ...(previous && isShown(previous) && { previous: { title: previous.title, path: previous.path } }),
    ...(next && isShown(next) && { next: { title: next.title, path: next.path } }),
  };
}
