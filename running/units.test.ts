import { expect, test } from 'vitest';
import { formatDistance, formatHeight, formatPace } from './units.ts';

test.each([
  [10_000, 'km', '10.00 km'],
  [9996, 'km', '9.99 km'],
  [42_195, 'mi', '26.21 mi'],
  [0, 'km', '0.00 km'],
  [99_999, 'km', '99.99 km'],
  [161_249, 'km', '161.2 km'],
  [1_204_700, 'km', '1,204 km'],
  [12_345_678_900, 'km', '12,345,678 km'],
] as const)('%d meters are shown in %s as %s', (metres, unit, text) =>
  expect(formatDistance(metres, unit)).toBe(text));

test('a pace is shown for a kilometer or a mile', () => {
  expect(formatPace(0.3, 'km')).toBe('5:00 /km');
  expect(formatPace(0.3, 'mi')).toBe('8:03 /mi');
  expect([undefined, 0, Number.NaN, Number.POSITIVE_INFINITY].map((pace) => formatPace(pace, 'km'))).toEqual([
    '–',
    '–',
    '–',
    '–',
  ]);
});

test('heights are meters or feet', () => {
  expect([formatHeight(100, 'km'), formatHeight(100, 'mi')]).toEqual(['100 m', '328 ft']);
  expect([formatHeight(3809, 'km'), formatHeight(3809, 'mi')]).toEqual(['3,809 m', '12,497 ft']);
});
