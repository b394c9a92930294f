import { addDays, daysBetween, type Period, startOfPeriod, type WeekStart } from '../day.ts';
import type { CountedRun } from './totals.ts';

type DatedRun = Pick<CountedRun, 'day' | 'metres' | 'moving'>;

export interface PeriodSum {
  runs: number;
  metres: number;
  moving: number;
}

/** A week, month or year until today, and the previous one up to the same day. */
export interface ComparedPeriod {
  period: Period;
  start: string;
  now: PeriodSum;
  before: PeriodSum;
}

export function comparePeriods(
  runs: readonly DatedRun[],
  today: string,
  weekStart: WeekStart = 'monday',
): ComparedPeriod[] {
  return (['week', 'month', 'year'] as const).map((period) => {
    const start = startOfPeriod(today, period, weekStart);
    const earlier = startOfPeriod(addDays(start, -1), period, weekStart);
    return {
      period,
      start,
      now: sumOf(runs, start, today),
      before: sumOf(runs, earlier, sameDay(period, start, earlier, today)),
    };
  });
}

/** Days are compared as strings, so February 31st works: it is after all days of February. */
function sameDay(period: Period, start: string, earlier: string, today: string): string {
  if (period === 'week') return addDays(earlier, daysBetween(start, today));
  return period === 'month' ? earlier.slice(0, 8) + today.slice(8) : earlier.slice(0, 4) + today.slice(4);
}

export function sumOf(runs: readonly DatedRun[], from: string, to: string): PeriodSum {
  const sum = { runs: 0, metres: 0, moving: 0 };
  for (const { day, metres, moving } of runs) {
    if (day < from || day > to) continue;
    sum.runs += 1;
    sum.metres += metres;
    sum.moving += moving;
  }
  return sum;
}
