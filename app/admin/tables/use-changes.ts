import { useState } from 'react';
import { AdminFault, callAdmin, explainFault } from '../call-admin.ts';
import { showNotice } from '../notice.tsx';
import type { Rows } from './grid/use-rows.ts';
import { keyOf } from './row/row-dialog.tsx';
import type { Cell, DeletedRows, FollowingRows, Row, RowKey, TableDetails } from './table-data.ts';

const countRows = (count: number) => (count === 1 ? '1 row' : `${count} rows`);

/** Changing cells and deleting rows, each with a way back. */
export function useChanges(table: TableDetails, name: string, rows: Rows) {
  /** By the text of their key, so that they stay selected when rows move. */
  const [selected, setSelected] = useState<ReadonlyMap<string, RowKey>>(new Map());
  const [follow, setFollow] = useState<FollowingRows[]>();
  const textOf = (row: Row) => JSON.stringify(keyOf(table, row));

  async function update(from: Row, changed: Row): Promise<Row | undefined> {
    const old = Object.fromEntries(Object.keys(changed).map((column) => [column, from[column] ?? null]));
    const body = { table: name, key: keyOf(table, from), old, new: changed };
    const isSame = (row: Row) => textOf(row) === textOf(from);
    try {
      const { row } = await callAdmin<{ row: Row }>('/tables/update', { method: 'POST', body });
      rows.replace(isSame, row);
      return row;
    } catch (error) {
      // The grid shows what is there now.
      if (error instanceof AdminFault && error.code === 'changed')
        rows.replace(isSame, Object(error.body.row));
      showNotice({ text: explainFault(error) });
      return undefined;
    }
  }

  async function changeCell(place: number, column: string, value: Cell) {
    const before = rows.rowAt(place)?.row;
    if (!before || before[column] === value) return;
    const after = await update(before, { [column]: value });
    if (!after) return;
    const undo = () => void update(after, { [column]: before[column] ?? null });
    showNotice({ text: `${column} is changed.`, action: { title: 'Undo', run: undo } });
  }

  function select(place: number) {
    const row = rows.rowAt(place)?.row;
    if (!row) return;
    const next = new Map(selected);
    if (!next.delete(textOf(row))) next.set(textOf(row), keyOf(table, row));
    setSelected(next);
  }

  /** Says whether they are deleted. */
  async function deleteSelected(accepted: boolean): Promise<boolean> {
    setFollow(undefined);
    const keys = [...selected.values()];
    try {
      const body = { table: name, keys, accepted };
      const gone = await callAdmin<DeletedRows>('/tables/delete', { method: 'POST', body });
      const restore = rows.remove((row) => selected.has(textOf(row)));
      setSelected(new Map());
      const undo = () => void bringBack(gone.rows, restore);
      const rest = gone.follow.length > 0 ? ' Undo brings back only these, not what hung on them.' : '';
      showNotice({
        text: `${countRows(gone.rows.length)} deleted.${rest}`,
        action: { title: 'Undo', run: undo },
      });
      return true;
    } catch (error) {
      if (error instanceof AdminFault && error.code === 'follow')
        setFollow(error.body.follow as FollowingRows[]);
      else showNotice({ text: explainFault(error) });
      return false;
    }
  }

  async function bringBack(gone: Row[], restore: () => void) {
    try {
      await callAdmin('/tables/insert', { method: 'POST', body: { table: name, rows: gone } });
      restore();
      showNotice({ text: `${countRows(gone.length)} brought back.` });
    } catch (error) {
      showNotice({ text: explainFault(error) });
    }
  }

  return {
    selected,
    follow,
    select,
    changeCell,
    deleteSelected,
    clear: () => setSelected(new Map()),
    /** After the form of a row has saved it. */
    show: (before: Row | undefined, after: Row) =>
      before && rows.replace((row) => textOf(row) === textOf(before), after),
    keep: () => setFollow(undefined),
    isSelected(place: number): boolean {
      const row = selected.size > 0 ? rows.rowAt(place)?.row : undefined;
      return row !== undefined && selected.has(textOf(row));
    },
  };
}
