import { endOfPeriod, type Period, startOfPeriod, type WeekStart } from '../../../running/day.ts';
import { type CountedRun, sumByPeriod } from '../../../running/history/totals.ts';

export interface TotalBar {
  /** First day of the period. */
  start: string;
  metres: number;
  /** The same month a year earlier. */
  before?: number;
}

/** The bars of one year's weeks or months, or of all years; periods without a run have zero, also future ones of this year. */
export function chartTotals(
  runs: readonly CountedRun[],
  period: Period,
  year: number,
  weekStart: WeekStart,
): TotalBar[] {
  const sums = new Map(sumByPeriod(runs, period, weekStart).map(({ start, metres }) => [start, metres]));
  if (period === 'year') return [...sums].map(([start, metres]) => ({ start, metres }));
  const bars: TotalBar[] = [];
  const end = `${year + 1}-01-01`;
  for (
    let start = startOfPeriod(`${year}-01-01`, period, weekStart);
    start < end;
    start = endOfPeriod(start, period)
  ) {
    const bar = { start, metres: sums.get(start) ?? 0 };
    bars.push(period === 'month' ? { ...bar, before: sums.get(`${year - 1}${start.slice(4)}`) ?? 0 } : bar);
  }
  return bars;
}

/** The years from the first run to now, newest first, without gaps. */
export function yearsOf(runs: readonly { day: string }[], today: string): number[] {
  let first = Number(today.slice(0, 4));
  let last = 0;
  for (const { day } of runs) {
    const year = Number(day.slice(0, 4));
    if (year < first) first = year;
    if (year > last) last = year;
  }
  if (last === 0) last = first;
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => last - index);
}
