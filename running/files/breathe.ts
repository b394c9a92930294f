const longestBreath = 40;

/**
 * Long work asks this now and then, and once it has worked for a while it lets waiting events go first: a cancel button in a worker,
 * a click on a page that has no workers.
 */
export function createBreather(signal?: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    signal?.throwIfAborted();
    if (performance.now() - since < longestBreath) return undefined;
    return new Promise((resolve) => setTimeout(resolve)).then(() => {
      since = performance.now();
    });
  };
}
