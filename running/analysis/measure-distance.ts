import type { Track } from '../run.ts';
import { afterJump, findJumps, unusable } from './find-jumps.ts';
import { metresBetween } from './geometry.ts';
import { maxRunnerSpeed } from './speed-limit.ts';

/** The metres from the point before were measured, and may be treated as run at an even pace. */
export const evenStep = 0;
/** How the metres from the point before were run is not known: a pause, a gap, a jump. */
export const unknownStep = 1;
/** Nothing was measured at this point; its metres are those of an even pace between its neighbours. */
export const unmeasured = 2;

export interface MeasuredDistance {
  /** Metres since the start at each point, never less than at the one before. */
  metres: Float64Array;
  /** For each point how well it is known: one of the three above. */
  steps: Uint8Array;
}

/** Undefined when nothing was measured. */
export function measureDistance(track: Track, jumps = findJumps(track)): MeasuredDistance | undefined {
  return readDeviceDistance(track) ?? measurePositions(track, jumps);
}

/** A watch knows more than its positions: steps, filters, a sensor at the shoe. It is used when it covers nearly the whole run. */
function readDeviceDistance(track: Track): MeasuredDistance | undefined {
  const { time, distance } = track;
  const known = distance.reduce((count, metres) => (Number.isNaN(metres) ? count : count + 1), 0);
  if (known < 2 || known < distance.length * 0.9) return undefined;
  const measured = walk(
    track,
    (point) => !Number.isNaN(distance[point]),
    (last, point) => {
      const metres = (distance[point] ?? 0) - (distance[last] ?? 0);
      const seconds = (time[point] ?? 0) - (time[last] ?? 0);
      // Backwards is a reset; faster than a human is a correction. Neither is running.
      return metres >= 0 && metres <= seconds * maxRunnerSpeed ? metres : undefined;
    },
  );
  return (measured?.metres.at(-1) ?? 0) > 0 ? measured : undefined;
}

function measurePositions(track: Track, jumps: Uint8Array): MeasuredDistance | undefined {
  const { latitude, longitude } = track;
  const breaks = new Set(track.breaks);
  const isPaused = (last: number, point: number) => {
    for (let each = last + 1; each <= point; each += 1) if (breaks.has(each)) return true;
    return false;
  };
  return walk(
    track,
    (point) => jumps[point] !== unusable,
    (last, point) => {
      if (jumps[point] === afterJump || (breaks.size > 0 && isPaused(last, point))) return undefined;
      return metresBetween(
        latitude[last] ?? 0,
        longitude[last] ?? 0,
        latitude[point] ?? 0,
        longitude[point] ?? 0,
      );
    },
  );
}

/** After a gap longer than this many seconds, and than three average steps of the recording, the pace is unknown. */
const maxStepSeconds = 10;

/** Adds up the metres from known point to known point. `measure` returns undefined where the distance is not known. */
function walk(
  { time, breaks }: Track,
  isKnown: (point: number) => boolean,
  measure: (last: number, point: number) => number | undefined,
): MeasuredDistance | undefined {
  const metres = new Float64Array(time.length);
  const steps = new Uint8Array(time.length).fill(unmeasured);
  const longest = Math.max(maxStepSeconds, (3 * (time.at(-1) ?? 0)) / time.length);
  let last = -1;
  for (let point = 0; point < time.length; point += 1) {
    if (!isKnown(point)) continue;
    const step = last < 0 ? 0 : measure(last, point);
    const seconds = last < 0 ? 0 : (time[point] ?? 0) - (time[last] ?? 0);
    const isEven = step !== undefined && point - last === 1 && seconds <= longest;
    spread({ time, metres }, last, point, step ?? 0);
    steps[point] = isEven ? evenStep : unknownStep;
    last = point;
  }
  if (last < 0) return undefined;
  metres.fill(metres[last] ?? 0, last);
  for (const point of breaks) if (steps[point] === evenStep) steps[point] = unknownStep;
  return { metres, steps };
}

/** Puts the metres between two known points, and those of the points between them by time. */
function spread(
  { time, metres }: { time: Float64Array; metres: Float64Array },
  from: number,
  to: number,
  step: number,
): void {
  const base = from < 0 ? 0 : (metres[from] ?? 0);
  metres[to] = base + step;
  if (from < 0 || to - from < 2) return;
  const start = time[from] ?? 0;
  const seconds = (time[to] ?? 0) - start;
  for (let point = from + 1; point < to; point += 1) {
    metres[point] = base + (step * ((time[point] ?? 0) - start)) / seconds;
  }
}
