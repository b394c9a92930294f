import { useLayoutEffect, useRef } from 'react';

/**
 * The list and a run share one path, so the router leaves the page where it stands. A run begins at its top, and the list is found again
 * where it was left. For the component that shows either of them.
 */
export function useRunScroll(run: string | undefined): void {
  const list = useRef(0);
  const before = useRef(run);
  useLayoutEffect(() => {
    const wasOpen = before.current !== undefined;
    const isNew = before.current !== run;
    before.current = run;
    if (run !== undefined) {
      if (isNew) scrollTo(0, 0);
      return;
    }
    if (wasOpen) scrollTo(0, list.current);
    // Kept while scrolling: once the run is there, the page may be shorter and the number another.
    const keep = () => {
      list.current = scrollY;
    };
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [run]);
}
