import { expect, test } from 'vitest';
import { createKeyedSerialQueue } from './keyed-serial-queue.ts';

test('a task waits for the previous one, also for one that fails, and pending keys are known', async () => {
  const queue = createKeyedSerialQueue();
  const { promise, reject } = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = queue.run('first', () => promise);
  const second = queue.run('second', async () => void done.push('second'));
  const third = queue.run('third', async () => void done.push('third'));
  expect(['first', 'second', 'fourth'].map(queue.has)).toEqual([true, true, false]);
  expect(done).toEqual([]);
  reject(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  await Promise.all([second, third]);
  expect(done).toEqual(['second', 'third']);
  expect(queue.isIdle()).toBe(true);
  expect(queue.has('first')).toBe(false);
});
