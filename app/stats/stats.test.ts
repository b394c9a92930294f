import { describe, expect, test } from 'vitest';
import { seriesOf } from './over-time.tsx';
import { addressOf, ranges, readState, timeIn, toReportQuery } from './ranges.ts';
import type { ViewsReport } from './report.ts';
import { changeOf, hasBefore, totalsOf } from './totals.ts';

const range = (name: string) => ranges.find((each) => each.name === name) ?? ranges[0];

describe('the address', () => {
  test.each([
    '/stats',
    '/stats?range=7d',
    '/stats?range=all&compare=off',
    '/stats?compare=off',
    '/stats?page=/posts/x&country=DE',
    '/stats?range=7d&compare=off&page=/posts/a%26b&referrer=example.com&device=phone&country=DE',
  ])('%s is unchanged after reading and writing', (address) => {
    expect(addressOf(readState(new URL(address, 'http://a').searchParams))).toBe(address);
  });

  test('with invalid values is the default', () => {
    expect(addressOf(readState(new URLSearchParams('range=century&compare=maybe&page=&hour=7')))).toBe(
      '/stats',
    );
  });
});

test.each([
  ['today', '2026-11-15', 'hour'],
  ['7d', '2026-11-09', 'auto'],
  ['30d', '2026-10-17', 'auto'],
  ['12m', '2025-12-01', 'auto'],
  ['all', null, 'auto'],
])('the range %s begins at %s', (name, first_day, unit) => {
  const filters = { page: '/about' };
  expect(toReportQuery({ range: range(name), filters }, '2026-11-15')).toEqual({
    last_day: '2026-11-15',
    first_day,
    unit,
    filters,
  });
});

test('today is the day in the owner’s time zone', () => {
  const now = new Date('2026-11-15T23:30:00Z');
  expect(timeIn('Europe/Berlin', now)).toEqual({ day: '2026-11-16', hour: 0 });
  expect(timeIn('UTC', now)).toEqual({ day: '2026-11-15', hour: 23 });
});

const report = (unit: ViewsReport['unit'], series: number[], before: number[] | null): ViewsReport => {
  const toSeries = (values: number[]) =>
    values.map((views, index) => ({
      at: unit === 'hour' ? String(index).padStart(2, '0') : `2026-11-0${index + 1}`,
      views,
      visitors: 1,
    }));
  return {
    unit,
    series: toSeries(series),
    before: before && toSeries(before),
    first_day: '',
    last_day: '',
    begun: null,
    pages: [],
    referrers: [],
    devices: [],
    countries: [],
    discarded: [],
  };
};

test('totals are compared with those of the previous period', () => {
  const { views } = totalsOf(report('day', [5, 10], [4, 6]), 12);
  expect(views).toEqual({ now: 15, before: 10 });
  expect(changeOf(views)).toBe(0.5);
});

test('for today, only the hours until now are compared', () => {
  expect(totalsOf(report('hour', [5, 10, 0, 0], [4, 6, 100, 100]), 1).views).toEqual({ now: 15, before: 10 });
});

test('without a previous period there is no change', () => {
  expect(changeOf({ now: 4, before: 0 })).toBeUndefined();
  expect(changeOf({ now: 4, before: undefined })).toBeUndefined();
});

test('the chart leaves future hours blank, and shows the previous period in full', () => {
  const [views, before] = seriesOf(report('hour', [5, 10, 0], [1, 2, 3]), true, 1);
  expect(views?.points.map(({ y }) => y)).toEqual([5, 10, null]);
  expect(before).toMatchObject({ name: 'Views before', comparison: true });
  expect(before?.points.map(({ y }) => y)).toEqual([1, 2, 3]);
});

test('without comparison there are two lines', () => {
  expect(seriesOf(report('day', [1], [2]), false, 0).map(({ name }) => name)).toEqual(['Views', 'Visitors']);
});

test('there is a comparison only with a period that had views', () => {
  expect(hasBefore(report('day', [1, 2], [0, 3]))).toBe(true);
  expect(hasBefore(report('day', [1, 2], [0, 0]))).toBe(false);
  expect(hasBefore(report('day', [1, 2], null))).toBe(false);
});
