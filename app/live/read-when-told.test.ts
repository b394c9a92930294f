import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readWhenTold } from './read-when-told.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A read that takes 500 ms. */
function createSlowRead() {
  let count = 0;
  const read = async () => {
    count += 1;
    await new Promise<void>((done) => setTimeout(done, 500));
  };
  return { read, count: () => count };
}

test('messages in a row are answered by one read, and those during a read by another', async () => {
  const { read, count } = createSlowRead();
  const reading = readWhenTold(read, { waitMs: 50 });
  for (let told = 0; told < 5; told++) reading.again();
  await vi.advanceTimersByTimeAsync(50);
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  reading.again();
  reading.again();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count()).toBe(2);
});

test('reads are apart by the pause, and end when stopped', async () => {
  const { read, count } = createSlowRead();
  const reading = readWhenTold(read, { waitMs: 50, pauseMs: 3000 });
  reading.begin();
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(500);
  reading.again();
  await vi.advanceTimersByTimeAsync(2900);
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(count()).toBe(2);
  reading.again();
  reading.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count()).toBe(2);
});
