import { useCallback, useRef } from 'react';

/**
 * Marks the start of a request, and returns a function that says whether it is still the latest. A superseded answer may be older than the
 * data on screen.
 */
export function useLatest(): () => () => boolean {
  const started = useRef(0);
  return useCallback(() => {
    started.current += 1;
    const number = started.current;
    return () => number === started.current;
  }, []);
}
