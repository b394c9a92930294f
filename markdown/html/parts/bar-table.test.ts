import { expect, test } from 'vitest';
import type { TreeElement } from '../../parse/tree.ts';
import { toBarTable } from './bar-table.ts';

const table = (...cells: string[]): TreeElement => [
  'table',
  0,
  ['thead', 0, ['tr', 0, ['th', 0, 'Name'], ['th', 0, 'Value']]],
  [
    'tbody',
    0,
    ...cells.map(
      (cell, index): TreeElement => ['tr', 0, ['td', 0, `row ${index}`], ['td', 0, ['strong', 0, cell]]],
    ),
  ],
];

const sharesOf = (...cells: string[]) =>
  toBarTable([table(...cells)]).rows.map(({ cells: [cell] }) => cell?.share);

test('shares are of the largest value', () => {
  expect(sharesOf('50', '200', '100')).toEqual([0.25, 1, 0.5]);
});

test('grouped digits, units and currency are read as numbers', () => {
  expect(sharesOf('1,000 kB', '$500', '250 %', '≈ 100')).toEqual([1, 0.5, 0.25, 0.1]);
});

test('a cell without a number has no bar', () => {
  expect(sharesOf('unknown', '10', '–')).toEqual([undefined, 1, undefined]);
});

test('a value below zero has an empty bar, and zeros alone have none', () => {
  expect(sharesOf('-5', '10')).toEqual([0, 1]);
  expect(sharesOf('0', '0')).toEqual([undefined, undefined]);
});

test('the heads and labels are kept', () => {
  expect(toBarTable([table('1')])).toMatchObject({ head: ['Name', 'Value'], rows: [{ label: 'row 0' }] });
});
