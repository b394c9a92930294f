import { expect, test } from 'vitest';
import { measureStrength } from './password-strength.ts';

test.each([
  ['', 0],
  ['abc', 1],
  ['12345678', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['abcdefghijkl', 1],
  ['hunter42', 2],
  ['gT7!pq2zw', 3],
  ['correct horse battery', 4],
])('%j is of strength %i', (password, level) => {
  expect(measureStrength(password).level).toBe(level);
});
