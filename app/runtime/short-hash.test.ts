import { expect, test } from 'vitest';
import { shortHash } from './short-hash.ts';

test('a key has ten characters, whatever the text', () => {
  for (const text of ['', '/', '/posts/a', 'é'.repeat(5000)])
    expect(shortHash(text)).toMatch(/^[0-9a-z]{10}$/);
});

test('the same text has the same key, and 20,000 different paths have different ones', () => {
  expect(shortHash('/posts/guide')).toBe(shortHash('/posts/guide'));
  const keys = new Set(Array.from({ length: 20_000 }, (_, i) => shortHash(`/posts/${i}`)));
  expect(keys.size).toBe(20_000);
});
