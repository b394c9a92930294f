import { createTrack, type Track } from '../../../running/run.ts';

/**
 * A track with at most `maxPoints` points: every second, third … of them, and the last. For recordings of a day and more, which would not
 * fit into one request; the original file is kept unchanged.
 */
export function thinTrack(track: Track, maxPoints: number): Track {
  const length = track.time.length;
  const step = Math.ceil((length - 1) / Math.max(1, maxPoints - 1));
  if (step <= 1) return track;
  const kept = Array.from({ length: Math.floor((length - 1) / step) + 1 }, (_, index) => index * step);
  if (kept.at(-1) !== length - 1) kept[kept.length - 1] = length - 1;
  const result = createTrack(kept.length, []);
  for (const column of [
    'time',
    'latitude',
    'longitude',
    'elevation',
    'distance',
    'heartRate',
    'cadence',
  ] as const) {
    for (const [place, point] of kept.entries()) result[column][place] = track[column][point] ?? Number.NaN;
  }
  // A pause belongs to the first remaining point after it.
  const places = Array.from(track.breaks, (point) => Math.min(kept.length - 1, Math.ceil(point / step)));
  return { ...result, breaks: Uint32Array.from(new Set(places)) };
}
