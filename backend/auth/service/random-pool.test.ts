import { expect, test } from 'vitest';
import { createRandomPool } from './random-pool.ts';

test('random bytes have the requested length, and never repeat', () => {
  const bytes = createRandomPool();
  const given = Array.from({ length: 1000 }, () => bytes(16));
  expect(given.every((piece) => piece.length === 16)).toBe(true);
  expect(new Set(given.map((piece) => Buffer.from(piece).toString('hex'))).size).toBe(1000);
  expect(bytes(10_000)).toHaveLength(10_000);
  expect(new Set(bytes(4096)).size).toBeGreaterThan(200);
});

test('bytes that were handed out stay unchanged when more are requested', () => {
  const bytes = createRandomPool();
  const first = bytes(32);
  const copy = Uint8Array.from(first);
  for (let count = 0; count < 500; count += 1) bytes(32);
  expect(first).toEqual(copy);
  expect(copy.some((byte) => byte !== 0)).toBe(true);
});
