import { expect, test } from 'vitest';
import { readPhoneNumber, showPhoneNumber } from './phone-number.ts';

test.each([
  ['+49 151 12345678', '+4915112345678'],
  ['+1 (212) 555-0100', '+12125550100'],
  ['49/151.1234567', '491511234567'],
  ['12', undefined],
  ['0151 1234567', undefined],
  ['call me', undefined],
  ['', undefined],
])('%j is read as %s', (text, expected) => {
  expect(readPhoneNumber(text)).toBe(expected);
});

test('a number is shown with its plus sign, once', () => {
  expect(showPhoneNumber('4915112345678')).toBe('+4915112345678');
  expect(showPhoneNumber('+4915112345678')).toBe('+4915112345678');
});
