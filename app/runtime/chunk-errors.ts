/** Remembers which errors came from a chunk that could not be loaded, so that only those lead to a full page load. */
const errors = new WeakSet<object>();

export function rememberChunkErrors(): void {
  addEventListener('vite:preloadError', (event) => {
    const error = event.payload;
    // A stylesheet that cannot be preloaded is no reason to stop: the page's own stylesheet is already loaded.
    if (/\.css(\?|$| )/.test(error.message)) event.preventDefault();
    else errors.add(error);
  });
}

export function isChunkError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && errors.has(error);
}
