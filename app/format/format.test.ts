import { describe, expect, test } from 'vitest';
import { compareText } from './compare-text.ts';
import { formatCount, formatNumber } from './count.ts';
import { type DateStyle, formatDate, formatMoment } from './date.ts';
import { formatDay } from './day.ts';
import { formatViews } from './views.ts';

describe('a day', () => {
  test.each([
    ['2026-11-15', 'en', 'long', 'November 15, 2026'],
    ['2026-11-15', 'en', 'short', 'Nov 15, 2026'],
    ['2026-11-15', 'de', 'long', '15. November 2026'],
    ['2026-01-01', 'en', 'long', 'January 1, 2026'],
    ['2026-11-15T23:30:00Z', 'en', 'long', 'November 15, 2026'],
  ] as const)('%s in %s (%s) reads %4$s', (day, language, style, text) => {
    expect(formatDay(day, language, style)).toBe(text);
  });

  test('that is invalid is returned unchanged', () => {
    expect(formatDay('soon', 'en')).toBe('soon');
  });
});

test('names are sorted as a reader expects, whatever their letters', () => {
  const names = [
    'Zoom 2',
    'élan',
    'zoom 10',
    'apple',
    'Old red',
    'old',
    'Éclair',
    'Apple pie',
    '7 miles',
    'Ödland',
  ];
  expect(names.toSorted(compareText)).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
});

describe('a date', () => {
  const styles: DateStyle[] = [
    { weekday: 'long' },
    { weekday: 'short' },
    { month: 'long' },
    { month: 'short' },
    { year: 'numeric' },
    { day: 'numeric', month: 'short' },
    { month: 'long', year: 'numeric' },
    { month: 'short', year: '2-digit' },
    { day: 'numeric', month: 'long', year: 'numeric' },
    { day: 'numeric', month: 'short', year: 'numeric' },
    { weekday: 'short', day: 'numeric', month: 'short' },
    { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  ];
  const dates = Array.from({ length: 40 }, (_, index) => new Date(Date.UTC(2005, index, 1 + index * 5)));

  // English is written without Intl: the result must be the same.
  test.each(['en', 'en-US', 'en-GB', 'de'])('is written in %s as Intl writes it', (language) => {
    for (const style of styles) {
      const { format } = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
      expect(dates.map((date) => formatDate(date, language, style))).toEqual(
        dates.map((date) => format(date)),
      );
    }
  });
});

test.each(['en', 'en-US', 'en-GB', 'de'])('a moment in %s reads as the language writes it', (language) => {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  for (const hour of [0, 1, 11, 12, 13, 23]) {
    const time = Date.UTC(2026, 10, 15, hour, hour * 2);
    expect(formatMoment(time, language)).toBe(format.format(time));
  }
});

describe('a number', () => {
  test('has the separators of the language', () => {
    expect([formatNumber(12_345, 'en'), formatNumber(12_345, 'de')]).toEqual(['12,345', '12.345']);
  });

  test('keeps as many decimals as asked for', () => {
    expect([formatNumber(21.0975, 'en'), formatNumber(21.0975, 'en', 1)]).toEqual(['21', '21.1']);
  });

  // English is written without Intl: the result must be the same.
  test.each([
    'en',
    'en-US',
    'en-GB',
    'en-AU',
    'en-CA',
    'en-IE',
    'en-NZ',
    'en-IN',
    'en-ZA',
    'de',
  ])('is written in %s as Intl writes it', (language) => {
    const values = [
      0, -0, 1, 999, 1000, -1000, 12_345.678, -0.4, -0.06, 0.05, 1.005, 2.5, 1e6, 123_456_789.5,
    ];
    for (const value of [...values, 9_999.95, 1e14 + 0.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY]) {
      for (const digits of [0, 1, 2, 3]) {
        const { format } = new Intl.NumberFormat(language, { maximumFractionDigits: digits });
        expect(formatNumber(value, language, digits)).toBe(format(value));
      }
    }
  });

  test('agrees with its noun', () => {
    expect([0, 1, 1204].map((value) => formatCount(value, 'article', 'articles', 'en'))).toEqual([
      '0 articles',
      '1 article',
      '1,204 articles',
    ]);
  });
});

test.each([
  [0, '0 views'],
  [1, '1 view'],
  [999, '999 views'],
  [1234, '1.2K views'],
  [1_250_000, '1.3M views'],
])('%i views read %s', (count, text) =>
  expect(formatViews(count, { one: 'view', other: 'views' }, 'en')).toBe(text));
