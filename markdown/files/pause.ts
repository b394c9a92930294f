/** `background` leaves half of the time to requests. */
export type Pace = 'background' | 'full';

/** The longest stretch of work without a pause, in milliseconds. */
const SLICE_MS = 8;

/** For long work: called after each step, it lets requests be answered where it is time. */
export function createPause(pace: () => Pace): () => Promise<void> {
  let since = performance.now();
  return async () => {
    const worked = performance.now() - since;
    if (worked < SLICE_MS) return;
    if (pace() === 'full') await new Promise((resolve) => setImmediate(resolve));
    else await new Promise((resolve) => setTimeout(resolve, worked));
    since = performance.now();
  };
}
