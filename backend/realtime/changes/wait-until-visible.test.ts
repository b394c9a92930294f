import { expect, test } from 'vitest';
import { isVisibleIn } from './wait-until-visible.ts';

test.each([
  ['100:100:', 99, true],
  ['100:100:', 100, false],
  ['100:105:100,103', 102, true],
  ['100:105:100,103', 103, false],
  ['100:105:100,103', 200, false],
  // The numbers have started again.
  ['4294967300:4294967305:4294967300', 3, true],
  ['4294967300:4294967305:4294967300', 4, false],
  ['4294967300:4294967305:4294967300', 4294967290, true],
])('a snapshot %s and transaction %i: %s', (snapshot, id, isVisible) => {
  expect(isVisibleIn(snapshot, id)).toBe(isVisible);
});
