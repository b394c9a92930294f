import { expect, test } from 'vitest';
import { matchBlocks } from './match-blocks.ts';

/** A digit is an island with this content. */
const toBlocks = (text: string) =>
  [...text].map((whole) => ({ whole, frame: whole.replace(/\d/, 'island') }));

const match = (before: string, after: string) =>
  matchBlocks(toBlocks(before), toBlocks(after))
    .map(([one, other]) => `${one}${other}`)
    .join(' ');

test.each([
  ['abc', 'abc', '00 11 22'],
  ['abc', 'axc', '00 22'],
  ['abc', 'xabc', '01 12 23'],
  ['abc', 'abcx', '00 11 22'],
  ['abcd', 'ad', '00 31'],
  ['abcd', 'axbyd', '00 12 34'],
  ['aaa', 'aa', '00 11'],
  ['aa', 'aaa', '00 11'],
  ['abc', 'cab', '01 12'],
  ['', 'ab', ''],
  ['ab', '', ''],
  ['a1b', 'a2b', '00 11 22'],
  ['12', '312', '01 12'],
  ['12', '32', '00 11'],
  ['12', '13', '00 11'],
  ['1a', 'a1', '10'],
  ['1a2', '3b2', '00 22'],
])('%s → %s', (before, after, pairs) => {
  expect(match(before, after)).toBe(pairs);
});

test('a text that is another one altogether is not compared for long', () => {
  const blocks = (letter: string) => toBlocks(`-${letter.repeat(5000)}`);
  expect(matchBlocks(blocks('a'), blocks('b'))).toEqual([[0, 0]]);
});
