import { setTimeout as wait } from 'node:timers/promises';

const attempts = 3;

/** A store in a network answers late or not at all at times. What it refuses, it refuses again: that is not repeated. */
export async function tryAgain<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      signal?.throwIfAborted();
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const isRefusal = error instanceof Error && /answered 4\d\d/.test(error.message);
      if (isRefusal || attempt === attempts) throw error;
      await wait(150 * 3 ** attempt);
    }
  }
}
