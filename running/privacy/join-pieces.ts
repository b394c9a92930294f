import { createTrack, type Track } from '../run.ts';
import type { Stretch } from './stretch.ts';

/** Seconds that a cut takes in the joined track: enough to be a pause, the same for every cut. */
const cutSeconds = 60;

export interface JoinedTrack {
  track: Track;
  /** Seconds that the first kept point came after the first one. */
  start: number;
  /** The points with which the second and all later stretches begin. */
  cuts: number[];
}

/** A track of the given stretches only. Its clock stands still where something was cut, and so do its meters. */
export function joinPieces(track: Track, stretches: readonly Stretch[]): JoinedTrack {
  const length = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const result = createTrack(length, []);
  const paused = new Set(track.breaks);
  const breaks: number[] = [];
  const cuts: number[] = [];
  let place = 0;
  let clock = 0;
  let metres = 0;
  for (const { from, to } of stretches) {
    if (place > 0) {
      breaks.push(place);
      cuts.push(place);
    }
    const firstTime = track.time[from] ?? 0;
    const known = track.distance.subarray(from, to).filter((value) => !Number.isNaN(value));
    const firstMetres = known[0] ?? 0;
    for (const column of ['latitude', 'longitude', 'elevation', 'heartRate', 'cadence'] as const) {
      result[column].set(track[column].subarray(from, to), place);
    }
    for (let point = from; point < to; point += 1, place += 1) {
      result.time[place] = clock + (track.time[point] ?? 0) - firstTime;
      result.distance[place] = metres + (track.distance[point] ?? Number.NaN) - firstMetres;
      if (point > from && paused.has(point)) breaks.push(place);
    }
    clock = (result.time[place - 1] ?? 0) + cutSeconds;
    metres += (known.at(-1) ?? 0) - firstMetres;
  }
  const start = track.time[stretches[0]?.from ?? 0] ?? 0;
  return { track: { ...result, breaks: Uint32Array.from(breaks) }, start, cuts };
}
