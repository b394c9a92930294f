import { expect, test } from 'vitest';
import { matchBlocks } from './match-blocks.ts';

const match = (before: string, after: string) =>
  matchBlocks([...before], [...after])
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
])('%s → %s', (before, after, pairs) => {
  expect(match(before, after)).toBe(pairs);
});

test('a text that is another one altogether is not compared for long', () => {
  const words = (prefix: string) => [
    'first',
    ...Array.from({ length: 5000 }, (_, at) => `${prefix}${at % 9}`),
  ];
  expect(matchBlocks(words('a'), words('b'))).toEqual([[0, 0]]);
});
