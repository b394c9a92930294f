import { expect, it } from 'vitest';
import { parseByteRange } from './byte-range.ts';

it.each([
  [null, undefined],
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=10-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=5-2', undefined],
  ['bytes=0-1,4-5', undefined],
  ['bytes=-', undefined],
  ['lines=1-2', undefined],
])('Range: %s of ten bytes is %o', (header, expected) => {
  expect(parseByteRange(header, 10)).toEqual(expected);
});
