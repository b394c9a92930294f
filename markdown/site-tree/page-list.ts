import type { PageList, PageSummary } from '../document.ts';
import type { ReadablePage } from '../files/content-files.ts';
import { postsOf, type SiteNode } from './site-map.ts';
import { toTagLink } from './tags.ts';

export interface Paging {
  /** From 1. */
  page: number;
  size: number;
}

export function toSummary(page: ReadablePage): PageSummary {
  const { title, description, date, tags } = page.metadata;
  return {
    path: page.address,
    title,
    ...(description !== undefined && { description }),
    ...(date !== undefined && { date }),
    tags: tags.map((tag) => toTagLink(tag, page.folder.prefix)),
  };
}

export function toSummaries(nodes: readonly SiteNode[]): PageSummary[] {
  return nodes.flatMap(({ page }) => (page ? [toSummary(page)] : []));
}

/** One page of a sorted list. */
export function toListPage(articles: readonly SiteNode[], { page, size }: Paging) {
  const wanted = Math.max(1, page);
  const length = Math.max(1, size);
  return {
    pages: toSummaries(articles.slice((wanted - 1) * length, wanted * length)),
    page: wanted,
    pageCount: Math.max(1, Math.ceil(articles.length / length)),
    total: articles.length,
  };
}

/** A folder's list: the folders in it, and one page of all articles below it. Undefined for a page that has nothing below it. */
export function toFolderList(
  node: SiteNode,
  articlesIn: (folder: SiteNode) => readonly SiteNode[],
  paging: Paging,
): PageList | undefined {
  if (node.children.length === 0 && node.path !== postsOf(node.prefix) && !node.holdsGuarded)
    return undefined;
  const description = node.page?.metadata.description;
  const folders = node.children.filter((child) => child.children.length > 0);
  return {
    title: node.page?.metadata.title ?? node.title,
    path: node.path,
    ...(description !== undefined && { description }),
    folders: folders.map((folder) => ({
      title: folder.title,
      path: folder.path,
      count: articlesIn(folder).length,
    })),
    ...toListPage(articlesIn(node), paging),
  };
}
