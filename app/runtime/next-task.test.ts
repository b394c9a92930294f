import { afterEach, describe, expect, test, vi } from 'vitest';
import { nextTask } from './next-task.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the next task', () => {
  test('runs after all pending promise callbacks', async () => {
    const order: string[] = [];
    const later = nextTask().then(() => order.push('next task'));
    let promised = Promise.resolve();
    for (let count = 0; count < 50; count++) promised = promised.then(() => void order.push('promise'));
    await later;
    expect(order).toHaveLength(51);
    expect(order.at(-1)).toBe('next task');
  });

  test('uses the browser’s scheduler.yield where it exists', async () => {
    const yielded = vi.fn(() => Promise.resolve());
    vi.stubGlobal('scheduler', { yield: yielded });
    await nextTask();
    expect(yielded).toHaveBeenCalledOnce();
  });
});
