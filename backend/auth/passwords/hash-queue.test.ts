import { expect, test } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

test('never runs more than allowed at once, and runs in order of arrival', async () => {
  const queue = createHashQueue(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      queue.run(async () => {
        started.push(index);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('continues after work that fails', async () => {
  const queue = createHashQueue(1);
  const failing = queue.run(async () => {
    throw new Error('no');
  });
  const next = queue.run(async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
