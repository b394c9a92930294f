import { type Languages, prefixOf, withoutPrefix } from '../../app/site-language.ts';

/** The page of results, in each language. */
export function isSearchPath(path: string, site: Languages): boolean {
  return withoutPrefix(path, site) === '/search';
}

/** What the search dialog reads, in each language: the beginning of its addresses, or undefined for another path. */
export function searchDataPrefix(path: string, site: Languages): string | undefined {
  return withoutPrefix(path, site) === '/search.json' ? prefixOf(path, site) : undefined;
}

/** Everything that asks the index a question: each request counts toward the limit of its address. */
export function isQuestion({ pathname, searchParams }: URL, site: Languages): boolean {
  const path = pathname === '/page.json' ? (searchParams.get('path') ?? '') : pathname;
  return /^\/search(\.json|\/_payload\.json|\/)?($|\?)/.test(withoutPrefix(path, site));
}
