import { startTransition, useEffect, useState } from 'react';

/**
 * Counts from 0 to `last`, one a frame, for sections that are rendered one after another from the top. All at once they would block a phone
 * for half a second; this way it handles input in between, and the visible sections come first.
 */
export function useFrameCount(last: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= last) return;
    const frame = requestAnimationFrame(() => startTransition(() => setCount(count + 1)));
    return () => cancelAnimationFrame(frame);
  }, [count, last]);
  return count;
}
