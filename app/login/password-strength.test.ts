import { expect, test } from 'vitest';
import { defaultRules, findWeakness, measureStrength } from './password-strength.ts';

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

const strict = { minimumLength: 12, requiredCharacters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'] };

test.each([
  ['gT7!pq', defaultRules, 'length'],
  ['gT7!pq2zw', defaultRules, undefined],
  ['gT7!pq2zw', strict, 'length'],
  // Counted in bytes, as the backend does.
  ['gü7äöxüqä', { ...strict, requiredCharacters: [] }, undefined],
  ['correct horse battery', strict, 'characters'],
  ['correct horse battery 9', strict, undefined],
  ['aaaaaaaaaaaaaaaa', defaultRules, 'guessable'],
])('%j is measured by the rules of the backend', (password, rules, weakness) => {
  expect(findWeakness(password, rules)).toBe(weakness);
  expect(measureStrength(password, rules).label === 'Too weak').toBe(weakness !== undefined);
});

test('a password that the backend refuses is too weak', () => {
  expect(measureStrength('correct horse battery', defaultRules, true).label).toBe('Too weak');
});
