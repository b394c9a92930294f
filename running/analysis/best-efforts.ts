import { mile } from '../pace.ts';
import { evenStep, unmeasured } from './measure-distance.ts';

export interface EffortDistance {
  name: string;
  metres: number;
  /** Seconds in which no human has run it, a little below the records of 2025: a faster time is an error in the recording. */
  record: number;
}

export const effortDistances: readonly EffortDistance[] = [
  { name: '400 m', metres: 400, record: 42 },
  { name: '800 m', metres: 800, record: 100 },
  { name: '1 km', metres: 1000, record: 131 },
  { name: '1 mile', metres: mile, record: 223 },
  { name: '2 miles', metres: 2 * mile, record: 472 },
  { name: '5 km', metres: 5000, record: 750 },
  { name: '10 km', metres: 10_000, record: 1565 },
  { name: '15 km', metres: 15_000, record: 2370 },
  { name: '10 miles', metres: 10 * mile, record: 2580 },
  { name: '20 km', metres: 20_000, record: 3200 },
  { name: 'Half marathon', metres: 21_097.5, record: 3380 },
  { name: '30 km', metres: 30_000, record: 5100 },
  { name: 'Marathon', metres: 42_195, record: 7080 },
];

export interface BestEffort {
  metres: number;
  /** Whole seconds, rounded up: a shown time is never faster than the run. */
  seconds: number;
  /** Where it began, in seconds since the start of the run. */
  start: number;
}

/** Errors of arithmetic, in seconds and meters, are below these; without them an exact 5:00 could become 5:01, and 5 km not be 5 km. */
const secondsTolerance = 0.001;
const metresTolerance = 0.0001;

export interface Curve {
  /** Seconds since the start. */
  time: Float64Array;
  /** The clock that counts: `time` itself, or only seconds in motion. */
  clock: Float64Array;
  /** Meters since the start. */
  distance: Float64Array;
  /** How well they are known at each point: see measure-distance.ts. */
  steps: Uint8Array;
}

/**
 * The fastest stretch of exactly each distance that this run is long enough for. No stretch crosses a cut: a point before which
 * something was cut out, so that its time is unknown.
 */
export function findBestEfforts(curve: Curve, cuts: readonly number[] = []): BestEffort[] {
  const parts = [0, ...cuts].map((from, index) => sliceCurve(curve, from, cuts[index]));
  return effortDistances.flatMap((distance) => {
    const efforts = parts.flatMap((part) => findBestEffort(part, distance) ?? []);
    return efforts.length > 0
      ? [efforts.reduce((best, each) => (each.seconds < best.seconds ? each : best))]
      : [];
  });
}

function sliceCurve({ time, clock, distance, steps }: Curve, from: number, to: number | undefined): Curve {
  return {
    time: time.subarray(from, to),
    clock: clock.subarray(from, to),
    distance: distance.subarray(from, to),
    steps: steps.subarray(from, to),
  };
}

/**
 * Between two points the runner is taken to move evenly, so time is a chain of straight lines over distance, and a fastest window
 * begins or ends at a point. Both kinds are tried, each with its other end interpolated to the exact distance. Where the pace within a
 * step is unknown, its whole time counts: its fast part may have been the other one.
 */
export function findBestEffort(
  { time, clock, distance, steps }: Curve,
  { metres, record }: Pick<EffortDistance, 'metres' | 'record'>,
): BestEffort | undefined {
  let best = Number.POSITIVE_INFINITY;
  let bestStart = 0;
  const consider = (seconds: number, start: number) => {
    if (seconds >= best || seconds < record) return;
    best = seconds;
    bestStart = start;
  };
  const count = distance.length;
  const length = metres - metresTolerance;
  if ((distance.at(-1) ?? 0) - (distance[0] ?? 0) < length) return undefined;
  // Windows that begin at a point: `end` is the first measured point that is far enough away.
  for (let start = 0, end = 0; start < count; start += 1) {
    if (steps[start] === unmeasured) continue;
    const target = (distance[start] ?? 0) + length;
    while (end < count && ((distance[end] ?? 0) < target || steps[end] === unmeasured)) end += 1;
    if (end === count) break;
    const finish = steps[end] === evenStep ? cross(distance, clock, end - 1, target) : (clock[end] ?? 0);
    consider(finish - (clock[start] ?? 0), time[start] ?? 0);
  }
  // Windows that end at a point: `start` is the last measured point that is not yet past the beginning, `next` the one after it.
  for (let start = 0, next = 0, end = 0; end < count; end += 1) {
    const target = (distance[end] ?? 0) - length;
    if (steps[end] === unmeasured || target < (distance[0] ?? 0)) continue;
    for (; next < count && ((distance[next] ?? 0) <= target || steps[next] === unmeasured); next += 1) {
      if (steps[next] !== unmeasured) start = next;
    }
    const isEven = steps[next] === evenStep;
    const from = isEven ? cross(distance, clock, start, target) : (clock[start] ?? 0);
    consider((clock[end] ?? 0) - from, isEven ? cross(distance, time, start, target) : (time[start] ?? 0));
  }
  if (best === Number.POSITIVE_INFINITY) return undefined;
  return {
    metres,
    seconds: Math.ceil(best - secondsTolerance),
    start: Math.round(bestStart * 1000) / 1000,
  };
}

/** The value at `target` meters on the line from point `from` to the next. */
function cross(distance: Float64Array, values: Float64Array, from: number, target: number): number {
  if (from < 0) return values[0] ?? 0;
  const start = distance[from] ?? 0;
  const step = (distance[from + 1] ?? start) - start;
  const value = values[from] ?? 0;
  return step > 0 ? value + (((values[from + 1] ?? value) - value) * (target - start)) / step : value;
}
