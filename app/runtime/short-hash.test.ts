import { expect, test } from 'vitest';
import { keyOf } from './short-hash.ts';

test('a key has ten characters, whatever the text', () => {
  for (const text of ['', '/', '/posts/a', 'é'.repeat(5000)]) expect(keyOf(text)).toMatch(/^[0-9a-z]{10}$/);
});

test('the same text has the same key, and 20,000 different paths have different ones', () => {
  expect(keyOf('/posts/guide')).toBe(keyOf('/posts/guide'));
  const keys = new Set(Array.from({ length: 20_000 }, (_, i) => keyOf(`/posts/${i}`)));
  expect(keys.size).toBe(20_000);
});
