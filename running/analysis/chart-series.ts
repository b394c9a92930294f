import type { Track } from '../run.ts';
import type { RunAnalysis } from './analyse-run.ts';

/** Columns for charts over one axis: the same index is the same moment in all of them and on the map. */
export interface ChartSeries {
  /** Index of the point in the track, for a cursor on the map. */
  point: number[];
  time: number[];
  metres: number[];
  /** Seconds for a meter; undefined while standing. */
  pace: (number | undefined)[];
  elevation: (number | undefined)[];
  heartRate: (number | undefined)[];
  cadence: (number | undefined)[];
}

/** Seconds to each side over which the pace is averaged. */
const halfWindow = 10;
const minSpeed = 0.3;

/** At most `count` moments, evenly over the distance, or over time when there is none. */
export function toChartSeries(track: Track, analysis: RunAnalysis, count = 500): ChartSeries {
  const { time } = track;
  const axis = analysis.distance ?? time;
  const points = choosePoints(axis, count);
  const known = (value: number | undefined) => (value ? value : undefined);
  return {
    point: points,
    time: points.map((point) => time[point] ?? 0),
    metres: points.map((point) => analysis.distance?.[point] ?? 0),
    pace: points.map((point) => paceAt(time, analysis.distance, point)),
    elevation: points.map((point) => analysis.elevation?.smooth[point]),
    heartRate: points.map((point) => known(track.heartRate[point])),
    cadence: points.map((point) => known(track.cadence[point])),
  };
}

function choosePoints(axis: Float64Array, count: number): number[] {
  const step = (axis.at(-1) ?? 0) / Math.max(1, count - 1);
  const points: number[] = [];
  let next = 0;
  for (let point = 0; point < axis.length; point += 1) {
    if ((axis[point] ?? 0) < next && point + 1 < axis.length) continue;
    points.push(point);
    next = (axis[point] ?? 0) + step;
  }
  return points;
}

function paceAt(time: Float64Array, distance: Float64Array | undefined, point: number): number | undefined {
  if (!distance) return undefined;
  const now = time[point] ?? 0;
  let from = point;
  let to = point;
  while (from > 0 && (time[from - 1] ?? 0) >= now - halfWindow) from -= 1;
  while (to + 1 < time.length && (time[to + 1] ?? 0) <= now + halfWindow) to += 1;
  const seconds = (time[to] ?? 0) - (time[from] ?? 0);
  const metres = (distance[to] ?? 0) - (distance[from] ?? 0);
  return metres > seconds * minSpeed ? seconds / metres : undefined;
}
