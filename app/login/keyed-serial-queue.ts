import { createSerialQueue } from '../runtime/serial-queue.ts';

/** Tasks that take turns and are known by what they are about. */
export interface KeyedSerialQueue {
  isIdle(): boolean;
  /** Whether the same is under way or waits already: then it was pressed once too often. */
  has(key: unknown): boolean;
  run<Result>(key: unknown, task: () => Promise<Result>): Promise<Result>;
}

export function createKeyedSerialQueue(): KeyedSerialQueue {
  const keys = new Set<unknown>();
  const enqueue = createSerialQueue();
  return {
    isIdle: () => keys.size === 0,
    has: (key) => keys.has(key),
    run(key, task) {
      keys.add(key);
      return enqueue(task).finally(() => keys.delete(key));
    },
  };
}
