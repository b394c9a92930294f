/** For tests: guesses where a runner lives, from the ends of their public runs. */
import type { Place } from './runs-from-home.ts';

/** Where a public run begins or ends, and a place a little further on it. */
export interface End {
  at: Place;
  further: Place;
}

export type Guess = (ends: readonly End[]) => Place;

export const guesses: readonly (readonly [name: string, guess: Guess])[] = [
  ['the middle of a circle through the ends', fitCircle],
  ['the middle of a box around the ends', (ends) => ofEachSide(ends, findMiddle)],
  ['the mean of the ends', findMean],
  ['the median of the ends', (ends) => ofEachSide(ends, findMedian)],
  ['where the lines of the ends cross', crossLines],
];

/** Uses how circles are placed: the home is about `shift` meters from the middle, most likely on the side with more ends. */
export const guessWithOffset =
  (shift: number): Guess =>
  (ends) => {
    const [x, y] = fitCircle(ends);
    const [east, north] = findMean(ends);
    const length = Math.hypot(east - x, north - y);
    return [x + ((east - x) / length) * shift, y + ((north - y) / length) * shift];
  };

function ofEachSide(ends: readonly End[], find: (values: number[]) => number): Place {
  return [find(ends.map(({ at }) => at[0])), find(ends.map(({ at }) => at[1]))];
}

function findMiddle(values: number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2;
}

function findMedian(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function findMean(ends: readonly End[]): Place {
  return ofEachSide(ends, (values) => values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** Least squares: x² + y² = 2ax + 2by + c, around the mean so that the sums stay small. */
function fitCircle(ends: readonly End[]): Place {
  const [east, north] = findMean(ends);
  let [xx, xy, yy, xz, yz] = [0, 0, 0, 0, 0];
  for (const { at } of ends) {
    const [x, y] = [at[0] - east, at[1] - north];
    const square = x * x + y * y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xz += x * square;
    yz += y * square;
  }
  const [x, y] = solve(xx, xy, yy, xz / 2, yz / 2);
  return [east + x, north + y];
}

/** The place with the least squared distance to the lines on which the runs begin and end. */
export function crossLines(ends: readonly End[]): Place {
  let [xx, xy, yy, x, y] = [0, 0, 0, 0, 0];
  for (const { at, further } of ends) {
    const length = Math.hypot(further[0] - at[0], further[1] - at[1]);
    const [east, north] = [-(further[1] - at[1]) / length, (further[0] - at[0]) / length];
    const off = east * at[0] + north * at[1];
    xx += east * east;
    xy += east * north;
    yy += north * north;
    x += east * off;
    y += north * off;
  }
  return solve(xx, xy, yy, x, y);
}

function solve(xx: number, xy: number, yy: number, x: number, y: number): Place {
  const area = xx * yy - xy * xy;
  return [(x * yy - y * xy) / area, (y * xx - x * xy) / area];
}
