import { useEffect, useReducer, useRef } from 'react';
import { AdminFault, callAdmin } from '../../call-admin.ts';
import type { Row, RowPage } from '../table-data.ts';

interface LoadedPage {
  /** Where it begins. */
  after: string | null;
  /** How many rows it has, also when they are not kept any more. */
  size: number;
  rows?: Row[];
  cut: Record<number, string[]>;
}

export interface GridRow {
  row: Row;
  /** The columns that are longer than what is here. */
  cut: string[];
}

export interface Rows {
  count: number;
  /** Whether the last row of the table is reached. */
  isComplete: boolean;
  isPartial: boolean;
  refused: string | undefined;
  fault: AdminFault | undefined;
  /** Undefined while it is on its way. */
  rowAt(place: number): GridRow | undefined;
  /** Says which rows are on the screen: they are loaded, and those far away are let go. */
  show(first: number, last: number): void;
  /** Shows a row as it is now, wherever it stands since. */
  replace(isSame: (row: Row) => boolean, row: Row): void;
  /** Takes rows out. The function that it returns puts them back. */
  remove(isGone: (row: Row) => boolean): () => void;
  reload(): void;
}

/** Rows that are loaded beyond the screen. */
const ahead = 60;
/** Pages that are kept; of others only where they begin. */
const keptPages = 50;

interface Store {
  pages: LoadedPage[];
  last: RowPage | undefined;
  fault: AdminFault | undefined;
  loading: Set<number>;
  /** How often rows were replaced or removed. */
  changes: number;
  leaving: AbortController;
}

const emptyStore = (): Store => ({
  pages: [{ after: null, size: 0, cut: {} }],
  last: undefined,
  fault: undefined,
  loading: new Set(),
  changes: 0,
  leaving: new AbortController(),
});

/** The rows that a question finds, page by page as they come into view. `question`: table, filters, order and eyes. */
export function useRows(question: string): Rows {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const [attempt, reload] = useReducer((times: number) => times + 1, 0);
  const store = useRef<Store>(undefined);
  store.current ??= emptyStore();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew.
  useEffect(() => {
    const fresh = emptyStore();
    store.current = fresh;
    redraw();
    void loadPage(fresh, question, 0).then(redraw);
    return () => fresh.leaving.abort();
  }, [question, attempt]);

  const { pages, last, fault } = store.current;
  const count = pages.reduce((sum, { size }) => sum + size, 0);
  return {
    count,
    isComplete: last !== undefined && pages.every(({ size, rows }) => size > 0 || rows !== undefined),
    isPartial: last?.isPartial === true,
    refused: last?.refused,
    fault,
    rowAt: (place) => findRow(pages, place),
    show(first, lastShown) {
      const current = store.current;
      if (!current) return;
      const [from, to] = pagesBetween(current.pages, first - ahead, lastShown + ahead);
      for (let at = from; at <= to; at++)
        if (!current.pages[at]?.rows) void loadPage(current, question, at).then(redraw);
      forget(current.pages, from, to);
    },
    // A row may be sorted elsewhere by the time a change is undone: the rows of now are asked, not those of this rendering.
    replace(isSame, row) {
      if (store.current) replaceIn(store.current, isSame, row);
      redraw();
    },
    remove(isGone) {
      const { current } = store;
      if (!current) return reload;
      const before = current.pages.map((page) => ({ ...page }));
      for (const page of current.pages) removeFrom(page, isGone);
      const state = ++current.changes;
      redraw();
      return () => {
        // Other rows are here, or these have changed since.
        if (store.current !== current || current.changes !== state) return reload();
        for (const [at, page] of before.entries()) Object.assign(current.pages[at] ?? {}, page);
        redraw();
      };
    },
    reload,
  };
}

async function loadPage(store: Store, question: string, at: number): Promise<void> {
  const page = store.pages[at];
  if (!page || store.loading.has(at)) return;
  store.loading.add(at);
  const after = page.after === null ? '' : `&after=${page.after}`;
  try {
    const { signal } = store.leaving;
    const answer = await callAdmin<RowPage>(`/tables/rows?${question}${after}`, { signal });
    Object.assign(page, { rows: answer.rows, size: answer.rows.length, cut: answer.cut ?? {} });
    store.last = answer;
    store.fault = undefined;
    if (answer.next !== null && at === store.pages.length - 1)
      store.pages.push({ after: answer.next, size: 0, cut: {} });
  } catch (error) {
    if (store.leaving.signal.aborted) return;
    if (!(error instanceof AdminFault)) throw error;
    store.fault = error;
  } finally {
    store.loading.delete(at);
  }
}

function locate(pages: LoadedPage[], place: number): [page: LoadedPage | undefined, within: number] {
  let within = place;
  for (const page of pages) {
    if (within < page.size) return [page, within];
    within -= page.size;
  }
  return [undefined, 0];
}

function findRow(pages: LoadedPage[], place: number): GridRow | undefined {
  const [page, within] = locate(pages, place);
  const row = page?.rows?.[within];
  return row && { row, cut: page?.cut[within] ?? [] };
}

function replaceIn(store: Store, isSame: (row: Row) => boolean, row: Row): void {
  store.changes++;
  for (const page of store.pages) {
    const within = page.rows?.findIndex(isSame) ?? -1;
    if (!page.rows || within < 0) continue;
    page.rows = page.rows.with(within, row);
    delete page.cut[within];
    return;
  }
}

function pagesBetween(pages: LoadedPage[], first: number, last: number): [from: number, to: number] {
  let begin = 0;
  let from = 0;
  for (const [at, { size }] of pages.entries()) {
    if (begin <= Math.max(0, first)) from = at;
    if (begin + size > last) return [from, at];
    begin += size;
  }
  return [from, pages.length - 1];
}

function forget(pages: LoadedPage[], from: number, to: number): void {
  if (pages.filter(({ rows }) => rows).length <= keptPages) return;
  for (const [at, page] of pages.entries())
    if (at < from - keptPages / 4 || at > to + keptPages / 4) delete page.rows;
}

function removeFrom(page: LoadedPage, isGone: (row: Row) => boolean): void {
  if (!page.rows?.some(isGone)) return;
  const left = page.rows.flatMap((row, at) => (isGone(row) ? [] : [{ row, cut: page.cut[at] ?? [] }]));
  page.rows = left.map(({ row }) => row);
  page.size = left.length;
  page.cut = Object.fromEntries(left.flatMap(({ cut }, at) => (cut.length > 0 ? [[at, cut]] : [])));
}
