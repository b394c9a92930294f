import { parseFilter, toQuery } from '../../names/filter-query.ts';
import { suggestNames } from '../../names/find-name.ts';
import { searchNames } from '../../names/search.ts';
import type { NameSource } from './name-source.ts';
import { type NamesAnswer, searchPath } from './names-answer.ts';

const suggested = 8;
const maxPrefixLength = 40;

const type = 'application/json; charset=utf-8';

/**
 * `GET /baby-names/search.json`: what the explorer asks for while somebody types. `?complete=kath` gives the names that begin so, anything else is
 * a filter. The answer is the same for everybody.
 */
export async function answerSearch(source: NameSource, query: URLSearchParams): Promise<NamesAnswer> {
  const names = await source.read();
  const beginning = query.get('complete')?.slice(0, maxPrefixLength);
  if (beginning !== undefined)
    return {
      key: `${searchPath} complete ${beginning}`,
      type,
      body: JSON.stringify({ names: suggestNames(names, beginning, suggested) }),
    };
  const { filter, notes } = parseFilter(query);
  const result = searchNames(names, filter);
  const asked = { ...filter, page: result.page };
  return {
    key: `${searchPath} ${toQuery(asked)} ${notes.join(' ')}`,
    type,
    body: JSON.stringify({ filter: asked, notes, result }),
  };
}
