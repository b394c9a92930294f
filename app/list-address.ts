import type { PageList } from '../markdown/document.ts';

/** The address of a page of a list. On an exported site each is a file, and the name of a file has no query. */
export function toListAddress({ path, inPaths }: Pick<PageList, 'path' | 'inPaths'>, page: number): string {
  if (page === 1) return path;
  return inPaths ? `${path === '/' ? '' : path}/page/${page}` : `${path}?page=${page}`;
}

/** The list and the page of such a path; undefined for any other path. */
export function parseListPath(path: string): { path: string; page: number } | undefined {
  const [, list, page] = /^(.*)\/page\/([2-9]|[1-9]\d{1,6})$/.exec(path) ?? [];
  return list === undefined ? undefined : { path: list || '/', page: Number(page) };
}
