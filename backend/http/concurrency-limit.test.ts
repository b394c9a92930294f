import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

test('never runs more than allowed at once, and runs in order of arrival', async () => {
  const limit = createConcurrencyLimit({ maxRunning: 2 });
  const started: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      limit(async () => {
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
  const limit = createConcurrencyLimit({ maxRunning: 1 });
  const failing = limit(async () => {
    throw new Error('no');
  });
  const next = limit(async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('refuses work when the queue is full', async () => {
  const limit = createConcurrencyLimit({
    maxRunning: 1,
    queue: { maxWaiting: 1, busy: () => new Error('busy') },
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  const accepted = [limit(() => promise), limit(() => promise)];
  await expect(limit(() => promise)).rejects.toThrow('busy');
  resolve('done');
  expect(await Promise.all(accepted)).toEqual(['done', 'done']);
});
