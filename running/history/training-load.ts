import { addDays, daysBetween } from '../day.ts';

interface LoadedRun {
  day: string;
  /** Seconds. */
  moving: number;
  averageHeartRate: number | undefined;
}

export interface TrainingDay {
  day: string;
  load: number;
  /** What six weeks have built: the average load of a day, of which older days count less. */
  fitness: number;
  /** The same for one week: what the legs still feel. */
  fatigue: number;
}

/** Few runners know their heart rate at rest, and it changes the curve little. */
const restingHeartRate = 60;
const fitnessDays = 42;
const fatigueDays = 7;

/**
 * Fitness and fatigue of the last `days` days until today, after Banister: the load of a run is its time, weighted by the share of the
 * heart rate between rest and highest. A run without a heart rate has the load of an average minute of the others; without any heart rate
 * at all, the load is the time alone.
 */
export function measureTraining(
  runs: readonly LoadedRun[],
  { highest, today, days }: { highest: number; today: string; days: number },
): TrainingDay[] {
  const loads = sumLoads(runs, highest);
  const [first = today] = [...loads.keys()].sort();
  const shown = addDays(today, 1 - days);
  const result: TrainingDay[] = [];
  let fitness = 0;
  let fatigue = 0;
  const start = first < shown ? first : shown;
  for (let index = 0; index <= daysBetween(start, today); index++) {
    const day = addDays(start, index);
    const load = loads.get(day) ?? 0;
    fitness += (load - fitness) / fitnessDays;
    fatigue += (load - fatigue) / fatigueDays;
    if (day >= shown) result.push({ day, load, fitness, fatigue });
  }
  return result;
}

/** The load of each day with a run. */
function sumLoads(runs: readonly LoadedRun[], highest: number): Map<string, number> {
  const perMinute = ({ averageHeartRate = 0 }: LoadedRun) => weigh(averageHeartRate, highest);
  const measured = runs.filter((run) => perMinute(run) !== undefined);
  const minutes = measured.reduce((sum, { moving }) => sum + moving, 0);
  const average =
    minutes > 0 ? measured.reduce((sum, run) => sum + (perMinute(run) ?? 0) * run.moving, 0) / minutes : 1;
  const loads = new Map<string, number>();
  for (const run of runs) {
    const load = ((perMinute(run) ?? average) * run.moving) / 60;
    loads.set(run.day, (loads.get(run.day) ?? 0) + load);
  }
  return loads;
}

/** The load of a minute. Undefined without a heart rate, or with one that no runner has on average. */
function weigh(heartRate: number, highest: number): number | undefined {
  if (heartRate <= restingHeartRate || highest <= restingHeartRate) return undefined;
  const share = Math.min(1, (heartRate - restingHeartRate) / (highest - restingHeartRate));
  return share * 0.64 * Math.exp(1.92 * share);
}
