import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Returns a function that says whether the browser's history entry is still that of the page on screen. While the next page is being
 * fetched and rendered it may not be, and an address that is written then would belong to the wrong page.
 */
export function useIsCurrentEntry(): () => boolean {
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    shown.current = key;
  }, [key]);
  return useCallback(() => currentEntry() === shown.current, []);
}

/** The router's key of the entry; the first entry of a visit has none in the browser. */
function currentEntry(): string {
  return history.state?.key ?? 'default';
}
