import { describe, expect, test } from 'vitest';
import { endOfPeriod, startOfPeriod, toLocalDay } from '../day.ts';
import { kilometre, mile } from '../pace.ts';
import { toCalendar } from './calendar.ts';
import { findEddington } from './eddington.ts';
import { sumGear } from './gear.ts';
import { findFastest, findPersonalBests, findRecords } from './records.ts';
import { measureGoal, sumByPeriod } from './totals.ts';

const run = (
  day: string,
  metres: number,
  changes: { gain?: number; gear?: string; seconds?: number } = {},
) => ({
  day,
  metres,
  start: Date.parse(day),
  moving: metres / 3,
  elapsed: metres / 2.9,
  gain: changes.gain,
  gear: changes.gear,
  efforts: {
    elapsed: changes.seconds ? [{ metres: 5000, seconds: changes.seconds, start: 0 }] : [],
    moving: [],
  },
});

describe('a day', () => {
  test('is that of the runner, not of Greenwich', () => {
    const at = Date.parse('2024-05-01T23:30:00Z');
    expect([toLocalDay(at, 120), toLocalDay(at, -300)]).toEqual(['2024-05-02', '2024-05-01']);
  });

  test.each([
    ['week', '2024-12-31', '2024-12-30', '2025-01-06'],
    ['month', '2024-02-29', '2024-02-01', '2024-03-01'],
    ['year', '2024-02-29', '2024-01-01', '2025-01-01'],
  ] as const)('lies in a %s', (period, day, start, end) => {
    expect(startOfPeriod(day, period)).toBe(start);
    expect(endOfPeriod(start, period)).toBe(end);
  });

  test('may lie in a week that begins on Sunday', () => {
    expect(startOfPeriod('2024-12-31', 'week', 'sunday')).toBe('2024-12-29');
  });
});

describe('the calendar of a year', () => {
  const runs = [
    run('2024-01-01', 5000),
    run('2024-01-01', 3000),
    run('2024-02-29', 10_000),
    run('2024-12-31', 20_000),
    run('2023-12-31', 1),
  ];
  const days = toCalendar(runs, 2024);

  test('has all its days, leap day included, in their squares', () => {
    expect(days).toHaveLength(366);
    expect(days[0]).toMatchObject({ day: '2024-01-01', metres: 8000, runs: 2, week: 0, weekday: 0 });
    expect(days[365]).toMatchObject({ day: '2024-12-31', week: 52, weekday: 1 });
    expect(toCalendar(runs, 2023, 'sunday')[0]).toMatchObject({ week: 0, weekday: 0 });
  });

  test('shades days by how long they were', () => {
    const levels = days.filter(({ runs: count }) => count > 0).map(({ level }) => level);
    expect(levels).toEqual(levels.toSorted());
    expect(days[5]?.level).toBe(0);
  });
});

describe('totals', () => {
  const runs = [run('2024-01-31', 5000, { gain: 10 }), run('2024-01-01', 3000), run('2024-04-02', 10_000)];

  test('by month have the empty months between', () => {
    expect(
      sumByPeriod(runs, 'month').map(({ start, metres, runs: count }) => [start, metres, count]),
    ).toEqual([
      ['2024-01-01', 8000, 2],
      ['2024-02-01', 0, 0],
      ['2024-03-01', 0, 0],
      ['2024-04-01', 10_000, 1],
    ]);
  });

  test('by week and year, and of nothing', () => {
    expect(sumByPeriod(runs, 'year')).toMatchObject([{ metres: 18_000, gain: 10 }]);
    expect(sumByPeriod(runs, 'week')).toHaveLength(14);
    expect(sumByPeriod([], 'week')).toEqual([]);
  });

  test('measure the progress of a goal', () => {
    const goal = measureGoal({ period: 'month', of: 'metres', target: 31_000 }, runs, '2024-01-10');
    expect(goal).toMatchObject({ start: '2024-01-01', end: '2024-02-01', done: 8000, expected: 10_000 });
    expect(goal.perDay).toBeCloseTo(23_000 / 22, 6);
    expect(measureGoal({ period: 'year', of: 'runs', target: 2 }, runs, '2024-12-31')).toMatchObject({
      done: 3,
      perDay: 0,
      expected: 2,
    });
  });
});

test.each([
  [[], 0, 1],
  [[5], 1, 1],
  [[3, 3, 3], 3, 4],
  [[10, 4, 4, 4, 1], 4, 4],
])('the Eddington number of days with %j km is %d', (lengths, number, missingDays) => {
  const runs = lengths.map((length, index) => run(`2024-01-0${index + 1}`, length * 1000 + 10));
  expect(findEddington(runs, kilometre)).toMatchObject({ number, missingDays });
});

test('the Eddington number takes days, not runs, and differs between kilometers and miles', () => {
  const runs = ['2024-01-01', '2024-01-02', '2024-01-03'].flatMap((day) => [run(day, 1700), run(day, 1700)]);
  expect(findEddington(runs, kilometre).number).toBe(3);
  expect(findEddington(runs, mile).number).toBe(2);
});

describe('records', () => {
  const runs = [
    run('2024-01-02', 5000, { seconds: 1500, gain: 80 }),
    run('2024-01-01', 8000, { seconds: 1600 }),
    run('2024-01-03', 21_000, { seconds: 1550 }),
    run('2024-02-10', 6000, { seconds: 1400 }),
  ];

  test('are listed in the order in which they were set', () => {
    expect(findPersonalBests(runs, 5000).map(({ run: each, seconds }) => [each.day, seconds])).toEqual([
      ['2024-01-01', 1600],
      ['2024-01-02', 1500],
      ['2024-02-10', 1400],
    ]);
    expect(findFastest(runs, 5000, 'elapsed', 2).map(({ seconds }) => seconds)).toEqual([1400, 1500]);
    expect(findPersonalBests(runs, 10_000)).toEqual([]);
  });

  test('are also the farthest, the highest, the best week and the most days in a row', () => {
    const records = findRecords(runs);
    expect(records.farthest?.day).toBe('2024-01-03');
    expect(records.highest?.day).toBe('2024-01-02');
    expect(records.week).toEqual({ start: '2024-01-01', metres: 34_000 });
    expect(records.streak).toEqual({ start: '2024-01-01', days: 3 });
    expect(findRecords([])).toMatchObject({ farthest: undefined, streak: undefined });
  });
});

test('gear has its totals, the last used first', () => {
  const runs = [
    run('2024-01-01', 5000, { gear: 'Blue' }),
    run('2024-01-03', 1000, { gear: 'Red' }),
    run('2024-01-02', 2000, { gear: 'Blue' }),
    run('2024-01-04', 1),
  ];
  expect(sumGear(runs)).toMatchObject([
    { name: 'Red', runs: 1, metres: 1000 },
    { name: 'Blue', runs: 2, metres: 7000, firstDay: '2024-01-01', lastDay: '2024-01-02' },
  ]);
});
