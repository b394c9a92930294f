import { parseFilter, toQuery } from '../../names/filter-query.ts';
import { suggestNames } from '../../names/find-name.ts';
import { searchNames } from '../../names/search.ts';
import type { NameSource } from './name-source.ts';
import { type NamesAnswer, searchPath } from './names-answer.ts';

const suggested = 8;
const maxPrefixLength = 40;

const type = 'application/json; charset=utf-8';

/**
 * `GET /baby-names/search.json`: the explorer's search while the user types. `?complete=kath` returns names with this prefix, anything else
 * is a filter. The response is the same for all visitors.
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
