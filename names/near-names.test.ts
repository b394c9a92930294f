import { expect, test } from 'vitest';
import { findNearNames } from './near-names.ts';
import { openNames } from './open-names.ts';

const names = await openNames();

test.each([
  ['Emmma', 'Emma'],
  ['Ema', 'Emma'],
  ['Oliva', 'Olivia'],
  ['Olviia', 'Olivia'],
  ['Katharyne', 'Katherine'],
  ["D'Angelo", 'Dangelo'],
])('%s may have been meant to be %s', (written, meant) => {
  expect(findNearNames(names, written, 6)).toContain(meant);
});

test('the most frequent come first, and there are not too many', () => {
  const near = findNearNames(names, 'Jon', 3);
  expect(near).toHaveLength(3);
  expect(near[0]).toBe('John');
});

test.each(['', 'x'.repeat(5000), '👶🏽', 'محمد'])('nothing is near to %j', (written) => {
  expect(findNearNames(names, written, 6)).toEqual([]);
});
