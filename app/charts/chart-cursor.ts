import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { ChartRows, ChartX } from './chart-data.ts';
import type { Axis } from './chart-scales.ts';

/** A cursor that is controlled from outside, so that a map and several charts can share it. */
export interface CursorProps {
  /** The x of the cursor, null for none. Without this prop the chart holds its own cursor. */
  cursor?: ChartX | null | undefined;
  onCursor?: ((x: ChartX | null) => void) | undefined;
}

export interface ChartCursor {
  /** The row of the cursor. */
  row: number | undefined;
  /** Props of the element that receives focus and pointer events. */
  handlers: {
    onKeyDown(event: KeyboardEvent): void;
    onFocus(event: FocusEvent): void;
    onBlur(): void;
    onPointerMove(event: PointerEvent): void;
    onPointerDown(event: PointerEvent): void;
    onPointerLeave(event: PointerEvent): void;
  };
}

/** Arrow keys move by one point, Page Up and Page Down by a tenth, Home and End to the ends; Escape hides the cursor. */
export function useChartCursor(rows: ChartRows, xAxis: Axis, { cursor, onCursor }: CursorProps): ChartCursor {
  const [own, setOwn] = useState<ChartX | null>(null);
  const shown = cursor === undefined ? own : cursor;
  const found = shown === null ? -1 : rows.xs.indexOf(shown);
  const row = found < 0 ? undefined : found;
  const last = rows.xs.length - 1;

  function moveTo(next: number | undefined) {
    const x = next === undefined ? null : (rows.xs[Math.max(0, Math.min(last, next))] ?? null);
    setOwn(x);
    onCursor?.(x);
  }

  function follow(event: PointerEvent) {
    const box = event.currentTarget.getBoundingClientRect();
    if (box.width > 0) moveTo(nearestRow(rows, xAxis, (event.clientX - box.left) / box.width));
  }

  return {
    row,
    handlers: {
      onKeyDown(event) {
        const next = rowAfterKey(event.key, row ?? last, last);
        if (next === undefined && event.key !== 'Escape') return;
        event.preventDefault();
        moveTo(next);
      },
      onFocus(event) {
        // A keyboard user sees the cursor at once; a pointer shows its own position.
        if (row === undefined && event.currentTarget.matches(':focus-visible')) moveTo(last);
      },
      onBlur: () => moveTo(undefined),
      onPointerMove: follow,
      onPointerDown: follow,
      onPointerLeave(event) {
        // A touch ends with a leave event, and that is when the user reads the values.
        if (event.pointerType === 'mouse') moveTo(undefined);
      },
    },
  };
}

function rowAfterKey(key: string, row: number, last: number): number | undefined {
  const leap = Math.max(1, Math.round(last / 10));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return row - 1;
    case 'ArrowRight':
    case 'ArrowUp':
      return row + 1;
    case 'PageDown':
      return row - leap;
    case 'PageUp':
      return row + leap;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

function nearestRow({ places }: ChartRows, xAxis: Axis, share: number): number {
  let best = 0;
  let distance = Number.POSITIVE_INFINITY;
  places.forEach((place, row) => {
    const away = Math.abs(xAxis.place(place) - share);
    if (away >= distance) return;
    best = row;
    distance = away;
  });
  return best;
}
