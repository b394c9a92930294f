import type { Name } from './definitions.ts';
import { readViewColumns } from './view-columns.ts';

export interface ViewRow {
  id: string;
  schema: string;
  name: string;
  exposed: boolean;
  tree: string;
  columns: Record<string, string> | null;
}

export interface KeyRow {
  kind: 'p' | 'f';
  constraint: string;
  table: Name;
  tableId: string;
  columns: number[];
  foreignId: string;
  foreignColumns: number[] | null;
}

/** The columns of a view that expose a key of a table, in the order of the key. */
export interface ViewKey {
  view: Name;
  constraint: string;
  table: Name;
  /** The kind of key: primary key, referencing columns, or referenced columns. */
  kind: 'primary' | 'pointing' | 'pointed-at';
  columns: string[];
}

/** A view may expose a column twice; each combination is a key, up to this limit. */
const maxCombinations = 16;

/** Finds keys that are exposed through views, and through views of views. */
export function findViewKeys(views: ViewRow[], keys: KeyRow[]): ViewKey[] {
  const sources = traceColumns(views);
  return views.flatMap((view) => {
    if (!view.exposed) return [];
    /** The view's column names by the table column that they expose. */
    const shown = new Map<string, string[]>();
    for (const [number, name] of Object.entries(view.columns ?? {})) {
      const source = sources(view.id, Number(number));
      if (source !== undefined) shown.set(source, [...(shown.get(source) ?? []), name]);
    }
    const find = (id: string, numbers: number[]) =>
      combine(numbers.map((number) => shown.get(`${id}.${number}`) ?? []));
    const { schema, name } = view;
    return keys.flatMap((key) => {
      const { constraint, table } = key;
      const named = (kind: ViewKey['kind']) => (columns: string[]) => ({
        view: { schema, name },
        constraint,
        table,
        kind,
        columns,
      });
      const own = find(key.tableId, key.columns).map(named(key.kind === 'p' ? 'primary' : 'pointing'));
      const pointedAt = find(key.foreignId, key.foreignColumns ?? []).map(named('pointed-at'));
      return [...own, ...pointedAt];
    });
  });
}

/** Resolves a view's column to its table column, as `table.number`. */
function traceColumns(views: ViewRow[]): (id: string, number: number) => string | undefined {
  const byView = new Map(
    views.map((view) => [
      view.id,
      new Map(readViewColumns(view.tree).map((column) => [column.number, column])),
    ]),
  );
  return (id, number) => {
    let [place, column] = [id, number];
    // A view can select from another view but never from itself; the bound protects against parse trees that we misread.
    for (let step = 0; step < 32; step += 1) {
      const columns = byView.get(place);
      if (columns === undefined) return place === id ? undefined : `${place}.${column}`;
      const source = columns.get(column);
      if (source === undefined) return undefined;
      place = source.sourceId;
      column = source.sourceNumber;
    }
    return undefined;
  };
}

/** All combinations of one name from each list; none when a list is empty. */
function combine(lists: string[][]): string[][] {
  if (lists.length === 0) return [];
  return lists.reduce<string[][]>(
    (ways, list) => ways.flatMap((way) => list.map((name) => [...way, name])).slice(0, maxCombinations),
    [[]],
  );
}
