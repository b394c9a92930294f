/** What a stranger learns about a home from a hundred public runs that begin and end there. */
import { describe, expect, test } from 'vitest';
import { positions } from '../../tests/harness/running/drawn-lines.ts';
import {
  crossLines,
  type End,
  type Guess,
  guesses,
  guessWithOffset,
} from '../../tests/harness/running/guess-home.ts';
import { runOf, somewhere, startTime, trackOfPlaces } from '../../tests/harness/running/recording.ts';
import { createRunsFromHome, type Place, type Ways } from '../../tests/harness/running/runs-from-home.ts';
import { createPlane } from '../analysis/geometry.ts';
import { createRandom } from '../samples/random.ts';
import { cutZones } from './cut-zones.ts';

const radius = 100;
const homes = 24;
const runs = 100;
const plane = createPlane(somewhere);

/** The ends of the public runs from one home, in meters from it. */
function publish(ways: Ways, home: number): End[] {
  const nextRun = createRunsFromHome(ways, createRandom(home));
  const zone = { ...somewhere, radius, secret: `the-secret-of-home-${home}` };
  return Array.from({ length: runs }, (_, day) => {
    const start = startTime + day * 86_400_000;
    const cut = cutZones(runOf(trackOfPlaces(nextRun(), 4), { start }), [zone]);
    const places = (cut ? positions(cut.run) : []).map(
      (at): Place => [plane.toEast(at.longitude), plane.toNorth(at.latitude)],
    );
    return [places, places.toReversed()].flatMap(([at, , , further]): End[] =>
      at && further ? [{ at, further }] : [],
    );
  }).flat();
}

const publishAll = (ways: Ways) => Array.from({ length: homes }, (_, home) => publish(ways, home + 1));

/** How far the guess is from each home, the best first. */
function findErrors(published: readonly End[][], guess: Guess): number[] {
  return published.map((ends) => Math.hypot(...guess(ends))).sort((a, b) => a - b);
}

const half = radius / 2;
const typical = (errors: number[]) => errors[homes / 2] ?? 0;
const found = (errors: number[]) => errors.filter((error) => error < half).length;

describe('a hundred runs through streets, on five routes that the runner likes', () => {
  const published = publishAll('favorite routes');
  test.each([
    ...guesses,
    ['the side of the circle with more ends', guessWithOffset(radius)] as const,
  ])('do not reveal the home by %s', (_, guess) => {
    const errors = findErrors(published, guess);
    expect(typical(errors)).toBeGreaterThan(half);
    // A point on the ring in which the home must lie is right for one home in six.
    expect(found(errors)).toBeLessThanOrEqual(homes / 3);
  });
});

describe('a hundred runs through streets, evenly in every direction', () => {
  const published = publishAll('every direction');
  test.each(guesses.slice(0, 2))('never reveal the home by %s', (_, guess) => {
    expect(Math.min(...findErrors(published, guess))).toBeGreaterThan(half);
  });
  test.each(guesses.slice(2, 4))('do not reveal most homes by %s', (_, guess) => {
    expect(typical(findErrors(published, guess))).toBeGreaterThan(half);
  });
});

describe('what no cut hides', () => {
  test('is where straight lines cross: they point at the home however much of them is cut', () => {
    const errors = findErrors(publishAll('straight lines'), crossLines);
    expect(Math.max(...errors)).toBeLessThan(half);
  });
});
