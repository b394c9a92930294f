import { useLayoutEffect, useRef } from 'react';

/**
 * Restores the scroll position of the list where a link leads back to it: to the router that is a new page, which it shows from the top.
 * For the component that shows the list or a run.
 */
export function useRunScroll(run: string | undefined): void {
  const list = useRef(0);
  const before = useRef(run);
  useLayoutEffect(() => {
    const wasOpen = before.current !== undefined;
    before.current = run;
    if (run !== undefined) return;
    // After the layout effects of this commit, one of which is the router's, and before the browser paints.
    if (wasOpen) queueMicrotask(() => scrollTo(0, list.current));
    // Stored while scrolling: once the run is rendered, the page may be shorter and its position different.
    const keep = () => {
      list.current = scrollY;
    };
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [run]);
}
