import { describe, expect, test } from 'vitest';
import { parseShortlist } from './local-shortlist.ts';
import { toCsv } from './to-csv.ts';

describe('what is stored in the browser', () => {
  test('comes back as it was', () => {
    const entries = [{ name: 'Emma', rating: 4, note: 'after my aunt' }];
    expect(parseShortlist(JSON.stringify(entries))).toEqual(entries);
  });

  const broken = [null, '', '{', 'null', '{}', '"Emma"', '[null, 3, {}, {"name": ""}, {"name": 7}]'];
  test.each(broken)('%j is an empty list', (text) => {
    expect(parseShortlist(text)).toEqual([]);
  });

  test('is taken only as far as it has the right shape', () => {
    const long = 'x'.repeat(41);
    const stored = [
      { name: 'Emma', rating: 99, note: 5 },
      { name: long },
      { name: 'محمد', rating: 2 },
      { name: 'Emma', rating: 3 },
    ];
    expect(parseShortlist(JSON.stringify(stored))).toEqual([
      { name: 'Emma', rating: 3, note: '' },
      { name: 'محمد', rating: 2, note: '' },
    ]);
  });
});

test('a table becomes CSV that no spreadsheet calculates with', () => {
  const rows = [
    ['Emma', 5, 'said "yes", twice'],
    ['=1+1', '', 'two\nlines'],
    ['@x', 0, '-'],
  ];
  expect(toCsv(['name', 'rating', 'note'], rows)).toBe(
    'name,rating,note\r\nEmma,5,"said ""yes"", twice"\r\n\'=1+1,,"two\nlines"\r\n\'@x,0,\'-\r\n',
  );
});
