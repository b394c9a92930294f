import { describe, expect, test } from 'vitest';
import { emptyFilter, type NameFilter } from './filter.ts';
import { parseFilter, toQuery } from './filter-query.ts';

const parse = (query: string) => parseFilter(new URLSearchParams(query));

test('a filter is restored from its address', () => {
  const filter: NameFilter = {
    starts: 'Zoë',
    ends: 'n',
    part: 'a&b',
    sounds: 'محمد',
    sex: 'both',
    ratio: 40,
    letters: ['3', '9'],
    syllables: ['2'],
    rank: ['10', 'none'],
    trend: ['rising'],
    era: ['1880', '2010'],
    sort: 'name',
    page: 3,
  };
  expect(parse(toQuery(filter))).toEqual({ filter, notes: [] });
});

test('an empty filter is an address without a query', () => {
  expect(toQuery(emptyFilter)).toBe('');
  expect(parse('')).toEqual({ filter: emptyFilter, notes: [] });
});

test('a ratio without names for both is that of an empty filter, whose address it has', () => {
  expect(parse('ratio=40')).toEqual({ filter: emptyFilter, notes: [] });
  expect(parse('sex=girls&ratio=40').filter).toEqual({ ...emptyFilter, sex: 'girls' });
});

test('what a form without a script sends is read: empty fields, and fields that come several times', () => {
  const { filter, notes } = parse('starts=&ends=+n+&sex=&ratio=20&era=1990&era=1880&era=1990&sort=popular');
  expect(filter).toMatchObject({ ends: 'n', sex: '', era: ['1880', '1990'] });
  expect(notes).toEqual([]);
  expect(toQuery(filter)).toBe('ends=n&era=1880&era=1990');
});

describe('unknown values are left out and noted', () => {
  test.each([
    ['sex=dogs', /“dogs” is no value of “sex”/],
    ['era=1700&era=1880', /“1700”/],
    ['ratio=3', /“3”/],
    ['sort=random', /“random”/],
    ['page=-1', /“-1”/],
    ['page=1e9', /“1e9”/],
    [`syllables=${'x'.repeat(500)}`, /“x{24}…”/],
    [`starts=${'a'.repeat(10_000)}`, /first 20 letters/],
  ])('%s', (query, message) => {
    const { filter, notes } = parse(query);
    expect(notes).toEqual([expect.stringMatching(message)]);
    expect(parse(toQuery(filter)).notes).toEqual([]);
  });

  test('a thousand values are read without an error', () => {
    expect(parse('era=1880&'.repeat(1000)).filter.era).toEqual(['1880']);
  });

  test('control characters and emoji stay what they are: text that is in no name', () => {
    expect(parse('starts=%00%0a👶🏽').filter.starts).toBe('👶🏽');
  });
});
