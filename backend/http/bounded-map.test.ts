import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

const keysOf = (map: Pick<BoundedMap<unknown>, 'get'>, keys: string) =>
  [...keys].filter((key) => map.get(key) !== undefined).join('');

test('drops the entry that was set first', () => {
  const map = new BoundedMap<number>(2);
  for (const key of 'abc') map.set(key, 1);
  expect(keysOf(map, 'abc')).toBe('bc');
});

test('a key that is set again takes no second place', () => {
  const map = new BoundedMap<number>(2);
  for (const key of 'abb') map.set(key, 1);
  expect(keysOf(map, 'ab')).toBe('ab');
});

test('drops a touched entry last, and reading does not touch', () => {
  const map = new BoundedMap<number>(2);
  for (const key of 'ab') map.set(key, 1);
  expect([map.touch('a'), map.get('b'), map.touch('x')]).toEqual([1, 1, undefined]);
  map.set('c', 1);
  expect(keysOf(map, 'abc')).toBe('ac');
});

test('counts what sizeOf measures, also of a value that grows', () => {
  const map = new BoundedMap<number[]>(5, ({ length }) => length);
  const growing = [1];
  map.set('a', [1, 2]);
  map.set('b', growing);
  growing.push(2, 3);
  map.set('b', growing);
  expect(keysOf(map, 'ab')).toBe('ab');
  map.set('c', [1]);
  expect(keysOf(map, 'abc')).toBe('bc');
  map.delete('b');
  map.set('d', [1, 2, 3, 4]);
  expect(keysOf(map, 'bcd')).toBe('cd');
  map.clear();
  map.set('e', [1, 2, 3, 4, 5]);
  expect(keysOf(map, 'cde')).toBe('e');
});

test('keeps no entry that is larger than the limit', () => {
  const map = new BoundedMap<string>(3, ({ length }) => length);
  map.set('a', 'four');
  expect(keysOf(map, 'a')).toBe('');
});
