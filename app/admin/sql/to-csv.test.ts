import { expect, test } from 'vitest';
import { toCsv } from './to-csv.ts';

test('rows become CSV, and null is not empty', () => {
  expect(toCsv(['a', 'a', 'b "c"'], [])).toBe('a,a,"b ""c"""\r\n');
  expect(
    toCsv(
      ['a', 'b', 'c'],
      [
        ['1,5', null, ''],
        ['x\ny', ' z', 'ä🙂'],
      ],
    ),
  ).toBe('a,b,c\r\n"1,5",,""\r\n"x\ny"," z",ä🙂\r\n');
});
