import { parseListPath, toListAddress } from '../../app/list-address.ts';
import type { Head } from '../../app/page-data.ts';
import type { FoundPage, ReadPage } from './page-reader.ts';

/** For an exported site, whose pages are files: the pages of a list have paths, `/posts/page/2`, in place of queries. */
export function withListPaths(readPage: ReadPage): ReadPage {
  return async (path, query, audience) => {
    const found = await readPage(path, query, audience);
    if (found) return toPaths(found);
    const asked = parseListPath(path);
    if (!asked) return undefined;
    const page = await readPage(asked.path, new URLSearchParams({ page: String(asked.page) }), audience);
    // What is no list has no second page.
    const { data } = page?.page ?? { data: null };
    return page && data !== null && 'list' in data && data.list.page === asked.page
      ? toPaths(page)
      : undefined;
  };
}

function toPaths(found: FoundPage): FoundPage {
  const { page } = found;
  if (page.data === null || !('list' in page.data)) return found;
  const data = { ...page.data, list: { ...page.data.list, inPaths: true as const } };
  return { ...found, page: { ...page, head: toHead(page.head), data }, key: toPath(found.key) };
}

function toHead({ canonical, prev, next, ...head }: Head): Head {
  return {
    ...head,
    ...(canonical && { canonical: toPath(canonical) }),
    ...(prev && { prev: toPath(prev) }),
    ...(next && { next: toPath(next) }),
  };
}

/** Of an address with its query. */
function toPath(address: string): string {
  const [, path = address, page] = /^(.*)\?page=(\d+)$/.exec(address) ?? [];
  return page === undefined ? address : toListAddress({ path, inPaths: true }, Number(page));
}
