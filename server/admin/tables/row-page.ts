import type { Cell, Row, RowPage } from '../../../app/admin/tables/table-data.ts';
import { type RowQuestion, toCursor } from './row-question.ts';

/** What the database returns: names, and of each row its cells in their order and where the page after it begins. */
export interface FoundRows {
  columns: string[];
  rows: [cells: Cell[], mark: Cell[]][];
}

/** The database cuts one character later, so that it shows. */
const maxCell = 2000;

/** The database returns one more than a page if there are more. */
export function toRowPage({ columns, rows: found }: FoundRows, { limit }: RowQuestion): RowPage {
  const cut: Record<number, string[]> = {};
  const shown = found.slice(0, limit);
  const rows = shown.map(([cells], place) => {
    const row: Row = {};
    for (const [index, name] of columns.entries()) {
      const cell = cells[index] ?? null;
      // Characters, as the database counts them.
      const isLong = cell !== null && cell.length > maxCell && [...cell].length > maxCell;
      row[name] = isLong ? [...cell].slice(0, maxCell).join('') : cell;
      if (isLong) cut[place] = [...(cut[place] ?? []), name];
    }
    return row;
  });
  const mark = shown.at(-1)?.[1] ?? [];
  const hasMore = found.length > limit;
  return {
    rows,
    next: hasMore && mark.length > 0 ? toCursor(mark) : null,
    ...(Object.keys(cut).length > 0 && { cut }),
    ...(hasMore && mark.length === 0 && { isPartial: true as const }),
  };
}
