import { useCallback, useRef } from 'react';

/** Begins a question; what it gives says whether no later one has begun since. An answer that was overtaken may be older than what is shown. */
export function useLatest(): () => () => boolean {
  const begun = useRef(0);
  return useCallback(() => {
    begun.current += 1;
    const number = begun.current;
    return () => number === begun.current;
  }, []);
}
