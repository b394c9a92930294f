import type { Track } from '../run.ts';

/** Slower than this, in metres a second, is standing; walking is about 1.4. */
const minSpeed = 0.6;
/** Seconds to each side over which the speed is averaged: GPS positions drift while the runner stands. */
const halfWindow = 4;
/** Without any distance, a longer gap is a pause. */
const maxGapSeconds = 60;

/** Seconds in motion since the start, at each point. */
export function measureMovingTime(track: Track, distance: Float64Array | undefined): Float64Array {
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
    const isMoving = distance
      ? (distance[to] ?? 0) - (distance[from] ?? 0) >= minSpeed * seconds
      : end - start <= maxGapSeconds;
    result[point] = (result[point - 1] ?? 0) + (isMoving && !breaks.has(point) ? end - start : 0);
  }
  return result;
}
