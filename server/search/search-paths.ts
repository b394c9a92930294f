/** The page of results, and the answer that the search dialog reads. */
export const searchPath = '/search';
export const searchDataPath = '/search.json';

/** Everything that asks the index a question: each request counts towards the limit of its address. */
export function isQuestion({ pathname, searchParams }: URL): boolean {
  const path = pathname === '/page.json' ? (searchParams.get('path') ?? '') : pathname;
  return /^\/search(\.json|\/_payload\.json|\/)?($|\?)/.test(path);
}
