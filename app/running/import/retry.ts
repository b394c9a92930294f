/** The number of attempts for errors that may be temporary, and the first delay. */
const maxAttempts = 4;
const firstDelayMs = 400;

/** Runs `work` until it succeeds, `isPermanent` returns true for its error, or the attempts are used up. */
export async function retry<Value>(
  work: () => Promise<Value>,
  isPermanent: (error: unknown) => boolean,
  signal?: AbortSignal,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= maxAttempts || signal?.aborted || isPermanent(error)) throw error;
      await wait(firstDelayMs * 2 ** (attempt - 1), signal);
    }
  }
}

/** Resolves early when the signal aborts. */
function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
