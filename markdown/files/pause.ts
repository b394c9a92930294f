/** `background` leaves half of the time to requests. */
export type Pace = 'background' | 'full';

/** The longest stretch of work without a pause, in milliseconds. */
const SLICE_MS = 8;

/** For long work: called after each step, it lets requests be answered where it is time. Undefined: there is nothing to wait for. */
export function createPause(pace: () => Pace): () => Promise<void> | undefined {
  let since = performance.now();
  async function rest(worked: number): Promise<void> {
    if (pace() === 'full') await new Promise((resolve) => setImmediate(resolve));
    else await new Promise((resolve) => setTimeout(resolve, worked));
    since = performance.now();
  }
  return () => {
    const worked = performance.now() - since;
    return worked < SLICE_MS ? undefined : rest(worked);
  };
}
