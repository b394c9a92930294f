/** Lets a few pieces of work run at once and keeps the others waiting in the order in which they came. */
export interface HashQueue {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createHashQueue(atOnce: number): HashQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    async run(work) {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        // The place is handed to the next in line, so that nobody who comes later can slip in between.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
