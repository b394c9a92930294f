import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the link of the run when the user goes back to the list. For the component that shows the list or a run. */
export function useListFocus(run: string | undefined): void {
  const before = useRef(run);
  useEffect(() => {
    const left = before.current;
    before.current = run;
    if (left === undefined || run !== undefined) return;
    const path = `/running/${CSS.escape(left)}`;
    const links = [
      ...document.querySelectorAll<HTMLElement>(`#runs a[href="${path}"], #runs a[href^="${path}?"]`),
    ];
    const link = links.find(isOnScreen) ?? links[0];
    link?.focus({ preventScroll: true });
  }, [run]);
}

/** A run may be linked from several sections; the user came from one that is on screen. */
function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** Focuses the heading of a run that was opened from the list, once its data is loaded. */
export function useRunHeading(run: string, isWanted: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each run has a heading of its own.
  useEffect(() => {
    const element = place.current;
    if (!element || !isWanted) return;
    const focus = () => {
      const heading = element.querySelector<HTMLElement>('article:not([aria-busy=true]) h1[tabindex="-1"]');
      if (!heading) return;
      observer.disconnect();
      heading.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(focus);
    observer.observe(element, { childList: true, subtree: true });
    focus();
    return () => observer.disconnect();
  }, [run, isWanted]);
  return place;
}
