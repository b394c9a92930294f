import type { NameFilter } from './filter.ts';
import { parseFilter, toQuery } from './filter-query.ts';

/** What the page shows: the explorer, and above it a name or a comparison. All of it is in the address. */
export interface NamesState {
  filter: NameFilter;
  /** The name whose details are shown, as it was typed. */
  name: string;
  compare: string[];
  /** Set beside the names, to hear how they go together. */
  surname: string;
  /** What the charts show. */
  chart: 'share' | 'rank';
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
    name: toName(query.get('name') ?? ''),
    compare: [...new Set(compare)],
    surname: toName(query.get('surname') ?? ''),
    chart: chart === 'rank' ? 'rank' : 'share',
  };
  return { state, notes };
}

function toName(written: string): string {
  const text = written.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return [...text].slice(0, maxNameLength).join('').trim();
}

/** The one address of a state: `?name=Emma`, or nothing for the default state. */
export function toViewQuery({ filter, name, compare, surname, chart }: NamesState): string {
  const query = new URLSearchParams(toQuery(filter));
  if (name !== '') query.set('name', name);
  for (const each of compare) query.append('compare', each);
  if (surname !== '') query.set('surname', surname);
  if (chart !== 'share') query.set('chart', chart);
  const written = query.toString();
  return written === '' ? '' : `?${written}`;
}
