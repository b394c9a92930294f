import { startTransition, useEffect, useState } from 'react';

/**
 * Counts from 0 to `last`, a frame each, for parts that are drawn one after another from the top. All at once they keep a phone busy for half a second; this
 * way it answers to a finger in between, and what is in sight comes first.
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
