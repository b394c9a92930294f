import type { BestEffort } from '../analysis/best-efforts.ts';
import { addDays } from '../day.ts';
import { sumByPeriod } from './totals.ts';

export interface RecordRun {
  day: string;
  start: number;
  metres: number;
  moving: number;
  elapsed: number;
  gain: number | undefined;
  efforts: { elapsed: BestEffort[]; moving: BestEffort[] };
}

export interface PersonalBest<R> {
  run: R;
  metres: number;
  seconds: number;
}

/** The best times over one distance as they fell, oldest first: each is faster than all before it. */
export function findPersonalBests<R extends Pick<RecordRun, 'start' | 'efforts'>>(
  runs: readonly R[],
  metres: number,
  clock: 'elapsed' | 'moving' = 'elapsed',
): PersonalBest<R>[] {
  const bests: PersonalBest<R>[] = [];
  for (const run of runs.toSorted((a, b) => a.start - b.start)) {
    const effort = run.efforts[clock].find((each) => each.metres === metres);
    const before = bests.at(-1);
    if (effort && (!before || effort.seconds < before.seconds))
      bests.push({ run, metres, seconds: effort.seconds });
  }
  return bests;
}

/** The fastest times over one distance, one for each run, fastest first. */
export function findFastest<R extends Pick<RecordRun, 'start' | 'efforts'>>(
  runs: readonly R[],
  metres: number,
  clock: 'elapsed' | 'moving' = 'elapsed',
  count = 10,
): PersonalBest<R>[] {
  return runs
    .flatMap((run) => {
      const effort = run.efforts[clock].find((each) => each.metres === metres);
      return effort ? [{ run, metres, seconds: effort.seconds }] : [];
    })
    .sort((a, b) => a.seconds - b.seconds || a.run.start - b.run.start)
    .slice(0, count);
}

export interface Records<R> {
  farthest: R | undefined;
  longest: R | undefined;
  highest: R | undefined;
  week: { start: string; metres: number } | undefined;
  month: { start: string; metres: number } | undefined;
  streak: { start: string; days: number } | undefined;
}

/** Records that are no race: the farthest, the longest, the most climbing, the best week and month, the most days in a row. */
export function findRecords<R extends RecordRun>(runs: readonly R[]): Records<R> {
  const maxBy = (value: (run: R) => number) =>
    runs.reduce<R | undefined>(
      (best, run) => (value(run) > (best ? value(best) : 0) ? run : best),
      undefined,
    );
  const bestOf = (period: 'week' | 'month') =>
    sumByPeriod(runs, period).reduce<{ start: string; metres: number } | undefined>(
      (best, { start, metres }) => (metres > (best?.metres ?? 0) ? { start, metres } : best),
      undefined,
    );
  return {
    farthest: maxBy(({ metres }) => metres),
    longest: maxBy(({ moving }) => moving),
    highest: maxBy(({ gain }) => gain ?? 0),
    week: bestOf('week'),
    month: bestOf('month'),
    streak: findStreak(runs.map(({ day }) => day)),
  };
}

function findStreak(days: string[]): { start: string; days: number } | undefined {
  let best: { start: string; days: number } | undefined;
  let current = { start: '', days: 0 };
  for (const day of [...new Set(days)].sort()) {
    const continues = current.days > 0 && addDays(current.start, current.days) === day;
    current = continues ? { ...current, days: current.days + 1 } : { start: day, days: 1 };
    if (current.days > (best?.days ?? 0)) best = current;
  }
  return best;
}
