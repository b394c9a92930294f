/** Other work comes first: requests on the server, the visitor's input in a browser. A server's timer would wait for a millisecond. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });
}
