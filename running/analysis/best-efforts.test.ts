import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runOf, trackOfPlaces, trackOfSpeeds } from '../../tests/harness/running/recording.ts';
import { analyseRun } from './analyse-run.ts';
import { type BestEffort, effortDistances } from './best-efforts.ts';
import { summariseRun } from './summarise-run.ts';

const even = (seconds: number, speed: number) => Array.from({ length: seconds }, () => speed);
const efforts = (speeds: readonly number[], clock: 'elapsed' | 'moving' = 'elapsed') =>
  summariseRun(runOf(trackOfSpeeds(speeds))).efforts[clock];
const over = (list: readonly BestEffort[], metres: number) => list.find((effort) => effort.metres === metres);

describe('best efforts', () => {
  test('of an even run are exact', () => {
    const list = efforts(even(1500, 4));
    expect(list.map(({ metres, seconds }) => [Math.round(metres), seconds])).toEqual([
      [400, 100],
      [800, 200],
      [1000, 250],
      [1609, 403],
      [3219, 805],
      [5000, 1250],
    ]);
  });

  test('find the fast part and say where it began', () => {
    const effort = over(efforts([...even(300, 3), ...even(200, 5), ...even(300, 3)]), 1000);
    expect(effort).toEqual({ metres: 1000, seconds: 200, start: 300 });
  });

  test('are interpolated at both ends when points are far apart', () => {
    // A point each 70 seconds: 280 m at 4 m/s, then 385 m at 5.5 m/s, then slow again.
    const track = trackOfPlaces(
      [0, 280, 665, 945, 1225].map((north) => [0, north]),
      70,
    );
    expect(summariseRun(runOf(track)).efforts.elapsed[0]?.seconds).toBe(Math.ceil(70 + 15 / 4));
  });

  test('count the whole of a gap that they begin or end in, because its pace is unknown', () => {
    const track = trackOfSpeeds(even(200, 4));
    track.latitude.fill(Number.NaN, 1, 120);
    expect(summariseRun(runOf(track)).efforts.elapsed).toMatchObject([
      { metres: 400, seconds: 120, start: 0 },
      { metres: 800, seconds: 200, start: 0 },
    ]);
  });

  test('are rounded up, never down', () => {
    expect(over(efforts(even(400, 3)), 400)?.seconds).toBe(134);
  });

  test('count a wait in elapsed time and not in moving time', () => {
    const speeds = [...even(100, 4), ...even(60, 0), ...even(100, 4)];
    expect(over(efforts(speeds), 800)?.seconds).toBe(260);
    expect(over(efforts(speeds, 'moving'), 800)?.seconds).toBeLessThanOrEqual(208);
    expect(over(efforts(speeds, 'moving'), 800)?.seconds).toBeGreaterThanOrEqual(200);
  });

  test('of a run that is shorter than the distance are none', () => {
    expect(efforts(even(100, 3.99))).toEqual([]);
  });

  test('are never faster than any human: a bicycle ride sets no record', () => {
    expect(
      over(efforts([...even(600, 3), ...even(200, 11), ...even(600, 3)]), 1000)?.seconds,
    ).toBeGreaterThan(131);
  });

  test('are not improved by a GPS jump', () => {
    const jump = Array.from({ length: 600 }, (_, second): [number, number] => [
      second < 300 ? 0 : 900,
      second * 3,
    ]);
    const [first] = summariseRun(runOf(trackOfPlaces(jump))).efforts.elapsed;
    expect(first?.seconds).toBe(134);
  });
});

/** The true result by brute force: the least time over `metres` at speeds that change each second. */
function truth(speeds: readonly number[], metres: number): number {
  const way = [0];
  for (const speed of speeds) way.push((way.at(-1) ?? 0) + speed);
  // The earliest moment at which a place is reached, and the latest at which one is still there.
  const reach = (place: number) => {
    const second = way.findIndex((at) => at >= place);
    if (second < 0) return Number.POSITIVE_INFINITY;
    const before = way[second - 1] ?? 0;
    return second === 0 ? 0 : second - 1 + (place - before) / ((way[second] ?? 0) - before);
  };
  const leave = (place: number) => {
    const second = way.findLastIndex((at) => at <= place);
    const step = (way[second + 1] ?? Number.POSITIVE_INFINITY) - (way[second] ?? 0);
    return second + (place - (way[second] ?? 0)) / step;
  };
  const starts = way.flatMap((place) => [place, place - metres]).filter((place) => place >= 0);
  return starts.reduce(
    (best, place) => Math.min(best, reach(place + metres) - leave(place)),
    Number.POSITIVE_INFINITY,
  );
}

/** A run in sections of even speed, as people run, some of them standing. */
const sections = fc.array(
  fc.record({
    seconds: fc.integer({ min: 5, max: 80 }),
    speed: fc.oneof(fc.constant(0), fc.double({ min: 0.7, max: 6, noNaN: true })),
  }),
  { minLength: 4, maxLength: 12 },
);
const toSpeeds = (list: readonly { seconds: number; speed: number }[]) =>
  list.flatMap(({ seconds, speed }) => even(seconds, speed));

describe('on tracks whose true result is known', () => {
  test('a best effort is the true one, rounded up', () => {
    fc.assert(
      fc.property(sections, (list) => {
        const speeds = toSpeeds(list);
        for (const { metres, seconds } of efforts(speeds)) {
          const best = truth(speeds, metres);
          expect(seconds).toBeGreaterThanOrEqual(best - 0.002);
          expect(seconds).toBeLessThan(best + 1.002);
        }
      }),
      { numRuns: 80 },
    );
  });

  test('a best effort is never faster than the true one, whatever GPS errors occur', () => {
    const fault = fc.record({
      kind: fc.constantFrom('none', 'stray', 'lost', 'carried'),
      shift: fc.nat(20),
      length: fc.integer({ min: 1, max: 40 }),
      east: fc.integer({ min: 100, max: 20_000 }),
    });
    fc.assert(
      fc.property(sections, fc.array(fault, { maxLength: 6 }), (list, faults) => {
        const speeds = toSpeeds(list);
        const track = trackOfSpeeds(speeds);
        for (const [index, { kind, shift, length, east }] of faults.entries()) {
          const at = 60 + index * 100 + shift;
          const end = kind === 'carried' ? track.time.length : Math.min(track.time.length, at + length);
          for (let point = at; point < end; point += 1) {
            if (kind === 'lost') track.latitude[point] = Number.NaN;
            else if (kind !== 'none') track.longitude[point] = (track.longitude[point] ?? 0) + east / 74_000;
          }
        }
        for (const { metres, seconds } of summariseRun(runOf(track)).efforts.elapsed) {
          expect(seconds).toBeGreaterThanOrEqual(truth(speeds, metres) - 0.002);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('time in motion is never more than time elapsed', () => {
    fc.assert(
      fc.property(sections, (list) => {
        const summary = summariseRun(runOf(trackOfSpeeds(toSpeeds(list))));
        for (const { metres, seconds } of summary.efforts.moving) {
          expect(seconds).toBeLessThanOrEqual(over(summary.efforts.elapsed, metres)?.seconds ?? 0);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('the distances go from 400 meters to the marathon', () => {
  expect(effortDistances.map(({ metres }) => metres)).toEqual(
    effortDistances.map(({ metres }) => metres).toSorted((a, b) => a - b),
  );
  expect([effortDistances[0]?.metres, effortDistances.at(-1)?.metres]).toEqual([400, 42_195]);
  expect(analyseRun(runOf(trackOfSpeeds([]))).totals.metres).toBe(0);
});
