import { describe, expect, test } from 'vitest';
import { createPageTokens } from './page-token.ts';

const noon = Date.UTC(2026, 10, 15, 12);
const hours = (count: number) => noon + count * 3_600_000;
const at = (time: number) => createPageTokens('a secret of this site', () => time);
const token = at(noon).sign('/about');

test('a token is the same for all visitors, all day', () => {
  expect(at(hours(11)).sign('/about')).toBe(token);
  expect(at(hours(13)).sign('/about')).not.toBe(token);
  expect(at(noon).sign('/running')).not.toBe(token);
});

describe('a token is valid', () => {
  test.each([
    ['at once', 0],
    ['at the end of the next day', 35],
    ['for a clock that is half a minute behind', -12 - 0.5 / 60],
  ])('%s', (_, later) => expect(at(hours(later)).findFault('/about', token)).toBeUndefined());
});

test('a mark is the same for ever, and is exchanged for the token of the day, for its own path', () => {
  const mark = at(noon).mark('/about');
  expect(at(hours(1000)).exchange('/about', mark)).toBe(at(hours(1000)).sign('/about'));
  expect(at(noon).exchange('/running', mark)).toBeUndefined();
  expect(at(noon).exchange('/about', '')).toBeUndefined();
  expect(at(noon).findFault('/about', mark)).toBe('forged-token');
});

test.each([
  ['none', '/about', '', 'missing-token'],
  ['one of another page', '/running', token, 'forged-token'],
  [
    'one of another site',
    '/about',
    createPageTokens('another secret', () => noon).sign('/about'),
    'forged-token',
  ],
  ['a shorter one', '/about', token.slice(0, -1), 'forged-token'],
  ['another word', '/about', 'hello', 'forged-token'],
  ['one that claims another day', '/about', token.replace(/^[^.]+/, (day) => `${day}0`), 'forged-token'],
])('%s is not valid', (_, path, given, fault) => expect(at(noon).findFault(path, given)).toBe(fault));

test('a token is stale after the next day, and before its own day', () => {
  expect(at(hours(37)).findFault('/about', token)).toBe('stale-token');
  expect(at(hours(-13)).findFault('/about', token)).toBe('stale-token');
});

test('the window changes with the tokens', () => {
  expect(at(hours(13)).window()).toBe(at(noon).window() + 1);
});
