import { type RefObject, useEffect, useState } from 'react';

export interface RowWindow {
  /** The first rendered row, and the one after the last. */
  from: number;
  to: number;
  /** The height of a row in pixels: the same for all. */
  height: number;
}

/** Extra rows above and below the viewport, so that quick scrolling shows no gaps. */
const overscan = 12;
/** The window moves in steps: in between, scrolling renders nothing. */
const step = 6;
const maxFullRows = 40;

/**
 * The rows of a long table that are rendered: those around the viewport. The page scrolls, not the table. `start` is an element of the
 * table whose upper edge is that of the first row.
 */
export function useRowWindow(start: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [seen, setSeen] = useState<RowWindow>({ from: 0, to: 4 * step, height: 56 });
  useEffect(() => {
    const measure = () => {
      const table = start.current?.closest('table');
      // While a run is open the table is hidden, and has no position.
      if (!start.current || !table?.offsetParent) return;
      const height = table.querySelector<HTMLElement>('tr[data-run]')?.offsetHeight || 56;
      const next = windowAt(-start.current.getBoundingClientRect().top, innerHeight, height);
      setSeen((before) =>
        before.from === next.from && before.to === next.to && before.height === height
          ? before
          : { ...next, height },
      );
    };
    // After the first paint, when the layout is known.
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [start]);
  // A short table is rendered completely.
  if (count <= maxFullRows) return { from: 0, to: count, height: seen.height };
  // A filter may have left fewer rows than the scroll position had.
  const to = Math.min(count, seen.to);
  return { ...seen, from: Math.min(seen.from, Math.max(0, to - step)), to };
}

/** `top`: how far the first row is above the viewport. */
export function windowAt(top: number, screen: number, height: number): { from: number; to: number } {
  const first = Math.max(0, Math.floor(top / height) - overscan);
  const last = Math.max(0, Math.ceil((top + screen) / height) + overscan);
  return { from: first - (first % step), to: last + step - (last % step) };
}
