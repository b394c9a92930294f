import { expect, test } from 'vitest';
import { createRandomIds } from './random-ids.ts';

test('no id comes twice, and each has its length', () => {
  const createId = createRandomIds();
  const ids = Array.from({ length: 3000 }, (_, index) => createId(index % 2 ? 8 : 16));
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.map((id) => id.length))).toEqual(new Set([16, 32]));
  expect(ids.join('')).toMatch(/^[\da-f]+$/);
});
