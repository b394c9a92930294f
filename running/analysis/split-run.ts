import type { Track } from '../run.ts';
import type { RunAnalysis } from './analyse-run.ts';
import { interpolateAt } from './interpolate.ts';

export interface RunSplit {
  /** Meters of this split; the last one may be shorter. */
  metres: number;
  elapsed: number;
  moving: number;
  gain: number | undefined;
  averageHeartRate: number | undefined;
}

/** A rest shorter than this, in meters, belongs to the split before it. */
const minRestMetres = 10;

/** The run in parts of `unit` meters each, cut at the exact meter. */
export function splitRun(
  track: Track,
  { distance, moving, elevation }: RunAnalysis,
  unit: number,
): RunSplit[] {
  const length = distance?.at(-1) ?? 0;
  if (!distance || length <= 0) return [];
  const count = Math.max(1, Math.ceil((length - minRestMetres) / unit));
  const borders = Array.from({ length: count + 1 }, (_, index) => (index === count ? length : index * unit));
  // Borders and distances ascend, so each search resumes where the last one ended.
  let at = 0;
  const marks = borders.map((metres, index) => {
    while (at < distance.length && (distance[at] ?? 0) < metres) at += 1;
    // The last split ends with the recording, though the runner may have stood still before.
    const last = distance.length - 1;
    const isEnd = index === count;
    return {
      metres,
      point: isEnd ? last : at,
      time: isEnd ? (track.time[last] ?? 0) : interpolateAt(distance, track.time, at, metres),
      moving: isEnd ? (moving[last] ?? 0) : interpolateAt(distance, moving, at, metres),
    };
  });
  return marks.slice(1).map((end, index) => {
    const start = marks[index] ?? end;
    return {
      metres: end.metres - start.metres,
      elapsed: end.time - start.time,
      moving: end.moving - start.moving,
      gain: elevation && climb(elevation.smooth, start.point, end.point),
      averageHeartRate: mean(track.heartRate.subarray(start.point, end.point)),
    };
  });
}

/** The upward part of the smoothed line; without a threshold, so that the splits of a hill add up. */
function climb(smooth: Float32Array, from: number, to: number): number {
  let gain = 0;
  for (let point = from + 1; point <= to; point += 1) {
    gain += Math.max(0, (smooth[point] ?? 0) - (smooth[point - 1] ?? 0));
  }
  return gain;
}

function mean(values: Uint8Array): number | undefined {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    sum += value;
    count += value > 0 ? 1 : 0;
  }
  return count > 0 ? sum / count : undefined;
}
