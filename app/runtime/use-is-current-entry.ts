import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Says whether the browser's entry in the history is still that of the page on screen. While the next page is being fetched and drawn it may not be, and an address
 * that is written then would stand over the wrong page.
 */
export function useIsCurrentEntry(): () => boolean {
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    shown.current = key;
  }, [key]);
  return useCallback(() => currentEntry() === shown.current, []);
}

/** By which the router tells entries apart; the first one of a visit has no name in the browser. */
function currentEntry(): string {
  return history.state?.key ?? 'default';
}
