import { expect, it } from 'vitest';
import { matchesEtag } from './conditional-request.ts';

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"x", "a"', true],
  ['*', true],
  ['"x"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('If-None-Match: %s matches "a": %s', (header, expected) => {
  expect(matchesEtag(header, '"a"')).toBe(expected);
});
