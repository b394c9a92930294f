import { type ComparedName, compareNames } from './compare.ts';
import { normalizeName } from './find-name.ts';
import { describeName, type NameDetail } from './name-detail.ts';
import type { Names } from './names.ts';
import { type SearchResult, searchNames } from './search.ts';
import { maxCompared, type NameState, type NamesState, parseView } from './view-query.ts';

/** The data of the page of all names. */
export interface NamesView {
  state: NamesState;
  /** Messages for the visitor about parts of the address that were not understood or not found. */
  notes: string[];
  result: SearchResult;
  compared?: ComparedName[];
  source: NamesSource;
}

/** The data of the page of one name. */
export interface NameView {
  state: NameState;
  detail: NameDetail;
  source: NamesSource;
}

export interface NamesSource {
  firstYear: number;
  lastYear: number;
  names: number;
  rows: number;
  children: number;
  /** Children that are listed in each year; only where a chart needs them. */
  births?: Names['births'];
}

/** The data of the page for any address. It never fails because of the query. */
export async function createNamesView(names: Names, query: URLSearchParams): Promise<NamesView> {
  const { state, notes } = parseView(query);
  const result = searchNames(names, state.filter);
  // A page beyond the last is the last, in the address as well.
  if (state.filter.page > result.page)
    notes.push(`There is no page ${state.filter.page}; this is the last one.`);
  state.filter = { ...state.filter, page: result.page };
  const view: NamesView = { state, notes, result, source: describeSource(names) };
  if (state.compare.length > 0) await addComparison(names, view);
  if (view.compared) view.source.births = names.births;
  return view;
}

/** Undefined for a name that is in none of the lists. */
export async function createNameView(
  names: Names,
  written: string,
  query: URLSearchParams,
): Promise<NameView | undefined> {
  const detail = await describeName(names, written);
  if (!detail) return undefined;
  const { surname, chart } = parseView(query).state;
  return {
    state: { surname, chart },
    detail,
    source: { ...describeSource(names), births: names.births },
  };
}

async function addComparison(names: Names, view: NamesView): Promise<void> {
  const { state, notes } = view;
  const { compared, unknown } = await compareNames(names, state.compare);
  for (const name of unknown)
    notes.push(`“${name}” is in none of the lists and was left out of the comparison.`);
  const listed = [...new Set(state.compare.map(normalizeName))].length - unknown.length;
  if (listed > maxCompared)
    notes.push(`${maxCompared} names can be compared at once; the others were left out.`);
  state.compare = compared.map(({ name }) => name);
  if (compared.length > 0) view.compared = compared;
}

function describeSource({ firstYear, lastYear, spellings, rows, births }: Names): NamesSource {
  const children = [...births.girls, ...births.boys].reduce((sum, count) => sum + count, 0);
  return { firstYear, lastYear, names: spellings.length, rows, children };
}
