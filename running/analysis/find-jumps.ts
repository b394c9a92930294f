import type { Track } from '../run.ts';
import { metresBetween } from './geometry.ts';
import { maxRunnerSpeed } from './speed-limit.ts';

/** Whether a point can be used for measuring. */
export const usable = 0;
/** No position, or one that no human can have run to. */
export const unusable = 1;
/** The first good point at a place that cannot be reached from the one before: the distance between them is unknown. */
export const afterJump = 2;

/** This many points that agree with each other are a real position, not an error. */
const agreement = 5;

/**
 * Finds GPS jumps. A point out of reach of the last good one is pending; if the next points come back, it was an outlier and is left
 * out, and if they stay, the runner is really there, and only the route to it is unknown.
 */
export function findJumps({ time, latitude, longitude }: Track): Uint8Array {
  const marks = new Uint8Array(time.length);
  let good = -1;
  let pending: number[] = [];
  const canReach = (from: number, to: number) => {
    const seconds = (time[to] ?? 0) - (time[from] ?? 0);
    const metres = metresBetween(
      latitude[from] ?? 0,
      longitude[from] ?? 0,
      latitude[to] ?? 0,
      longitude[to] ?? 0,
    );
    return metres <= seconds * maxRunnerSpeed;
  };
  for (let point = 0; point < time.length; point += 1) {
    if (Number.isNaN(latitude[point])) {
      marks[point] = unusable;
    } else if (good < 0 || canReach(good, point)) {
      for (const stray of pending) marks[stray] = unusable;
      pending = [];
      good = point;
    } else {
      const last = pending.at(-1);
      if (last !== undefined && !canReach(last, point)) {
        for (const stray of pending) marks[stray] = unusable;
        pending = [];
      }
      pending.push(point);
      if (pending.length >= agreement) {
        marks[pending[0] ?? point] = afterJump;
        pending = [];
        good = point;
      }
    }
  }
  for (const stray of pending) marks[stray] = unusable;
  return marks;
}
