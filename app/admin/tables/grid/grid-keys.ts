/** Where the keys lead in a grid. Row -1 is its head. */
export interface Place {
  row: number;
  column: number;
}

export interface Bounds {
  rows: number;
  columns: number;
  /** Rows of one screen. */
  page: number;
}

/** Undefined if the key does not move. */
export function moveBy(key: string, hasControl: boolean, from: Place, bounds: Bounds): Place | undefined {
  const to = target(key, hasControl, from, bounds);
  if (!to) return undefined;
  return {
    row: Math.max(-1, Math.min(bounds.rows - 1, to.row)),
    column: Math.max(0, Math.min(bounds.columns - 1, to.column)),
  };
}

function target(key: string, hasControl: boolean, { row, column }: Place, bounds: Bounds) {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageUp':
      return { row: Math.max(0, row - bounds.page), column };
    case 'PageDown':
      return { row: row + bounds.page, column };
    case 'Home':
      return hasControl ? { row: 0, column: 0 } : { row, column: 0 };
    case 'End':
      return hasControl
        ? { row: bounds.rows - 1, column: bounds.columns - 1 }
        : { row, column: bounds.columns - 1 };
    default:
      return undefined;
  }
}

/** The rows that are on the screen, with a few above and below. */
export function rowsInView(scrollTop: number, height: number, rowHeight: number, count: number) {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - 8);
  const last = Math.min(count - 1, Math.ceil((scrollTop + height) / rowHeight) + 8);
  return { first, last };
}
