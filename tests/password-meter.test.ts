/** The meter of the login page and the rules of the backend. */
import { describe, expect, test } from 'vitest';
import { defaultRules, findRefusal, measureStrength } from '../app/login/password-strength.ts';
import { createPasswordStrength } from '../backend/auth/passwords/check-strength.ts';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const eight = { minimumLength: 8, requiredCharacters: [] };
const long = { minimumLength: 12, requiredCharacters: [] };
const mixed = {
  minimumLength: 8,
  requiredCharacters: [lower, lower.toUpperCase(), '0123456789', '!@#$%^&*()'],
};

describe('the meter refuses exactly what the backend refuses', () => {
  const passwords = [
    'abc',
    '1234567',
    '12345678',
    'aaaaaaaaaaaaaaaa',
    'abcdefghijkl',
    'gT7!pq2zw',
    // Counted in bytes.
    'gü7äöxüqä',
    'üüüü',
    'correct horse battery',
    'Correct horse battery 9!',
    'é1'.repeat(24),
    'é1'.repeat(25),
    'a1'.repeat(36),
    'a1'.repeat(37),
  ];
  test.each([defaultRules, eight, long, mixed])('%j', async (rules) => {
    const backend = createPasswordStrength(rules);
    for (const password of passwords) {
      const refused = backend.isTooLong(password) || (await backend.checkStrength(password)).length > 0;
      expect(findRefusal(password, rules) !== undefined, password).toBe(refused);
      expect(/^(Too|Still|Not)/.test(measureStrength(password, rules).label), password).toBe(refused);
    }
  });
});
