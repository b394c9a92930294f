import { expect, test } from 'vitest';
import { createRecentKeys } from './recent-keys.ts';

const keys = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `visitor ${from + index} /posts/a`);

test('a key is new once', () => {
  const recent = createRecentKeys(10);
  expect([recent.add('a'), recent.add('b'), recent.add('a'), recent.add('')]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(recent.add('')).toBe(false);
});

test('at least the requested number of keys is remembered', () => {
  const recent = createRecentKeys(1000);
  for (const key of keys(0, 5000)) expect(recent.add(key)).toBe(true);
  for (const key of keys(4000, 5000)) expect(recent.add(key)).toBe(false);
});

test('old keys are forgotten, so that memory stays constant', () => {
  const recent = createRecentKeys(1000);
  for (const key of keys(0, 5000)) recent.add(key);
  expect(recent.add('visitor 0 /posts/a')).toBe(true);
});

test('a hundred thousand similar keys have different numbers', () => {
  const recent = createRecentKeys(200_000);
  expect(keys(0, 100_000).every((key) => recent.add(key))).toBe(true);
});
