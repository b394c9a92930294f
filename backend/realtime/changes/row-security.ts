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

/** Keys by `nameOf`. Viewers that are asked for the same rows share one object, so that its list is written once. */
export type KeySet = Map<string, RowKey>;

export interface RowSecurity {
  /** Notes that the answer will be needed. */
  need(viewer: Viewer, definition: TableDefinition, keys: KeySet): void;
  isNeeded(): boolean;
  ask(): Promise<void>;
  /** The names of the keys that the viewer sees, of those that were asked for. */
  visibleTo(viewer: Viewer, definition: TableDefinition): ReadonlySet<string>;
}

interface TableQuestion {
  definition: TableDefinition;
  needs: Map<Viewer, Set<KeySet>>;
  visible: Map<Viewer, ReadonlySet<string>>;
}

const none: ReadonlySet<string> = new Set();

/** Whether row security decides what this role sees of the table. */
export function isProtected(definition: TableDefinition, role: DatabaseRole): boolean {
  return definition.hasRowSecurity && !definition.bypassing.has(role);
}

export function nameOf(key: RowKey): string {
  return key.length === 1 ? (key[0] ?? '') : JSON.stringify(key);
}

export function createRowSecurity(requests: Database['requests'], log: Log, timeoutMs: number): RowSecurity {
  const tables = new Map<TableDefinition, TableQuestion>();

  async function askTable({ definition, needs, visible }: TableQuestion): Promise<void> {
    for (const [role, viewers] of Map.groupBy(needs.keys(), (viewer) => viewer.role)) {
      const write = createQuestions(definition);
      const written = viewers.map((viewer) => write(needs.get(viewer) ?? new Set()));
      const questions = viewers.map(
        ({ claimsText }, index): Question => ({
          claimsText,
          statement: written[index]?.statement ?? { text: 'select null', values: [] },
        }),
      );
      const answers = await ask(requests, role, questions, { timeoutMs });
      let failed: unknown;
      viewers.forEach((viewer, index) => {
        const answer = answers[index];
        if (answer !== undefined && 'rows' in answer)
          visible.set(viewer, written[index]?.read(answer.rows[0]?.[0] ?? null) ?? none);
        else failed = answer?.error;
      });
      if (failed !== undefined)
        log({
          level: 'warn',
          message: `Row security of ${definition.schema}.${definition.table} fails: callers do not get its changes.`,
          error: String(failed),
        });
    }
  }

  return {
    need(viewer, definition, keys) {
      let table = tables.get(definition);
      if (table === undefined) {
        table = { definition, needs: new Map(), visible: new Map() };
        tables.set(definition, table);
      }
      const sets = table.needs.get(viewer);
      if (sets) sets.add(keys);
      else table.needs.set(viewer, new Set([keys]));
    },
    isNeeded: () => tables.size > 0,
    async ask() {
      for (const table of tables.values()) await askTable(table);
    },
    visibleTo: (viewer, definition) => tables.get(definition)?.visible.get(viewer) ?? none,
  };
}

interface WrittenQuestion {
  statement: BatchStatement;
  read(answer: string | null): ReadonlySet<string>;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The answer is a list of keys or, where their texts cannot be compared, of the places of keys in the question. */
function createQuestions(definition: TableDefinition): (sets: ReadonlySet<KeySet>) => WrittenQuestion {
  const { key } = definition;
  const [only] = key;
  const isSingle = only !== undefined && key.length === 1 && only.type.element === undefined;
  const from = `${quote(definition.schema)}.${quote(definition.table)}`;
  const lists = key.map(({ sqlType }, index) => `$${index + 1}::${sqlType}[]`).join(', ');
  const text = isSingle
    ? `select array_agg(${quote(only.name)})::text from ${from} where ${quote(only.name)} = any(${lists})`
    : `select array_agg(asked.place)::text
       from unnest(${lists}) with ordinality as asked(${key.map((_, index) => `k${index}`).join(', ')}, place)
       where exists (select from ${from} as found where ${key
         .map((column, index) => `found.${quote(column.name)} = asked.k${index}`)
         .join(' and ')})`;

  function write(keys: KeySet): WrittenQuestion {
    const rows = [...keys.values()];
    const names = [...keys.keys()];
    const values = key.map((_, column) => toSentValue(rows.map((row) => row[column] ?? null)));
    return {
      statement: { text, values },
      read(answer) {
        if (answer === null) return none;
        const found = parseArray(answer, (element) => element).filter((element) => element !== null);
        return new Set(isSingle ? found : found.map((place) => names[Number(place) - 1] ?? ''));
      },
    };
  }

  // Most viewers need the same sets.
  const ids = new Map<KeySet, number>();
  const idOf = (keys: KeySet) => ids.get(keys) ?? ids.set(keys, ids.size).size - 1;
  const written = new Map<string, WrittenQuestion>();
  return (sets) => {
    const name = [...sets].map(idOf).join();
    const known = written.get(name) ?? write(new Map([...sets].flatMap((keys) => [...keys])));
    written.set(name, known);
    return known;
  };
}
