import type { ReadablePage } from '../files/content-files.ts';
import { addBySortKey, createPageNode, isListed, type SiteMap, type SiteNode, titleOf } from './site-map.ts';

/**
 * Puts a new page into the map. Undefined where more than one place changes, so that the map has to be built again: for the first page of a
 * folder, a folder's own page, or an address that is taken.
 */
export function insertPage({ nodes, problems }: SiteMap, page: ReadablePage): SiteNode | undefined {
  const parent = nodes.get(page.folder.address ?? '/');
  if (!parent || page.isIndex || nodes.has(page.address) || problems.has(page.address)) return undefined;
  if (parent.children.length === 0 && parent.path !== '/') return undefined;
  const node = createPageNode(page, parent);
  node.page = page;
  node.title = titleOf(node);
  nodes.set(page.address, node);
  if (isListed(node)) addBySortKey(parent.children, node);
  return node;
}

/** Takes a page out of the map. False where the map has to be built again: the folder would be empty, or be without its own page. */
export function removePage({ nodes, problems }: SiteMap, page: ReadablePage): boolean {
  const node = nodes.get(page.address);
  const siblings = node?.parent?.children;
  if (!siblings || node.page !== page || page.isIndex || problems.has(page.address)) return false;
  if (node.children.length > 0) return false;
  nodes.delete(node.path);
  const place = siblings.indexOf(node);
  if (place >= 0) siblings.splice(place, 1);
  return siblings.length > 0 || node.parent?.path === '/';
}
