import { expect, test } from 'vitest';
import { toCsv, toDatabaseCsv } from './csv.ts';

test('a table becomes CSV with quotes where needed, and without formulas for spreadsheets', () => {
  const rows = [
    ['Emma', 5, 'said "yes", twice'],
    ['=1+1', '', 'two\nlines'],
    ['@x', 0, '-'],
    ['-x\r\ny', 1, 'محمد'],
  ];
  expect(toCsv(['name', 'rating', 'note'], rows)).toBe(
    'name,rating,note\r\nEmma,5,"said ""yes"", twice"\r\n\'=1+1,,"two\nlines"\r\n\'@x,0,\'-\r\n"\'-x\r\ny",1,محمد\r\n',
  );
});

test('rows of a database stay as they are, and null is not empty', () => {
  expect(toDatabaseCsv([])).toBe('');
  expect(
    toDatabaseCsv([
      ['a', 'b "c"', '=1+1'],
      ['1,5', null, ''],
      ['x\ny', ' z', 'ä🙂'],
    ]),
  ).toBe('a,"b ""c""",=1+1\r\n"1,5",,""\r\n"x\ny"," z",ä🙂\r\n');
});
