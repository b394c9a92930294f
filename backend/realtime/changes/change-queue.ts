/**
 * Changes that wait for delivery. They are collected for a moment, so that row security is asked once for many, and so that a client
 * which has made a change usually has the answer to its request before it hears of it. What arrives while a batch is delivered joins the next
 * batch.
 */
import { setTimeout as wait } from 'node:timers/promises';

export interface ChangeQueue<T> {
  /** The promise is pending while the queue is full. */
  add(items: readonly T[]): void | Promise<void>;
  clear(): void;
}

export interface ChangeQueueOptions<T> {
  deliver(batch: readonly T[]): Promise<void>;
  /** A batch that could not be delivered, also not at the last attempt. */
  onFailed(error: unknown): void;
  sizeOf(item: T): number;
  collectMs?: number;
  maxBatch?: number;
  /** The queue is full with this many, or with this size. */
  maxQueued?: number;
  maxSize?: number;
  /** The pauses before a batch that failed is tried again. */
  retryMs?: readonly number[];
}

export function createChangeQueue<T>(options: ChangeQueueOptions<T>): ChangeQueue<T> {
  const { collectMs = 5, maxBatch = 500, maxQueued = 1000, maxSize = 16 * 1024 * 1024 } = options;
  const { retryMs = [50, 200, 500, 1000, 2000], sizeOf } = options;
  let queued: T[] = [];
  let size = 0;
  let isRunning = false;
  let room: PromiseWithResolvers<void> | undefined;

  const sum = (items: readonly T[]) => items.reduce((total, item) => total + sizeOf(item), 0);
  const isFull = () => queued.length >= maxQueued || size >= maxSize;

  async function run(): Promise<void> {
    isRunning = true;
    await wait(collectMs);
    while (queued.length > 0) {
      const batch = queued.slice(0, maxBatch);
      queued = queued.slice(maxBatch);
      size = queued.length === 0 ? 0 : size - sum(batch);
      await attempt(batch);
      if (!isFull()) {
        room?.resolve();
        room = undefined;
      }
    }
    isRunning = false;
  }

  async function attempt(batch: readonly T[]): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        return await options.deliver(batch);
      } catch (error) {
        const pause = retryMs[failures];
        if (pause === undefined) return options.onFailed(error);
        await wait(pause, undefined, { ref: false });
      }
    }
  }

  return {
    add(items) {
      queued.push(...items);
      size += sum(items);
      if (!isRunning) run();
      if (!isFull()) return;
      room ??= Promise.withResolvers<void>();
      return room.promise;
    },
    clear() {
      queued = [];
      size = 0;
    },
  };
}
