import { expect, test } from 'vitest';
import { atLeast, atMost, below, exactly, isMissed, isTrue, noLimit } from './figure.ts';
import { toTable } from './table.ts';

test('a table shows for each figure the measured value, its limit and whether it is met', () => {
  const figures = [
    atMost('weight', 31_000, 30_000, 'bytes'),
    atLeast('rate', 0.8, 0.8, 'ratio'),
    noLimit('CPU', 3, 's CPU'),
  ];
  expect(toTable(figures).split('\n')).toEqual([
    'figure      measured           limit',
    '────────────────────────────────────────────',
    'weight  31,000 bytes  ≤ 30,000 bytes  missed',
    'rate           0.800         ≥ 0.800  ok',
    'CPU          3 s CPU',
  ]);
});

test.each([
  ['at most, on the limit', atMost('', 3, 3, 's'), false],
  ['below, on the limit', below('', 400, 400, 'MB'), true],
  ['at least, under it', atLeast('', 0.79, 0.8, 'ratio'), true],
  ['exactly, one short', exactly('', 9_999, 10_000, 'pages'), true],
  ['a yes', isTrue('', true), false],
  ['a no', isTrue('', false), true],
  ['a figure without a limit', noLimit('', 9, 's'), false],
])('%s', (_case, figure, missed) => {
  expect(isMissed(figure)).toBe(missed);
});
