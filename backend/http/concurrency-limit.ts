/** Runs at most `maxRunning` tasks at a time; the others wait in order of arrival. When the queue is full, `busy` creates the error. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

export function createConcurrencyLimit(options: {
  maxRunning: number;
  /** Without it any number of tasks may wait. */
  queue?: { maxWaiting: number; busy: () => Error };
}): ConcurrencyLimit {
  const { maxRunning, queue } = options;
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= maxRunning) {
      if (queue !== undefined && waiting.length >= queue.maxWaiting) throw queue.busy();
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The slot is handed to the next waiting task, so that no later task can take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
