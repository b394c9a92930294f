import type { Track } from '../run.ts';
import { metresBetween } from './geometry.ts';
import { fastestRunner } from './speed-limit.ts';

/** What each point is worth for measuring. */
export const usable = 0;
/** No position, or one that nobody can have run to. */
export const unusable = 1;
/** The first good point at a place that cannot be reached from the one before: what lies between is not known. */
export const landing = 2;

/** So many points that agree with each other are a place, not an error. */
const agreement = 5;

/**
 * Finds GPS jumps. A point out of reach of the last good one is put aside; if the next points come back, it was a stray and is left
 * out, and if they stay, the runner is really there, and only the way there is unknown.
 */
export function findJumps({ time, latitude, longitude }: Track): Uint8Array {
  const marks = new Uint8Array(time.length);
  let good = -1;
  let aside: number[] = [];
  const canReach = (from: number, to: number) => {
    const seconds = (time[to] ?? 0) - (time[from] ?? 0);
    const metres = metresBetween(
      latitude[from] ?? 0,
      longitude[from] ?? 0,
      latitude[to] ?? 0,
      longitude[to] ?? 0,
    );
    return metres <= seconds * fastestRunner;
  };
  for (let point = 0; point < time.length; point += 1) {
    if (Number.isNaN(latitude[point])) {
      marks[point] = unusable;
    } else if (good < 0 || canReach(good, point)) {
      for (const stray of aside) marks[stray] = unusable;
      aside = [];
      good = point;
    } else {
      const last = aside.at(-1);
      if (last !== undefined && !canReach(last, point)) {
        for (const stray of aside) marks[stray] = unusable;
        aside = [];
      }
      aside.push(point);
      if (aside.length >= agreement) {
        marks[aside[0] ?? point] = landing;
        aside = [];
        good = point;
      }
    }
  }
  for (const stray of aside) marks[stray] = unusable;
  return marks;
}
