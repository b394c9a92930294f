import { expect, test } from 'vitest';
import { addDays } from '../day.ts';
import { measureTraining } from './training-load.ts';

const today = '2026-11-18';
const hour = (day: string, averageHeartRate?: number) => ({ day, moving: 3600, averageHeartRate });
const measure = (runs: ReturnType<typeof hour>[], days = 7) =>
  measureTraining(runs, { highest: 190, today, days });

test('a day has the load of its runs, by time and heart rate', () => {
  const [hard, easy] = [measure([hour(today, 177)]), measure([hour(today, 125)])].map(
    (days) => days.at(-1)?.load ?? 0,
  );
  // Nine tenths of the way from rest to the highest: 0.9 × 0.64 × e^(1.92 × 0.9) for each of sixty minutes.
  expect(hard).toBeCloseTo(194.6, 0);
  expect(easy).toBeCloseTo(50.1, 0);
  expect(measure([hour(today, 125), hour(today, 125)]).at(-1)?.load).toBeCloseTo(2 * 50.1, 0);
});

test('a run without a heart rate counts like an average minute of the others, and by time where none has one', () => {
  const days = measure([hour(today), hour(addDays(today, -1), 177), hour(addDays(today, -2), 125)]);
  expect(days.at(-1)?.load).toBeCloseTo((194.6 + 50.1) / 2, 0);
  expect(measure([hour(today)]).at(-1)?.load).toBe(60);
  // A strap that was not worn says 0, and a broken one less than a heart at rest.
  expect(measure([hour(today, 0)]).at(-1)?.load).toBe(60);
  expect(measure([hour(today, 45)]).at(-1)?.load).toBe(60);
});

test('a rate above the highest that is set counts as the highest', () => {
  const load = (rate: number) => measure([hour(today, rate)]).at(-1)?.load;
  expect(load(205)).toBe(load(190));
});

test('the same load every day is both fitness and fatigue in the end; a pause shows in fatigue first', () => {
  const runs = Array.from({ length: 400 }, (_, index) => hour(addDays(today, -10 - index)));
  const days = measure(runs, 11);
  expect(days).toHaveLength(11);
  expect(days[0]?.fitness).toBeCloseTo(60, 1);
  expect(days[0]?.fatigue).toBeCloseTo(60, 5);
  const { fitness = 0, fatigue = 0 } = days.at(-1) ?? {};
  expect(fitness).toBeGreaterThan(45);
  expect(fatigue).toBeLessThan(15);
});

test('days before the first run are there with nothing, and runs of later days do not count', () => {
  const days = measure([hour(addDays(today, 1)), hour(today)], 3);
  expect(days.map(({ day, load, fitness }) => [day, load, fitness > 0])).toEqual([
    ['2026-11-16', 0, false],
    ['2026-11-17', 0, false],
    ['2026-11-18', 60, true],
  ]);
  expect(measure([], 2)).toHaveLength(2);
});
