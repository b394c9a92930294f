/** Runs a few tasks at once; the others wait in order of arrival. */
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
        // The slot is handed to the next waiting task, so that no later task can take it.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
