import { describe, expect, test } from 'vitest';
import { comparePeriods } from '../../../running/history/compare-periods.ts';
import { measureGoal } from '../../../running/history/totals.ts';
import { stepOf } from './calendar-steps.ts';
import { chartTotals, yearsOf } from './chart-totals.ts';
import { formatHours, today } from './format.ts';
import { formatGoal, formatProgress } from './format-goal.ts';
import { formatDifference } from './sum-figures.tsx';
import { describeFatigue, formatChange, hasTraining } from './training-load.tsx';

const run = (day: string, kilometres: number) => ({
  day,
  metres: kilometres * 1000,
  moving: kilometres * 300,
  gain: undefined,
});

describe('this week, month and year', () => {
  // A Wednesday.
  const now = '2026-03-18';
  const runs = [
    run('2026-03-18', 10),
    run('2026-03-16', 5),
    run('2026-03-15', 20),
    run('2026-03-11', 7),
    run('2026-03-12', 9),
    run('2026-02-18', 11),
    run('2026-02-19', 12),
    run('2025-03-18', 30),
    run('2025-03-19', 40),
  ];
  const kilometres = comparePeriods(runs, now).map((compared) => [
    compared.period,
    compared.now.metres / 1000,
    compared.before.metres / 1000,
  ]);

  test('are compared with the same days of the previous one', () => {
    expect(kilometres).toEqual([
      ['week', 15, 7],
      ['month', 51, 11],
      ['year', 74, 30],
    ]);
  });

  test('a week may begin on Sunday', () => {
    expect(comparePeriods(runs, now, 'sunday')[0]).toMatchObject({
      start: '2026-03-15',
      now: { metres: 35_000, runs: 3 },
      before: { metres: 7000, runs: 1 },
    });
  });

  test('the 31st is compared with all of a shorter month, and a leap day with all of a February', () => {
    const [, month] = comparePeriods([run('2026-02-28', 3), run('2026-03-01', 4)], '2026-03-31');
    expect(month).toMatchObject({ now: { runs: 1 }, before: { runs: 1 } });
    const [, , year] = comparePeriods([run('2023-02-28', 3), run('2023-03-01', 4)], '2024-02-29');
    expect(year?.before.runs).toBe(1);
  });

  test.each([
    [8, 5, '3.00 km more than at this point last week'],
    [5, 8, '3.00 km less than at this point last week'],
    [5, 5.05, 'as much as at this point last week'],
    [5, 0, 'none at this point last week'],
    [0, 0, 'none at this point last week either'],
  ])('%d km after %d km read “%s”', (after, before, words) => {
    const sum = (value: number) => ({ runs: value > 0 ? 1 : 0, metres: value * 1000, moving: 0 });
    expect(formatDifference({ period: 'week', start: '', now: sum(after), before: sum(before) }, 'km')).toBe(
      words,
    );
  });
});

describe('the bars of totals', () => {
  const runs = [run('2026-01-02', 10), run('2026-12-31', 5), run('2025-01-20', 7), run('2023-06-01', 1)];

  test('have every month of the year, with the one a year earlier beside it', () => {
    const bars = chartTotals(runs, 'month', 2026, 'monday');
    expect(bars).toHaveLength(12);
    expect(bars[0]).toEqual({ start: '2026-01-01', metres: 10_000, before: 7000 });
    expect(bars[5]).toEqual({ start: '2026-06-01', metres: 0, before: 0 });
  });

  test('have every week that the year touches', () => {
    const bars = chartTotals(runs, 'week', 2026, 'monday');
    expect([bars[0]?.start, bars.at(-1)?.start, bars.length]).toEqual(['2025-12-29', '2026-12-28', 53]);
    expect(bars.reduce((sum, { metres }) => sum + metres, 0)).toBe(15_000);
  });

  test('have years without a run between others', () => {
    expect(chartTotals(runs, 'year', 2026, 'monday').map(({ metres }) => metres)).toEqual([
      1000, 0, 7000, 15_000,
    ]);
  });

  test('the years to choose from have no gaps, newest first', () => {
    expect(yearsOf(runs, '2026-11-15')).toEqual([2026, 2025, 2024, 2023]);
    expect(yearsOf([], '2026-11-15')).toEqual([2026]);
    expect(yearsOf([run('2020-01-01', 1)], '2026-11-15')).toEqual([2020]);
  });
});

describe('a goal', () => {
  const goal = { period: 'month', of: 'metres', target: 100_000 } as const;
  const progressAfter = (kilometres: number) =>
    formatProgress(measureGoal(goal, [run('2026-04-02', kilometres)], '2026-04-15'), 'km');

  test.each([
    [50, 'On track: 50 km to go in 16 days, 21.87 km a week.'],
    [70, '20 km ahead of an even pace: 30 km to go in 16 days, 13.12 km a week.'],
    [20, '26.66 km behind an even pace: 80 km to go in 16 days, 35 km a week.'],
    [100, 'Reached.'],
    [104.5, 'Reached, with 4.50 km to spare.'],
  ])('after %d of 100 km by the middle of April reads “%s”', (kilometres, words) => {
    expect(progressAfter(kilometres)).toBe(words);
  });

  // Monday to Wednesday.
  test.each([
    ['2026-04-13', 0, 'A new week: 35 km to go in 7 days.'],
    ['2026-04-13', 4, 'On track: 31 km to go in 7 days.'],
    ['2026-04-13', 12, '7 km ahead of an even pace: 23 km to go in 7 days.'],
    ['2026-04-14', 0, '5 km behind an even pace: 35 km to go in 6 days.'],
    ['2026-04-14', 5, 'On track: 30 km to go in 6 days.'],
    ['2026-04-15', 5, '5 km behind an even pace: 30 km to go in 5 days.'],
  ])('is not behind by the day that is not over: %s with %d km reads “%s”', (day, kilometres, words) => {
    const weekly = { period: 'week', of: 'metres', target: 35_000 } as const;
    const runs = kilometres > 0 ? [run('2026-04-13', kilometres)] : [];
    expect(formatProgress(measureGoal(weekly, runs, day), 'km')).toBe(words);
  });

  test.each([
    [{ period: 'week', of: 'metres', target: 35_000 }, 'km', '35 km a week'],
    [{ period: 'week', of: 'metres', target: 1609.344 * 20 }, 'mi', '20 mi a week'],
    [{ period: 'month', of: 'moving', target: 5400 * 4 }, 'km', '6 h a month'],
    [{ period: 'year', of: 'runs', target: 1 }, 'km', '1 run a year'],
  ] as const)('%o in %s reads “%s”', (each, unit, words) => expect(formatGoal(each, unit)).toBe(words));
});

describe('by keyboard in the calendar', () => {
  test.each([
    ['ArrowDown', '2026-03-02'],
    ['ArrowUp', '2026-02-28'],
    ['ArrowRight', '2026-03-08'],
    ['ArrowLeft', '2026-02-22'],
    ['PageDown', '2026-04-01'],
    ['PageUp', '2026-02-01'],
    ['Home', '2026-01-01'],
    ['End', '2026-12-31'],
    ['Enter', undefined],
  ])('%s leads from the first of March to %s', (key, day) => expect(stepOf(key, '2026-03-01')).toBe(day));

  test('no key leads out of the year', () => {
    expect(['ArrowLeft', 'ArrowUp', 'PageUp'].map((key) => stepOf(key, '2026-01-01'))).toEqual(
      Array(3).fill('2026-01-01'),
    );
    expect(['ArrowRight', 'ArrowDown', 'PageDown'].map((key) => stepOf(key, '2026-12-31'))).toEqual(
      Array(3).fill('2026-12-31'),
    );
  });
});

test('hours are as short as they can be', () => {
  expect([2880, 3600, 12_000, 547_200].map(formatHours)).toEqual(['48 min', '1 h', '3 h 20 min', '152 h']);
});

test('today is the reader’s own date', () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});

describe('the training load', () => {
  test('is compared with that of four weeks ago, as the rounded figures are', () => {
    const days = (before: number, now: number) =>
      Array.from({ length: 29 }, (_, index) => ({ fitness: index === 28 ? now : before }));
    expect(formatChange(days(40.4, 45.6))).toBe('6 more than four weeks ago');
    expect(formatChange(days(45.6, 40.4))).toBe('6 less than four weeks ago');
    expect(formatChange(days(40.4, 39.6))).toBe('as much as four weeks ago');
  });

  test.each([
    [80, 40, 'much more than usual'],
    [50, 40, 'more than usual'],
    [40, 40, 'as usual'],
    [30, 40, 'less than usual: rested'],
    [0, 0, 'hardly any training yet'],
  ])('a fatigue of %i after a fitness of %i is %s', (fatigue, fitness, words) => {
    expect(describeFatigue({ fatigue, fitness })).toBe(words);
  });

  test('is there as long as one of the runs lies in the last half year', () => {
    const isThere = (day: string) => hasTraining([{ day }], '2026-11-18');
    expect(isThere('2026-11-18')).toBe(true);
    expect(isThere('2026-05-21')).toBe(true);
    expect(isThere('2026-05-20')).toBe(false);
  });
});
