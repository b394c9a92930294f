const maxBlockingMs = 40;

/**
 * Long work calls this now and then. Once it has run for 40 ms, the call yields to the event loop, so that a cancel message in a worker
 * or a click on a page without workers is handled.
 */
export function createEventLoopYield(signal?: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    signal?.throwIfAborted();
    if (performance.now() - since < maxBlockingMs) return undefined;
    return new Promise((resolve) => setTimeout(resolve)).then(() => {
      since = performance.now();
    });
  };
}
