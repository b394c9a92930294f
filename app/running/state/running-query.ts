import { effortDistances } from '../../../running/analysis/best-efforts.ts';
import type { Period } from '../../../running/day.ts';
import type { Unit } from '../../../running/units.ts';

/** The state of the list in the address, also in that of a run: `?year=2026&sort=-metres&gear=Red+shoes`. */
export interface RunningQuery {
  unit: Unit | undefined;
  /** The year of calendar, totals and poster; the newest one when left out. */
  year: number | undefined;
  totals: Period;
  /** Distance and clock of the chart of personal bests. */
  effort: number | undefined;
  clock: 'elapsed' | 'moving';
  /** The table: search, year, shoes, distance and order. */
  search: string;
  inYear: number | undefined;
  gear: string;
  distance: DistanceClass | undefined;
  sort: SortKey;
  ascending: boolean;
  /** All rows, and not only the first ones. */
  all: boolean;
}

export type SortKey = 'day' | 'name' | 'metres' | 'moving' | 'pace' | 'gain' | 'heart';
export type DistanceClass = '0-5' | '5-10' | '10-21' | '21-';

export const distanceClasses: readonly DistanceClass[] = ['0-5', '5-10', '10-21', '21-'];
const sortKeys: readonly SortKey[] = ['day', 'name', 'metres', 'moving', 'pace', 'gain', 'heart'];
const periods: readonly Period[] = ['week', 'month', 'year'];

export const defaultQuery: RunningQuery = {
  unit: undefined,
  year: undefined,
  totals: 'month',
  effort: undefined,
  clock: 'elapsed',
  search: '',
  inYear: undefined,
  gear: '',
  distance: undefined,
  sort: 'day',
  ascending: false,
  all: false,
};

/** Invalid values become the defaults. */
export function readQuery(query: URLSearchParams): RunningQuery {
  const sort = query.get('sort') ?? '';
  const key = sortKeys.find((each) => each === sort.replace(/^-/, ''));
  return {
    unit: oneOf(['km', 'mi'], query.get('unit')),
    year: readYear(query.get('year')),
    totals: oneOf(periods, query.get('totals')) ?? defaultQuery.totals,
    effort: effortDistances.find(({ metres }) => String(metres) === query.get('effort'))?.metres,
    clock: query.get('clock') === 'moving' ? 'moving' : 'elapsed',
    search: (query.get('q') ?? '').slice(0, 100),
    inYear: readYear(query.get('in')),
    gear: (query.get('gear') ?? '').slice(0, 200),
    distance: oneOf(distanceClasses, query.get('distance')),
    sort: key ?? defaultQuery.sort,
    ascending: key !== undefined && !sort.startsWith('-'),
    all: query.get('rows') === 'all',
  };
}

/** The state as a query; defaults are left out. Begins with `?` unless it is empty. */
export function writeQuery(state: RunningQuery): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') query.set(name, String(value));
  };
  put('unit', state.unit);
  put('year', state.year);
  put('totals', state.totals === defaultQuery.totals ? undefined : state.totals);
  put('effort', state.effort);
  put('clock', state.clock === 'moving' ? 'moving' : undefined);
  put('q', state.search);
  put('in', state.inYear);
  put('gear', state.gear);
  put('distance', state.distance);
  const isDefault = state.sort === defaultQuery.sort && !state.ascending;
  put('sort', isDefault ? undefined : `${state.ascending ? '' : '-'}${state.sort}`);
  put('rows', state.all ? 'all' : undefined);
  return query.size > 0 ? `?${query}` : '';
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}

function readYear(text: string | null): number | undefined {
  return text !== null && /^(19|20|21)\d\d$/.test(text) ? Number(text) : undefined;
}
