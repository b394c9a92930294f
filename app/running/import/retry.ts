/** How often something is tried that may have failed by chance, and how long the first wait is. */
const maxAttempts = 4;
const firstDelayMs = 400;

/** Runs `work` until it succeeds, `isLasting` says that trying again would not help, or it was tried often enough. */
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

/** Ends early when it is told to stop. */
function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
