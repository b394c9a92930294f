import { expect, it } from 'vitest';
import { findDuration } from './ban-duration.ts';

it.each([
  ['0', 0],
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['.5s', 500],
  ['5.s', 5000],
  ['-1m', -60_000],
  ['+1m', 60_000],
  ['250ms', 250],
  ['1000us', 1],
  ['1000µs', 1],
  ['1000μs', 1],
  ['1000000ns', 1],
  ['876000h', 3_153_600_000_000],
])('%s is %d milliseconds', (text, milliseconds) => {
  expect(findDuration(text)).toBeCloseTo(milliseconds);
});

it.each([
  '',
  '1',
  'h',
  '1d',
  '1 h',
  '1h-1m',
  '.h',
  '1e3h',
  'none',
  '2562048h',
  'forever',
  '1'.repeat(99_999),
  `${'9'.repeat(90)}h`,
])('%.20s is not a duration', (text) => {
  expect(findDuration(text)).toBeUndefined();
});
