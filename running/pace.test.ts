import { describe, expect, test } from 'vitest';
import {
  kilometre,
  mile,
  paceOf,
  predictTime,
  raceDistances,
  splitsOf,
  timeFor,
  toClock,
  toSeconds,
} from './pace.ts';

describe('a typed time', () => {
  test.each([
    ['45', 45],
    ['4:05', 245],
    ['52:30', 3150],
    ['90:00', 5400],
    ['3:30:58', 12_658],
    ['  25:00 ', 1500],
  ])('%j is %d seconds', (text, seconds) => {
    expect(toSeconds(text)).toBe(seconds);
  });

  test.each([
    '',
    'fast',
    '0:00',
    '5:75',
    '1:2:3:4',
    '1:60:00',
    '-5:00',
    '5.30',
    '99999',
  ])('%j is not a time', (text) => {
    expect(toSeconds(text)).toBeUndefined();
  });
});

describe('a clock', () => {
  test.each([
    [45, '0:45'],
    [245, '4:05'],
    [3599.6, '1:00:00'],
    [12_658, '3:30:58'],
  ])('shows %d seconds as %s', (seconds, text) => {
    expect(toClock(seconds)).toBe(text);
  });
});

describe('pace', () => {
  test('ten kilometers in fifty minutes are five minutes a kilometer and 8:03 a mile', () => {
    expect(toClock(paceOf(10_000, 3000, kilometre))).toBe('5:00');
    expect(toClock(paceOf(10_000, 3000, mile))).toBe('8:03');
  });

  test('a marathon at five minutes a kilometer takes 3:30:59', () => {
    expect(toClock(timeFor(42_195, 300, kilometre))).toBe('3:30:59');
  });

  test('time and pace are inverse to each other', () => {
    expect(timeFor(21_097.5, paceOf(21_097.5, 6000, mile), mile)).toBeCloseTo(6000, 6);
  });
});

describe('splits', () => {
  test('a 10 km run has ten equal kilometers', () => {
    const splits = splitsOf(10_000, 3000, kilometre);
    expect(splits.map((split) => split.distance)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((km) => km * 1000),
    );
    expect(splits.every((split) => Math.abs(split.time - 300) < 1e-9)).toBe(true);
  });

  test('the last split holds what is left, and the last elapsed time is the time of the run', () => {
    const last = splitsOf(42_195, 12_600, 5 * kilometre).at(-1);
    expect(last?.length).toBeCloseTo(2195, 6);
    expect(last?.elapsed).toBeCloseTo(12_600, 6);
  });

  test('a rest of some centimeters is no split of its own', () => {
    expect(splitsOf(5000.3, 1500, kilometre)).toHaveLength(5);
  });

  test('a run shorter than the split is one split', () => {
    expect(splitsOf(400, 90, kilometre)).toEqual([{ distance: 400, length: 400, time: 90, elapsed: 90 }]);
  });
});

describe('a predicted race', () => {
  test('twenty minutes over 5 km predict 41:42 over 10 km', () => {
    expect(toClock(predictTime({ metres: 5000, seconds: 1200 }, 10_000))).toBe('41:42');
  });

  test('the known distance predicts its own time', () => {
    expect(predictTime({ metres: 5000, seconds: 1200 }, 5000)).toBe(1200);
  });

  test('longer races are slower for each kilometer', () => {
    const paces = raceDistances.map(
      ({ metres }) => predictTime({ metres: 10_000, seconds: 3000 }, metres) / metres,
    );
    expect(paces).toEqual([...paces].sort((a, b) => a - b));
  });
});
