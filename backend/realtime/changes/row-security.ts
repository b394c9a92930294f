/** Asks row security which rows of a batch of changes the callers may see: once for each table and distinct claims. */
import type { BatchStatement, Database } from '../../../database/database.ts';
import { parseArray, toSentValue } from '../../../database/driver/values.ts';
import type { Log } from '../../../database/log.ts';
import type { DatabaseRole } from '../../identity/roles.ts';
import { ask, type Question } from './ask.ts';
import type { TableDefinition } from './table-definition.ts';

/** Callers with the same role and claims see the same rows. One object for each. */
export interface Viewer {
  role: DatabaseRole;
  claimsText: string;
}

/** The texts of a row's key columns. */
export type RowKey = readonly string[];

interface TableQuestion {
  definition: TableDefinition;
  keys: Map<string, RowKey>;
  /** The keys that each viewer asks for. */
  viewers: Map<Viewer, Set<string>>;
  visible: Map<Viewer, ReadonlySet<string>>;
}

export interface RowSecurity {
  /** Notes that the answer will be needed. */
  need(viewer: Viewer, definition: TableDefinition, key: RowKey): void;
  isNeeded(): boolean;
  ask(): Promise<void>;
  isVisible(viewer: Viewer, definition: TableDefinition, key: RowKey): boolean;
}

/** Whether row security decides what this role sees of the table. */
export function isProtected(definition: TableDefinition, role: DatabaseRole): boolean {
  return definition.hasRowSecurity && !definition.bypassing.has(role);
}

export function createRowSecurity(requests: Database['requests'], log: Log, timeoutMs: number): RowSecurity {
  const tables = new Map<TableDefinition, TableQuestion>();

  async function askTable(table: TableQuestion): Promise<void> {
    const viewers = [...table.viewers.keys()];
    for (const [role, group] of Map.groupBy(viewers, (viewer) => viewer.role)) {
      const toStatement = createStatements(table);
      const questions: Question[] = group.map((viewer) => ({
        claimsText: viewer.claimsText,
        statement: toStatement(table.viewers.get(viewer) ?? new Set()),
      }));
      const answers = await ask(requests, role, questions, { timeoutMs });
      let failed: unknown;
      group.forEach((viewer, index) => {
        const answer = answers[index];
        if (answer !== undefined && 'rows' in answer)
          table.visible.set(viewer, readKeys(table, answer.rows[0]?.[0] ?? null, table.viewers.get(viewer)));
        else failed = answer?.error;
      });
      if (failed !== undefined)
        log({
          level: 'warn',
          message: `Row security of ${table.definition.schema}.${table.definition.table} fails: callers do not get its changes.`,
          error: String(failed),
        });
    }
  }

  return {
    need(viewer, definition, key) {
      const table = tables.get(definition) ?? {
        definition,
        keys: new Map<string, RowKey>(),
        viewers: new Map<Viewer, Set<string>>(),
        visible: new Map<Viewer, ReadonlySet<string>>(),
      };
      tables.set(definition, table);
      const name = nameOf(key);
      table.keys.set(name, key);
      const asked = table.viewers.get(viewer);
      if (asked) asked.add(name);
      else table.viewers.set(viewer, new Set([name]));
    },
    isNeeded: () => tables.size > 0,
    async ask() {
      for (const table of tables.values()) await askTable(table);
    },
    isVisible: (viewer, definition, key) =>
      tables.get(definition)?.visible.get(viewer)?.has(nameOf(key)) ?? false,
  };
}

function nameOf(key: RowKey): string {
  return key.length === 1 ? (key[0] ?? '') : JSON.stringify(key);
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Viewers mostly ask for the same rows, so that their lists are made once. */
function createStatements(table: TableQuestion): (asked: ReadonlySet<string>) => BatchStatement {
  const { schema, table: name, key } = table.definition;
  const from = `${quote(schema)}.${quote(name)}`;
  const toLists = (keys: readonly RowKey[]) =>
    key.map((_, column) => toSentValue(keys.map((row) => row[column] ?? null)));
  const all = toLists([...table.keys.values()]);
  const [only] = key;
  const text =
    only !== undefined && key.length === 1 && only.type.element === undefined
      ? `select array_agg(${quote(only.name)})::text from ${from} where ${quote(only.name)} = any($1::${only.sqlType}[])`
      : `select array_agg(asked.place)::text from unnest(${key
          .map(({ sqlType }, index) => `$${index + 1}::${sqlType}[]`)
          .join(', ')}) with ordinality as asked(${key.map((_, index) => `k${index}`).join(', ')}, place)
         where exists (select from ${from} as found where ${key
           .map((column, index) => `found.${quote(column.name)} = asked.k${index}`)
           .join(' and ')})`;
  return (asked) => ({
    text,
    values:
      asked.size === table.keys.size ? all : toLists([...asked].map((one) => table.keys.get(one) ?? [])),
  });
}

/** The answer is a list of keys, or of the places of keys in the question. */
function readKeys(
  { definition: { key }, keys }: TableQuestion,
  text: string | null,
  asked: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  if (text === null) return new Set();
  const found = parseArray(text, (element) => element).filter((element) => element !== null);
  if (key.length === 1 && key[0]?.type.element === undefined) return new Set(found);
  const names = asked.size === keys.size ? [...keys.keys()] : [...asked];
  return new Set(found.map((place) => names[Number(place) - 1] ?? ''));
}
