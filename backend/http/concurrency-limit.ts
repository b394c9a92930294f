/** Runs at most `maxRunning` tasks at a time and queues the others. When the queue is full, `busy` creates the error. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

export function createConcurrencyLimit(options: {
  maxRunning: number;
  maxWaiting: number;
  busy: () => Error;
}): ConcurrencyLimit {
  const { maxRunning, maxWaiting, busy } = options;
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw busy();
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
