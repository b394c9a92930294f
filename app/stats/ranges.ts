import { type Filters, filterKinds, readFilters } from './filters.ts';

/** The periods of /stats, as they are in its address: `?range=7d&compare=off&page=/about`. */
export const ranges = [
  { name: 'today', title: 'Today', before: 'yesterday up to this hour' },
  { name: '7d', title: '7 days', before: 'the previous 7 days' },
  { name: '30d', title: '30 days', before: 'the previous 30 days' },
  { name: '12m', title: '12 months', before: 'the previous 12 months' },
  { name: 'all', title: 'All time', before: '' },
] as const;

export type Range = (typeof ranges)[number];
const defaultState: Range = ranges[2];

export interface StatsState {
  range: Range;
  compare: boolean;
  filters: Filters;
}

export function readState(query: URLSearchParams): StatsState {
  return {
    range: ranges.find(({ name }) => name === query.get('range')) ?? defaultState,
    compare: query.get('compare') !== 'off',
    filters: readFilters(query),
  };
}

/** The address of a state, without defaults. */
export function addressOf({ range, compare, filters }: StatsState): string {
  const query = new URLSearchParams({
    ...(range !== defaultState && { range: range.name }),
    ...(!compare && { compare: 'off' }),
  });
  for (const kind of filterKinds) if (filters[kind]) query.set(kind, filters[kind]);
  // A slash may stand in a query as it is, and a path is easier to read with it.
  return query.size > 0 ? `/stats?${query.toString().replaceAll('%2F', '/')}` : '/stats';
}

/** The query to the database. Wire names: the parameters of `page_view_report`. */
export interface ReportQuery {
  last_day: string;
  first_day: string | null;
  unit: 'hour' | 'auto';
  filters: Filters;
}

/** `today` is the day in the site's time zone. */
export function toReportQuery({ range, filters }: Omit<StatsState, 'compare'>, today: string): ReportQuery {
  return { ...toDays(range, today), filters };
}

function toDays({ name }: Range, today: string): Omit<ReportQuery, 'filters'> {
  const day = (back: number) => {
    const date = new Date(`${today}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - back);
    return date.toISOString().slice(0, 10);
  };
  if (name === 'today') return { last_day: today, first_day: today, unit: 'hour' };
  if (name === '7d') return { last_day: today, first_day: day(6), unit: 'auto' };
  if (name === '30d') return { last_day: today, first_day: day(29), unit: 'auto' };
  if (name === '12m') return { last_day: today, first_day: elevenMonthsBack(today), unit: 'auto' };
  return { last_day: today, first_day: null, unit: 'auto' };
}

/** Whole months, including the current one. */
function elevenMonthsBack(today: string): string {
  const date = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - 11);
  return date.toISOString().slice(0, 10);
}

/** Day and hour in a time zone. */
export function timeIn(timeZone: string, now = new Date()): { day: string; hour: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return { day: `${part('year')}-${part('month')}-${part('day')}`, hour: Number(part('hour')) };
}
