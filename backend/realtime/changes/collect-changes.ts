/** Sorts the changes of a batch by table and kind, and finds the bindings that want them. */
import type { Commit, Relation, RowChange } from '../../../database/replication/replication.ts';
import type { ActiveBinding, ActiveBindings } from './active-bindings.ts';
import { type ChangedRow, toChangedRow } from './change-data.ts';
import { type KeySet, nameOf } from './row-security.ts';
import type { TableDefinition, TableDefinitions } from './table-definition.ts';

export interface PendingChange {
  change: RowChange;
  commit: Commit;
}

/** A change, and what becomes of it. */
export interface Receipt {
  row: ChangedRow;
  /** Of its key. */
  name: string;
  key: KeySet;
  /** The bindings whose filters it passes. */
  matched: readonly ActiveBinding[];
  /** The bindings that it goes to. */
  receivers: ActiveBinding[];
}

/** The changes of one kind to one table. */
export interface TableChanges {
  type: ChangedRow['type'];
  definition: TableDefinition;
  withFilters: readonly ActiveBinding[];
  withoutFilters: readonly ActiveBinding[];
  receipts: Receipt[];
  /** Of all of them. */
  keys: KeySet;
}

export async function collectChanges(
  options: { bindings: ActiveBindings; definitions: TableDefinitions; maxBytes: number },
  changes: readonly PendingChange[],
): Promise<{ tables: TableChanges[]; receipts: Receipt[] }> {
  const { bindings, definitions, maxBytes } = options;
  const found = new Map<Relation, Map<string, TableChanges | undefined>>();

  async function findTable(relation: Relation, type: ChangedRow['type']): Promise<TableChanges | undefined> {
    const interested = bindings
      .find(relation.schema, relation.table)
      .filter(({ event }) => event === '*' || event === type);
    const definition = interested.length > 0 ? await definitions.of(relation) : undefined;
    // The stream also has tables of another publication.
    if (!definition?.isPublished) return undefined;
    const [withFilters, withoutFilters] = [true, false].map((hasFilters) =>
      interested.filter(({ filters }) => filters.length > 0 === hasFilters),
    );
    return {
      type,
      definition,
      withFilters: withFilters ?? [],
      withoutFilters: withoutFilters ?? [],
      receipts: [],
      keys: new Map(),
    };
  }

  const receipts: Receipt[] = [];
  for (const { change, commit } of changes) {
    const { type, relation } = change;
    if (type === 'TRUNCATE') continue;
    const byType = found.get(relation) ?? new Map<string, TableChanges | undefined>();
    found.set(relation, byType);
    if (!byType.has(type)) byType.set(type, await findTable(relation, type));
    const table = byType.get(type);
    if (table === undefined) continue;
    const { timestamp } = commit;
    const row = toChangedRow({ ...change, type }, table.definition, { timestamp, maxBytes });
    const key = table.definition.key.map((column) => row.record.get(column.name) ?? '');
    const name = nameOf(key);
    const receipt: Receipt = { row, name, key: new Map([[name, key]]), matched: [], receivers: [] };
    table.keys.set(name, key);
    table.receipts.push(receipt);
    receipts.push(receipt);
  }
  const tables = [...found.values()].flatMap((byType) => [...byType.values()]);
  return { tables: tables.filter((table) => table !== undefined), receipts };
}
