import { createSerialQueue } from '../runtime/serial-queue.ts';

/** A serial queue whose tasks have keys. */
export interface KeyedSerialQueue {
  isIdle(): boolean;
  /** Whether a task with this key is running or waiting, so that a double click can be ignored. */
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
