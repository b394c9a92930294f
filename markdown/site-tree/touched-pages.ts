import { type CollectionKind, type Collections, parseKey } from './collections.ts';
import { MAX_SIBLINGS } from './navigation.ts';
import { isBelowPosts, postsOf, type SiteNode } from './site-map.ts';

/** Where a collection is shown. */
const pathsOf: Record<CollectionKind, (name: string, prefix: string) => string[]> = {
  // The front page shows the newest articles.
  folder: (name, prefix) => (name === postsOf(prefix) ? [name, prefix || '/'] : [name]),
  tag: (name, prefix) => [`${prefix}/tags/${name}`, `${prefix}/tags`],
  author: (name, prefix) => [`${prefix}/authors/${name}`],
  year: (name, prefix) => [`${prefix}/archive/${name}`, `${prefix}/archive`],
  month: (name, prefix) => [`${prefix}/archive/${name}`],
  // Its own parts show it.
  series: () => [],
};

/**
 * The addresses of all pages that name a page: itself, its neighbors, the pages beside it, its lists, the parts of its series. A folder
 * is named on every page below it.
 */
export function addTouchedPages(
  touched: Set<string>,
  node: SiteNode,
  order: readonly SiteNode[],
  collections: Collections,
): void {
  touched.add(node.path);
  if (node.children.length > 0) addBelow(touched, node);
  if (node.place !== undefined && order[node.place] === node) {
    for (const place of [node.place - 1, node.place + 1]) addPath(touched, order[place]);
  }
  addSiblings(touched, node);
  for (const key of node.collections ?? []) {
    const { kind, prefix, name } = parseKey(key);
    for (const path of pathsOf[kind](name, prefix)) touched.add(path);
    if (kind === 'series') for (const part of collections.get('series', prefix, name)) touched.add(part.path);
  }
}

/** Each page shows at most MAX_SIBLINGS of its folder, so that only the nearest of them name it. */
function addSiblings(touched: Set<string>, node: SiteNode): void {
  const { parent } = node;
  if (!parent || !isBelowPosts(node)) return;
  touched.add(parent.path);
  const place = parent.children.indexOf(node);
  if (place < 0) return;
  const first = Math.max(0, place - MAX_SIBLINGS);
  for (const sibling of parent.children.slice(first, place + MAX_SIBLINGS + 1)) touched.add(sibling.path);
}

function addBelow(touched: Set<string>, node: SiteNode): void {
  for (const child of node.children) {
    touched.add(child.path);
    addBelow(touched, child);
  }
}

function addPath(touched: Set<string>, node: SiteNode | undefined): void {
  if (node) touched.add(node.path);
}
