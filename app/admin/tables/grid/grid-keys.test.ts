import { expect, test } from 'vitest';
import { moveBy, rowsInView } from './grid-keys.ts';

const bounds = { rows: 50, columns: 3, page: 10 };

test.each([
  ['ArrowDown', false, { row: 49, column: 1 }, { row: 49, column: 1 }],
  ['ArrowUp', false, { row: 0, column: 1 }, { row: -1, column: 1 }],
  ['ArrowUp', false, { row: -1, column: 1 }, { row: -1, column: 1 }],
  ['ArrowRight', false, { row: 3, column: 2 }, { row: 3, column: 2 }],
  ['ArrowLeft', false, { row: 3, column: 2 }, { row: 3, column: 1 }],
  ['PageDown', false, { row: 3, column: 2 }, { row: 13, column: 2 }],
  ['PageUp', false, { row: 3, column: 2 }, { row: 0, column: 2 }],
  ['Home', false, { row: 3, column: 2 }, { row: 3, column: 0 }],
  ['End', true, { row: 3, column: 0 }, { row: 49, column: 2 }],
  ['x', false, { row: 3, column: 0 }, undefined],
])('%s (with control: %s) from %j', (key, hasControl, from, to) => {
  expect(moveBy(key, hasControl, from, bounds)).toEqual(to);
});

test('only the rows around the screen are drawn', () => {
  expect(rowsInView(0, 340, 34, 1_000_000)).toEqual({ first: 0, last: 18 });
  expect(rowsInView(34 * 500_000, 340, 34, 1_000_000)).toEqual({ first: 499_992, last: 500_018 });
  expect(rowsInView(0, 340, 34, 3)).toEqual({ first: 0, last: 2 });
});
