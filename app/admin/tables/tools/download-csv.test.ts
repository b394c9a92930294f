import { expect, test } from 'vitest';
import { createRowCounter } from './download-csv.ts';

test('rows are counted over pieces, without the first line and line ends in quotes', () => {
  const count = createRowCounter();
  const pieces = ['a,b\r\n1,"two', '\r\nlines ""x"""\r\n', '2,\r\n'];
  expect(pieces.map((piece) => count(new TextEncoder().encode(piece)))).toEqual([0, 1, 2]);
});
