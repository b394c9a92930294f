import { expect, test } from 'vitest';
import { findErrorPlace } from './find-error-place.ts';

test.each([
  ['selec 1', 'syntax error at or near "selec"', 'selec'],
  ['select name form kept', 'syntax error at or near "kept"', 'kept'],
  ['select nonsense, 1 from kept', 'column "nonsense" does not exist', 'nonsense'],
  ['select k.nonsense from kept k', 'column k.nonsense does not exist', 'k.nonsense'],
  ["-- nowhere\nselect 'nowhere' from nowhere", 'relation "nowhere" does not exist', 'nowhere'],
  ['select nosuch(1)', 'function nosuch(integer) does not exist', 'nosuch'],
  ["select 'open", `unterminated quoted string at or near "'open"`, "'open"],
  ['select (', 'syntax error at end of input', '('],
  ['select 1, from a, from b', 'syntax error at or near "from"', undefined],
  ['select 1 / 0', 'division by zero', undefined],
])('%s: %s', (sql, message, marked) => {
  const place = findErrorPlace(sql, message);
  expect(place && sql.slice(place.from, place.to)).toBe(marked);
  // The last one, where the word is in a comment and a string too.
  if (sql.includes('nowhere')) expect(place?.from).toBe(sql.lastIndexOf('nowhere'));
});
