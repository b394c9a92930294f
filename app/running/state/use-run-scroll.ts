import { useLayoutEffect, useRef } from 'react';

/**
 * Restores the scroll position of the list. List and run share one path, so the router does not scroll: a run starts at the top, and the
 * list where it was left. For the component that shows either of them.
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
    // Stored while scrolling: once the run is rendered, the page may be shorter and its position different.
    const keep = () => {
      list.current = scrollY;
    };
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [run]);
}
