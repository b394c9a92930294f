import type { NameFilter } from './filter.ts';
import { parseFilter, toQuery } from './filter-query.ts';

/** What the page of one name shows beside the name. All of it is in the address. */
export interface NameState {
  /** Set beside the names, to hear how they go together. */
  surname: string;
  /** What the charts show. */
  chart: 'share' | 'rank';
}

/** What the page of all names shows: the explorer, or a comparison. */
export interface NamesState extends NameState {
  filter: NameFilter;
  compare: string[];
}

/** The most lines that can be told apart on one chart. */
export const maxCompared = 6;
const maxNameLength = 40;

export function parseView(query: URLSearchParams): { state: NamesState; notes: string[] } {
  const { filter, notes } = parseFilter(query);
  const compare = query
    .getAll('compare')
    .flatMap((written) => written.split(','))
    // One more than can be compared, so that the excess is noted.
    .slice(0, maxCompared + 1)
    .map(toName)
    .filter((name) => name !== '');
  const chart = query.get('chart') ?? 'share';
  if (chart !== 'share' && chart !== 'rank')
    notes.push(`“${toName(chart)}” is no value of “chart” and was left out.`);
  const state: NamesState = {
    filter,
    compare: [...new Set(compare)],
    surname: toName(query.get('surname') ?? ''),
    chart: chart === 'rank' ? 'rank' : 'share',
  };
  return { state, notes };
}

/** A name as it was typed, in one line and not too long. */
export function toName(written: string): string {
  const text = written.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return [...text].slice(0, maxNameLength).join('').trim();
}

/** The one query of a state: `?ends=lyn`, or nothing for the default state. */
export function toViewQuery({ filter, compare, ...shown }: NamesState): string {
  const query = new URLSearchParams(toQuery(filter));
  for (const each of compare) query.append('compare', each);
  return finish(query, shown);
}

/** The same for the page of one name. */
export function toNameQuery(state: NameState): string {
  return finish(new URLSearchParams(), state);
}

function finish(query: URLSearchParams, { surname, chart }: NameState): string {
  if (surname !== '') query.set('surname', surname);
  if (chart !== 'share') query.set('chart', chart);
  const written = query.toString();
  return written === '' ? '' : `?${written}`;
}
