import { type RefObject, useEffect, useState } from 'react';

export interface RowWindow {
  /** The first row that is drawn, and the one after the last. */
  from: number;
  to: number;
  /** Pixels of a row: all have the same. */
  height: number;
}

/** Rows above and below the screen, so that a flick of the thumb meets rows and not paper. */
const spare = 12;
/** The window moves in steps: between them scrolling costs nothing. */
const step = 6;
const shortTable = 40;

/**
 * Which rows of a long table are drawn: those around what is on screen. The page scrolls, not the table. `start` is an element of the table
 * whose upper edge is that of the first row.
 */
export function useRowWindow(start: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [seen, setSeen] = useState<RowWindow>({ from: 0, to: 4 * step, height: 56 });
  useEffect(() => {
    const measure = () => {
      const table = start.current?.closest('table');
      // While a run is open the table is there, but nowhere.
      if (!start.current || !table?.offsetParent) return;
      const height = table.querySelector<HTMLElement>('tr[data-run]')?.offsetHeight || 56;
      const next = windowAt(-start.current.getBoundingClientRect().top, innerHeight, height);
      setSeen((before) =>
        before.from === next.from && before.to === next.to && before.height === height
          ? before
          : { ...next, height },
      );
    };
    // After the first picture, when the places are known anyway.
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [start]);
  // A short table is drawn as it is.
  if (count <= shortTable) return { from: 0, to: count, height: seen.height };
  // A filter may have left fewer rows than the place in the list was.
  const to = Math.min(count, seen.to);
  return { ...seen, from: Math.min(seen.from, Math.max(0, to - step)), to };
}

/** `top`: how far the first row is above the screen. */
export function windowAt(top: number, screen: number, height: number): { from: number; to: number } {
  const first = Math.max(0, Math.floor(top / height) - spare);
  const last = Math.max(0, Math.ceil((top + screen) / height) + spare);
  return { from: first - (first % step), to: last + step - (last % step) };
}
