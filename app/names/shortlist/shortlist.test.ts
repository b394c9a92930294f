import { describe, expect, test } from 'vitest';
import { parseShortlist } from './local-shortlist.ts';

describe('what is stored in the browser', () => {
  test('is read unchanged', () => {
    const entries = [{ name: 'Emma', rating: 4, note: 'after my aunt' }];
    expect(parseShortlist(JSON.stringify(entries))).toEqual(entries);
  });

  const broken = [null, '', '{', 'null', '{}', '"Emma"', '[null, 3, {}, {"name": ""}, {"name": 7}]'];
  test.each(broken)('%j is an empty list', (text) => {
    expect(parseShortlist(text)).toEqual([]);
    // The same object: another empty array would be a change, and would render every subscriber again.
    expect(parseShortlist(text)).toBe(parseShortlist(null));
  });

  test('is used only as far as it has the right shape', () => {
    const long = 'x'.repeat(41);
    const stored = [
      { name: 'Emma', rating: 99, note: 5 },
      { name: long },
      { name: 'محمد', rating: 2 },
      { name: ' Emma ', rating: 3 },
      { name: 'two\nlines' },
    ];
    expect(parseShortlist(JSON.stringify(stored))).toEqual([
      { name: 'Emma', rating: 3, note: '' },
      { name: 'محمد', rating: 2, note: '' },
    ]);
  });
});
