/** The JSON text of a change: `data` of a `postgres_changes` push. Read by clients: keep its keys. */
import type { RowChange, Tuple } from '../../../database/replication/replication.ts';
import type { DatabaseRole } from '../../identity/roles.ts';
import type { ColumnDefinition, TableDefinition } from './table-definition.ts';
import type { ValueAnswers } from './value-answers.ts';

export const tooLarge = 'Error 413: Payload Too Large';
const noKey = 'Error 400: Bad Request, no primary key';
export const unauthorized = 'Error 401: Unauthorized';

/** Of a row that is too large only values up to this size are sent. */
const smallBytes = 64;

/** A change with the values of its rows by column. A column that was not sent is missing. */
export interface ChangedRow {
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  timestamp: string;
  definition: TableDefinition;
  record: ReadonlyMap<string, string | null>;
  old: ReadonlyMap<string, string | null>;
  isTooLarge: boolean;
}

export function toChangedRow(
  change: RowChange & { type: ChangedRow['type'] },
  definition: TableDefinition,
  options: { timestamp: string; maxBytes: number },
): ChangedRow {
  const { columns, replicaIdentity } = change.relation;
  const record = new Map<string, string | null>();
  const old = new Map<string, string | null>();
  const isFull = replicaIdentity === 'f';
  // An update that leaves the key as it is sends no old row: its key is that of the new one.
  const oldTuple: Tuple | undefined = change.old ?? change.record;
  columns.forEach(({ name, isKey }, index) => {
    const before = change.type !== 'INSERT' && (isKey || isFull) ? oldTuple?.[index] : undefined;
    // A large value that has not changed is in the old row only.
    const after = change.record?.[index] ?? (change.record?.[index] === null ? null : before);
    if (change.record && after !== undefined) record.set(name, after);
    if (before !== undefined) old.set(name, before);
  });
  return {
    type: change.type,
    timestamp: options.timestamp,
    definition,
    record,
    old,
    isTooLarge: isLargerThan([change.record, change.old], options.maxBytes),
  };
}

function isLargerThan(tuples: readonly (Tuple | undefined)[], maxBytes: number): boolean {
  const sum = (measure: (text: string) => number) =>
    tuples.flatMap((tuple) => tuple ?? []).reduce((total, text) => total + (text ? measure(text) : 0), 0);
  // A character has three bytes at most; most rows are far smaller.
  return sum(({ length }) => length * 3) > maxBytes && sum((text) => Buffer.byteLength(text)) > maxBytes;
}

/** What callers of a role, with the columns they have chosen, see of a table. One object for each distinct list of columns. */
export interface VisibleColumns {
  columns: readonly ColumnDefinition[];
  json: string;
}

const maxChoices = 500;
const visibleColumns = new WeakMap<TableDefinition, Map<string, VisibleColumns>>();

export function findVisibleColumns(
  definition: TableDefinition,
  role: DatabaseRole,
  select: readonly string[] | undefined,
): VisibleColumns {
  const known = visibleColumns.get(definition) ?? new Map<string, VisibleColumns>();
  visibleColumns.set(definition, known);
  const choice = select === undefined ? role : JSON.stringify([role, ...select]);
  const earlier = known.get(choice);
  if (earlier) return earlier;
  const columns = definition.columns.filter(
    ({ name, isKey }) =>
      definition.selectable[role].has(name) && (select === undefined || isKey || select.includes(name)),
  );
  const json = JSON.stringify(columns.map(({ name, typeName }) => ({ name, type: typeName })));
  // Roles with the same columns share the text of a change.
  const same = [...known.values()].find((one) => one.json === json);
  const made = same ?? { columns, json };
  // Clients choose the lists of columns.
  if (known.size >= maxChoices) known.clear();
  known.set(choice, made);
  return made;
}

/** Why a role gets no rows of changes of this kind. */
export function errorOf(
  type: ChangedRow['type'],
  definition: TableDefinition,
  role: DatabaseRole,
): string | undefined {
  if (type === 'DELETE') return undefined;
  if (definition.key.length === 0) return noKey;
  return definition.key.every(({ name }) => definition.selectable[role].has(name)) ? undefined : unauthorized;
}

export function toErrorText(row: ChangedRow, error: string): string {
  const empty = [
    ...(row.type === 'DELETE' ? [] : ['"record":{}']),
    ...(row.type === 'INSERT' ? [] : ['"old_record":{}']),
  ];
  return `{${[head(row, '[]'), ...empty, `"errors":${JSON.stringify([error])}`].join(',')}}`;
}

/** Undefined while values must be asked for. */
export function toDataText(
  row: ChangedRow,
  visible: VisibleColumns,
  values: ValueAnswers,
): string | undefined {
  const parts = [head(row, visible.json)];
  if (row.type !== 'DELETE') {
    const record = toObject(row, row.record, visible.columns, values);
    if (record === undefined) return undefined;
    parts.push(`"record":${record}`);
  }
  if (row.type !== 'INSERT') {
    // Row security cannot be asked about a row that is gone: then its key is all that is told.
    const isKeyOnly = row.type === 'DELETE' && row.definition.hasRowSecurity;
    const columns = isKeyOnly ? visible.columns.filter(({ isKey }) => isKey) : visible.columns;
    const old = toObject(row, row.old, columns, values);
    if (old === undefined) return undefined;
    parts.push(`"old_record":${old}`);
  }
  parts.push(`"errors":${row.isTooLarge ? JSON.stringify([tooLarge]) : 'null'}`);
  return `{${parts.join(',')}}`;
}

function head({ type, timestamp, definition: { schema, table } }: ChangedRow, columns: string): string {
  return `"schema":${JSON.stringify(schema)},"table":${JSON.stringify(table)},"type":"${type}","commit_timestamp":"${timestamp}","columns":${columns}`;
}

function toObject(
  { isTooLarge }: ChangedRow,
  row: ReadonlyMap<string, string | null>,
  columns: readonly ColumnDefinition[],
  values: ValueAnswers,
): string | undefined {
  const members: string[] = [];
  let isComplete = true;
  for (const column of columns) {
    const text = row.get(column.name);
    if (text === undefined) continue;
    if (isTooLarge && text !== null && Buffer.byteLength(text) > smallBytes) continue;
    const json = values.toJson(text, column);
    // The others are noted too, so that they are asked for together.
    if (json === undefined) isComplete = false;
    else members.push(`${JSON.stringify(column.name)}:${json}`);
  }
  return isComplete ? `{${members.join(',')}}` : undefined;
}
