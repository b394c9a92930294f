import type { NameFilter } from './filter.ts';
import { parseFilter } from './filter-query.ts';
import { suggestNames } from './find-name.ts';
import type { Names } from './names.ts';
import { type SearchResult, searchNames } from './search.ts';

export interface FoundNames {
  /** As it was understood. */
  filter: NameFilter;
  /** Messages for the visitor about what was left out. */
  notes: string[];
  result: SearchResult;
}

const suggested = 8;
export const maxPrefixLength = 40;

/** What is asked while a visitor types: `complete=kath` asks for names that begin so, anything else is a filter. */
export function answerQuestion(names: Names, query: URLSearchParams): FoundNames | { names: string[] } {
  const beginning = query.get('complete')?.slice(0, maxPrefixLength);
  if (beginning !== undefined) return { names: suggestNames(names, beginning, suggested) };
  const { filter, notes } = parseFilter(query);
  const result = searchNames(names, filter);
  return { filter: { ...filter, page: result.page }, notes, result };
}
