import type { NameFilter } from './filter.ts';
import { parseFilter, toQuery } from './filter-query.ts';

/** What the page shows: the explorer, and above it a name or a comparison. All of it stands in the address. */
export interface NamesState {
  filter: NameFilter;
  /** The name that is looked at closely, as it was written. */
  name: string;
  compare: string[];
  /** Set beside the names, to hear how they go together. */
  surname: string;
  /** What the charts show. */
  chart: 'share' | 'rank';
}

/** So many lines can be told apart on one chart. */
export const mostCompared = 6;
const longestName = 40;

export function parseView(query: URLSearchParams): { state: NamesState; notes: string[] } {
  const { filter, notes } = parseFilter(query);
  const compare = query
    .getAll('compare')
    .flatMap((written) => written.split(','))
    // One more than can be compared, so that it is noticed and said.
    .slice(0, mostCompared + 1)
    .map(toName)
    .filter((name) => name !== '');
  const chart = query.get('chart') ?? 'share';
  if (chart !== 'share' && chart !== 'rank')
    notes.push(`“${toName(chart)}” is no value of “chart” and was left out.`);
  const state: NamesState = {
    filter,
    name: toName(query.get('name') ?? ''),
    compare: [...new Set(compare)],
    surname: toName(query.get('surname') ?? ''),
    chart: chart === 'rank' ? 'rank' : 'share',
  };
  return { state, notes };
}

function toName(written: string): string {
  const text = written.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return [...text].slice(0, longestName).join('').trim();
}

/** The one address of a state: `?name=Emma`, or nothing where nothing is asked. */
export function toViewQuery({ filter, name, compare, surname, chart }: NamesState): string {
  const query = new URLSearchParams(toQuery(filter));
  if (name !== '') query.set('name', name);
  for (const each of compare) query.append('compare', each);
  if (surname !== '') query.set('surname', surname);
  if (chart !== 'share') query.set('chart', chart);
  const written = query.toString();
  return written === '' ? '' : `?${written}`;
}
