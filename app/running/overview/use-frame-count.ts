import { startTransition, useEffect, useState } from 'react';

/**
 * Counts from 0 to `last`, a frame each, for parts that are drawn one after another from the top. All at once they keep a phone busy for half a second; this
 * way it answers to a finger in between, and what is in sight comes first.
 */
export function useFrames(last: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn >= last) return;
    const frame = requestAnimationFrame(() => startTransition(() => setTurn(turn + 1)));
    return () => cancelAnimationFrame(frame);
  }, [turn, last]);
  return turn;
}
