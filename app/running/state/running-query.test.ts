import { describe, expect, test } from 'vitest';
import { defaultQuery, readQuery, writeQuery } from './running-query.ts';

const roundTrip = (query: string) => writeQuery(readQuery(new URLSearchParams(query)));

describe('the address of the running page', () => {
  test('is empty for the default state', () => {
    expect(readQuery(new URLSearchParams())).toEqual(defaultQuery);
    expect(writeQuery(defaultQuery)).toBe('');
  });

  test.each([
    '?unit=mi',
    '?year=2025&totals=week',
    '?effort=21097.5&clock=moving',
    '?q=long+run&in=2024&gear=Red+%26+blue&distance=10-21&sort=pace',
    '?sort=-metres',
    '?sort=day&rows=all',
  ])('%s is unchanged after reading and writing', (query) => expect(roundTrip(query)).toBe(query));

  test.each([
    '?unit=furlong',
    '?year=20x6',
    '?year=999',
    '?totals=decade',
    '?effort=401',
    '?distance=-5',
    '?sort=-colour',
    '?clock=sand',
    '?rows=some',
    '?other=1',
    '?run=sample-2026-11-10',
  ])('%s is read as the default', (query) => expect(roundTrip(query)).toBe(''));
});
