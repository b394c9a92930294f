import type { PageList, PageSummary } from '../document.ts';
import type { PageFile, ReadablePage } from '../files/content-files.ts';
import { isListed, POSTS, type SiteNode } from './site-map.ts';

export function toSummary(page: ReadablePage): PageSummary {
  const { title, description, date, tags } = page.metadata;
  return {
    path: page.address,
    title,
    ...(description !== undefined && { description }),
    ...(date !== undefined && { date }),
    tags,
  };
}

/**
 * A folder's list: the folders in it, and one page of its pages; a folder that holds only folders lists the pages in those, so that a
 * visitor sees articles and not only folders. Undefined for a page that has nothing below it.
 */
export function toPageList(node: SiteNode, options: { page: number; size: number }): PageList | undefined {
  if (node.children.length === 0 && node.path !== POSTS && !node.holdsGuarded) return undefined;
  const folders = node.children.filter((child) => child.children.length > 0);
  const own = node.children.filter(isListedPage);
  const pages = newestFirst(own.length > 0 ? own : pagesBelow(node));
  const size = Math.max(1, options.size);
  const page = Math.max(1, options.page);
  const description = node.page?.metadata.description;
  return {
    title: node.page?.metadata.title ?? node.title,
    path: node.path,
    ...(description !== undefined && { description }),
    folders: folders.map((folder) => ({ title: folder.title, path: folder.path, count: countPages(folder) })),
    pages: pages
      .slice((page - 1) * size, page * size)
      .flatMap((child) => (child.page ? [toSummary(child.page)] : [])),
    page,
    pageCount: Math.max(1, Math.ceil(pages.length / size)),
    total: pages.length,
  };
}

function isListedPage(node: SiteNode): boolean {
  return node.children.length === 0 && isListed(node);
}

function pagesBelow(folder: SiteNode): SiteNode[] {
  return folder.children.flatMap((child) => (isListedPage(child) ? [child] : pagesBelow(child)));
}

function countPages(folder: SiteNode): number {
  return folder.children.reduce(
    (count, child) => count + (child.children.length > 0 ? countPages(child) : 0) + (isListed(child) ? 1 : 0),
    0,
  );
}

/** Dated pages, newest first, then the others in the order they came in. */
export function newestFirst(nodes: SiteNode[]): SiteNode[] {
  return nodes.toSorted((one, other) => compareDates(dateOf(one), dateOf(other)));
}

function compareDates(one: string, other: string): number {
  return one > other ? -1 : one < other ? 1 : 0;
}

function dateOf({ page }: { page?: Pick<PageFile, 'metadata'> }): string {
  return page?.metadata?.date ?? '';
}

/** A folder's own page introduces a list; it is news only when it has a date of its own. */
export function isNews(node: SiteNode): boolean {
  return node.children.length === 0 || node.page?.metadata.date !== undefined;
}
