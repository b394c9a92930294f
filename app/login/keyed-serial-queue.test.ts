import { expect, test } from 'vitest';
import { createKnownTurns } from './keyed-serial-queue.ts';

test('a task waits for the one before, also for one that fails, and what is under way is known', async () => {
  const turns = createKnownTurns();
  const { promise, reject } = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = turns.take('first', () => promise);
  const second = turns.take('second', async () => void done.push('second'));
  const third = turns.take('third', async () => void done.push('third'));
  expect(['first', 'second', 'fourth'].map(turns.isTaken)).toEqual([true, true, false]);
  expect(done).toEqual([]);
  reject(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  await Promise.all([second, third]);
  expect(done).toEqual(['second', 'third']);
  expect(turns.isIdle()).toBe(true);
  expect(turns.isTaken('first')).toBe(false);
});
