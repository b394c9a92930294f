import { expect, test } from 'vitest';
import { defaultRules, findRefusal, measureStrength } from './password-strength.ts';

test.each([
  ['', 0, ''],
  ['aaaaaaaaaaaaaaaa', 1, 'Easy to guess'],
  ['abcdefghijkl', 1, 'Easy to guess'],
  ['hunter42', 2, 'Fair'],
  ['gT7!pq2zw', 3, 'Good'],
  ['correct horse battery', 4, 'Strong'],
])('%j is of strength %i', (password, level, label) => {
  expect(measureStrength(password)).toEqual({ level, label });
});

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const long = { minimumLength: 12, requiredCharacters: [] };
const mixed = { minimumLength: 8, requiredCharacters: [lower, upper, digits, '!@#$%^&*()'] };

test.each([
  ['gT7!p', defaultRules, 'Too short: at least 6 characters', 'it needs at least 6 characters'],
  ['gT7!pq2zw', long, 'Too short: at least 12 characters', 'it needs at least 12 characters'],
  [
    'correct horse',
    { ...long, requiredCharacters: [digits] },
    'Still missing: a number',
    'it needs a number',
  ],
  [
    'correct horse',
    mixed,
    'Still missing: an uppercase letter, a number and a symbol like ! or ?',
    'it needs an uppercase letter, a number and a symbol like ! or ?',
  ],
  [
    '12345678',
    { ...long, minimumLength: 8, requiredCharacters: [lower + upper] },
    'Still missing: a letter',
    'it needs a letter',
  ],
  ['ü'.repeat(37), defaultRules, 'Too long: at most 72 characters', 'it can have at most 72 characters'],
])('%j is refused, and the meter names what is missing', (password, rules, label, reason) => {
  expect(findRefusal(password, rules)).toEqual({ label, reason });
  expect(measureStrength(password, rules)).toEqual({ level: 1, label });
});

test('a password that the backend refuses for another reason is not accepted', () => {
  expect(measureStrength('correct horse battery', defaultRules, true)).toEqual({
    level: 1,
    label: 'Not accepted',
  });
});
