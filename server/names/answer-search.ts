import { parseFilter, toQuery } from '../../names/filter-query.ts';
import { suggestNames } from '../../names/find-name.ts';
import { searchNames } from '../../names/search.ts';
import type { NameSource } from './name-source.ts';

/**
 * `GET /baby-names/search.json`: what the explorer asks for while somebody types. `?complete=kath` gives the names that begin so, anything else is
 * a filter. The answer is the same for everybody.
 */
export const searchPath = '/baby-names/search.json';

const suggested = 8;
const longestBeginning = 40;

export interface SearchAnswer {
  /** Under which the answer is kept. */
  key: string;
  body: string;
}

export async function answerSearch(source: NameSource, query: URLSearchParams): Promise<SearchAnswer> {
  const names = await source.read();
  const beginning = query.get('complete')?.slice(0, longestBeginning);
  if (beginning !== undefined)
    return {
      key: `${searchPath} complete ${beginning}`,
      body: JSON.stringify({ names: suggestNames(names, beginning, suggested) }),
    };
  const { filter, notes } = parseFilter(query);
  const result = searchNames(names, filter);
  const asked = { ...filter, page: result.page };
  return {
    key: `${searchPath} ${toQuery(asked)} ${notes.join(' ')}`,
    body: JSON.stringify({ filter: asked, notes, result }),
  };
}
