import { describe, expect, test } from 'vitest';
import { formatCount, formatNumber } from './count.ts';
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

  test('that is none is shown as it was written', () => {
    expect(formatDay('soon', 'en')).toBe('soon');
  });
});

describe('a number', () => {
  test('has the separators of the language', () => {
    expect([formatNumber(12_345, 'en'), formatNumber(12_345, 'de')]).toEqual(['12,345', '12.345']);
  });

  test('keeps as many decimals as asked for', () => {
    expect([formatNumber(21.0975, 'en'), formatNumber(21.0975, 'en', 1)]).toEqual(['21', '21.1']);
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
])('%i views read %s', (count, text) => expect(formatViews(count)).toBe(text));
