import type { Track } from '../run.ts';
import { afterJump, findJumps, unusable } from './find-jumps.ts';
import { metresBetween } from './geometry.ts';
import { maxRunnerSpeed } from './speed-limit.ts';

/** The meters from the point before were measured, and may be treated as run at an even pace. */
export const evenStep = 0;
/** How the meters from the point before were run is not known: a pause, a gap, a jump. */
export const unknownStep = 1;
/** Nothing was measured at this point; its meters are those of an even pace between its neighbors. */
export const unmeasured = 2;

export interface MeasuredDistance {
  /** Meters since the start at each point, never less than at the one before. */
  metres: Float64Array;
  /** For each point how well it is known: one of the three above. */
  steps: Uint8Array;
}

/** A larger difference between positions and what the file states is not one of precision. */
const maxCorrection = 0.1;

/** Undefined when nothing was measured. What positions measure is corrected by the meters that the file states. */
export function measureDistance(
  track: Track,
  jumps = findJumps(track),
  stated?: number,
): MeasuredDistance | undefined {
  const counted = readDeviceDistance(track);
  if (counted) return counted;
  const measured = measurePositions(track, jumps);
  const factor = (stated ?? 0) / (measured?.metres.at(-1) ?? 0);
  if (!measured || !(Math.abs(factor - 1) <= maxCorrection)) return measured;
  return { ...measured, metres: measured.metres.map((metres) => metres * factor) };
}

/** A watch knows more than its positions: steps, filters, a sensor at the shoe. It is used when it covers nearly the whole run. */
function readDeviceDistance(track: Track): MeasuredDistance | undefined {
  const { time, distance } = track;
  if (!coversTheRun(track)) return undefined;
  const isStale = findStalePoints(track);
  const measured = walk(
    track,
    (point) => !Number.isNaN(distance[point]) && isStale[point] === 0,
    (last, point) => {
      const metres = (distance[point] ?? 0) - (distance[last] ?? 0);
      const seconds = (time[point] ?? 0) - (time[last] ?? 0);
      // Backward is a reset; faster than a human is a correction. Neither is running.
      return metres >= 0 && metres <= seconds * maxRunnerSpeed ? metres : undefined;
    },
  );
  return (measured?.metres.at(-1) ?? 0) > 0 ? measured : undefined;
}

/** The part of a run that may be without a counted distance. */
const maxUncounted = 0.1;

/** Some watches count every few seconds and not at every point; long stretches without a count are left to the positions. */
function coversTheRun(track: Track): boolean {
  const { time, distance } = track;
  const longest = longestEvenStep(track);
  let uncounted = 0;
  let last = -1;
  for (let point = 0; point <= time.length; point += 1) {
    if (point < time.length && Number.isNaN(distance[point])) continue;
    const from = time[Math.max(last, 0)] ?? 0;
    const seconds = (time[Math.min(point, time.length - 1)] ?? 0) - from;
    if (point - last > 1 && seconds > longest) uncounted += seconds;
    last = point;
  }
  return uncounted <= (time.at(-1) ?? 0) * maxUncounted;
}

/**
 * Marks points at which the count stood still although the runner did not: a watch that has lost its satellites, or counts every few
 * seconds, catches up in one step. Too fast for that step but not for the time since the count last changed, it was run in that time.
 */
function findStalePoints({ time, distance }: Track): Uint8Array {
  const stale = new Uint8Array(time.length);
  let last = -1;
  let changed = -1;
  for (let point = 0; point < time.length; point += 1) {
    const counted = distance[point] ?? Number.NaN;
    if (Number.isNaN(counted)) continue;
    const metres = last < 0 ? 0 : counted - (distance[last] ?? 0);
    const isTooFast = (from: number) => metres > ((time[point] ?? 0) - (time[from] ?? 0)) * maxRunnerSpeed;
    if (metres > 0 && isTooFast(last) && !isTooFast(changed)) stale.fill(1, changed + 1, point);
    if (changed < 0 || metres !== 0) changed = point;
    last = point;
  }
  return stale;
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

function longestEvenStep({ time }: Pick<Track, 'time'>): number {
  return Math.max(maxStepSeconds, (3 * (time.at(-1) ?? 0)) / time.length);
}

/** Adds up the meters from known point to known point. `measure` returns undefined where the distance is not known. */
function walk(
  { time, breaks }: Track,
  isKnown: (point: number) => boolean,
  measure: (last: number, point: number) => number | undefined,
): MeasuredDistance | undefined {
  const metres = new Float64Array(time.length);
  const steps = new Uint8Array(time.length).fill(unmeasured);
  const longest = longestEvenStep({ time });
  let last = -1;
  for (let point = 0; point < time.length; point += 1) {
    if (!isKnown(point)) continue;
    const step = last < 0 ? 0 : measure(last, point);
    const seconds = last < 0 ? 0 : (time[point] ?? 0) - (time[last] ?? 0);
    spread({ time, metres }, last, point, step ?? 0);
    if (step !== undefined && seconds <= longest) steps.fill(evenStep, last + 1, point + 1);
    else steps[point] = unknownStep;
    last = point;
  }
  if (last < 0) return undefined;
  metres.fill(metres[last] ?? 0, last);
  for (const point of breaks) if (steps[point] === evenStep) steps[point] = unknownStep;
  return { metres, steps };
}

/** Puts the meters between two known points, and those of the points between them by time. */
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
