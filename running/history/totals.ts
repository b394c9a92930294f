import { addDays, daysBetween, endOfPeriod, type Period, startOfPeriod, type WeekStart } from '../day.ts';

export interface CountedRun {
  day: string;
  metres: number;
  moving: number;
  gain: number | undefined;
}

export interface PeriodTotals {
  /** First day of the period. */
  start: string;
  runs: number;
  metres: number;
  moving: number;
  gain: number;
}

/** Sums by week, month or year, oldest first; periods without a run between others are there with zeros. */
export function sumByPeriod(
  runs: readonly CountedRun[],
  period: Period,
  weekStart: WeekStart = 'monday',
): PeriodTotals[] {
  const totals = new Map<string, PeriodTotals>();
  for (const run of runs) {
    const start = startOfPeriod(run.day, period, weekStart);
    const sum = totals.get(start) ?? emptyTotals(start);
    sum.runs += 1;
    sum.metres += run.metres;
    sum.moving += run.moving;
    sum.gain += run.gain ?? 0;
    totals.set(start, sum);
  }
  const starts = [...totals.keys()].sort();
  const [first] = starts;
  const last = starts.at(-1);
  const result: PeriodTotals[] = [];
  for (
    let start = first;
    start !== undefined && last !== undefined && start <= last;
    start = endOfPeriod(start, period)
  ) {
    result.push(totals.get(start) ?? emptyTotals(start));
  }
  return result;
}

function emptyTotals(start: string): PeriodTotals {
  return { start, runs: 0, metres: 0, moving: 0, gain: 0 };
}

/** A type, because an interface does not fit the type of stored JSON. */
export type Goal = {
  period: Period;
  /** Meters, seconds in motion or runs. */
  of: 'metres' | 'moving' | 'runs';
  target: number;
};

export interface GoalProgress extends Goal {
  start: string;
  /** First day after the period. */
  end: string;
  done: number;
  /** What an even pace through the period would have reached by the end of today. */
  expected: number;
  /** The same by the end of yesterday: today's run may still come. 0 on the first day. */
  due: number;
  /** What each remaining day needs, today included; 0 when the goal is reached. */
  perDay: number;
}

export function measureGoal(
  goal: Goal,
  runs: readonly CountedRun[],
  today: string,
  weekStart: WeekStart = 'monday',
): GoalProgress {
  const start = startOfPeriod(today, goal.period, weekStart);
  const end = endOfPeriod(start, goal.period);
  const inside = runs.filter(({ day }) => day >= start && day < end);
  const { of } = goal;
  const done = of === 'runs' ? inside.length : inside.reduce((sum, run) => sum + run[of], 0);
  const byDay = (days: number) => (goal.target * days) / daysBetween(start, end);
  const due = byDay(daysBetween(start, today));
  const expected = byDay(daysBetween(start, addDays(today, 1)));
  const perDay = Math.max(0, goal.target - done) / daysBetween(today, end);
  return { ...goal, start, end, done, expected, due, perDay };
}
