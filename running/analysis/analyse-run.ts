import type { Run, Track } from '../run.ts';
import { type Elevation, measureElevation } from './elevation.ts';
import { findJumps } from './find-jumps.ts';
import { measureDistance } from './measure-distance.ts';

/** What is measured on a track, point by point and in sum. */
export interface RunAnalysis {
  /** Meters since the start at each point; undefined when nothing measured them. */
  distance: Float64Array | undefined;
  /** For each point how well its meters are known: see measure-distance.ts. */
  steps: Uint8Array;
  /** Seconds in motion since the start at each point. */
  moving: Float64Array;
  elevation: Elevation | undefined;
  /** For each point whether its position can be used: see find-jumps.ts. */
  jumps: Uint8Array;
  totals: RunTotals;
}

export interface RunTotals {
  metres: number;
  /** Seconds from the first point to the last, and of those in motion. */
  elapsed: number;
  moving: number;
  gain: number | undefined;
  loss: number | undefined;
  averageHeartRate: number | undefined;
  highestHeartRate: number | undefined;
  averageCadence: number | undefined;
}

/** Measures a run. Where it has no points, the sums that its file states count. */
export function analyseRun({ track, stated }: Run): RunAnalysis {
  const jumps = findJumps(track);
  const measured = measureDistance(track, jumps, stated.metres);
  const distance = measured?.metres;
  const elevation = measureElevation(track);
  const moving = measureMovingTime(track, distance, elevation?.smooth);
  const elapsed = track.time.at(-1) ?? stated.elapsed ?? 0;
  const totals: RunTotals = {
    metres: distance?.at(-1) ?? stated.metres ?? 0,
    elapsed,
    // The timer of the watch does not count less than motion.
    moving: Math.min(moving.at(-1) ?? elapsed, stated.moving || elapsed, elapsed),
    gain: elevation?.gain ?? stated.gain,
    loss: elevation?.loss,
    averageHeartRate: averageOverTime(track.time, track.heartRate) ?? stated.heartRate,
    highestHeartRate: highest(track.heartRate),
    averageCadence: averageOverTime(track.time, track.cadence),
  };
  return { distance, steps: measured?.steps ?? new Uint8Array(), moving, elevation, jumps, totals };
}

/** A value does not hold longer than this: the strap lost contact, or the run was paused. */
const maxHoldSeconds = 10;

/** The mean of the known values, each for as long as it held. */
function averageOverTime(time: Float64Array, values: Uint8Array): number | undefined {
  let sum = 0;
  let seconds = 0;
  for (let point = 0; point < values.length; point += 1) {
    const value = values[point] ?? 0;
    if (value === 0) continue;
    const next = time[point + 1] ?? (time[point] ?? 0) + 1;
    const held = Math.min(maxHoldSeconds, next - (time[point] ?? 0));
    sum += value * held;
    seconds += held;
  }
  return seconds > 0 ? sum / seconds : undefined;
}

function highest(values: Uint8Array): number | undefined {
  let max = 0;
  for (const value of values) if (value > max) max = value;
  return max > 0 ? max : undefined;
}

/** Slower than this, in meters a second, is standing; walking is about 1.4. */
const minSpeed = 0.6;
/** A meter up or down takes as long as this many on flat ground: on a steep path a walker gets on slowly. */
const climbFactor = 4;
/** Seconds to each side over which the speed is averaged: GPS positions drift while the runner stands. */
const halfWindow = 4;
/** Without any distance, a longer gap is a pause. */
const maxGapSeconds = 60;

/** Seconds in motion since the start, at each point. */
function measureMovingTime(
  track: Track,
  distance: Float64Array | undefined,
  heights: Float32Array | undefined,
): Float64Array {
  const { time } = track;
  const breaks = new Set(track.breaks);
  const result = new Float64Array(time.length);
  let from = 0;
  let to = 0;
  for (let point = 1; point < time.length; point += 1) {
    const start = time[point - 1] ?? 0;
    const end = time[point] ?? 0;
    // The widest span of points within the window, at least the step itself.
    while (from < point - 1 && (time[from] ?? 0) < start - halfWindow) from += 1;
    if (to < point) to = point;
    while (to + 1 < time.length && (time[to + 1] ?? 0) <= end + halfWindow) to += 1;
    const seconds = (time[to] ?? 0) - (time[from] ?? 0);
    const climb = heights ? Math.abs((heights[to] ?? 0) - (heights[from] ?? 0)) : 0;
    const isMoving = distance
      ? (distance[to] ?? 0) - (distance[from] ?? 0) + climbFactor * climb >= minSpeed * seconds
      : end - start <= maxGapSeconds;
    result[point] = (result[point - 1] ?? 0) + (isMoving && !breaks.has(point) ? end - start : 0);
  }
  return result;
}
