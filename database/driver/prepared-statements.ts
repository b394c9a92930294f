import { randomBytes } from 'node:crypto';
import type { BatchQuery, Column, PreparedStatement } from './batch-query.ts';
import type { Statement } from './sql.ts';

export interface BatchStatement extends Statement {
  /**
   * Statements with the same text and key share a prepared statement. Row security needs a plan per role, so a plan shared by two roles
   * would be made again at every change of role.
   */
  plan?: string;
}

/** Each prepared statement takes memory of the server. */
const maxPrepared = 200;

/** The prepared statements of one connection. `isEnabled` is false behind a pooler that knows none. */
export function createPreparedStatements(isEnabled: boolean) {
  /** By text and plan, the least recently used first. */
  const prepared = new Map<string, { name: string; columns: readonly Column[] | undefined }>();
  // A function that executes text can replace a prepared statement whose name it knows.
  const secret = randomBytes(9).toString('base64url');
  let counter = 0;
  let removed: string[] = [];

  const keyOf = ({ text, plan }: BatchStatement) => (plan === undefined ? text : `${plan}\n${text}`);

  function prepareOne(
    statement: BatchStatement,
    batch: Map<string, PreparedStatement>,
    needsColumns: boolean,
  ): PreparedStatement {
    const key = keyOf(statement);
    const known = isEnabled ? prepared.get(key) : undefined;
    if (known) {
      prepared.delete(key);
      prepared.set(key, known);
    }
    const sameBatch = isEnabled ? batch.get(key) : undefined;
    const name = known?.name ?? sameBatch?.name ?? (isEnabled ? `${secret}${++counter}` : '');
    const made: PreparedStatement = {
      name,
      text: statement.text,
      values: statement.values,
      needsParse: known === undefined && sameBatch === undefined,
      needsColumns: needsColumns && known?.columns === undefined,
    };
    if (made.needsParse) batch.set(key, made);
    return made;
  }

  return {
    /** The statements of a batch, in its order. */
    prepare(statements: readonly BatchStatement[], needsColumns: boolean): PreparedStatement[] {
      const batch = new Map<string, PreparedStatement>();
      return statements.map((statement) => prepareOne(statement, batch, needsColumns));
    },
    /** The names that the next batch must close. */
    takeRemoved(): string[] {
      const names = removed;
      removed = [];
      return names;
    },
    /** Must be called after a batch. */
    remember(
      statements: readonly BatchStatement[],
      made: readonly PreparedStatement[],
      query: Pick<BatchQuery, 'completed' | 'results'>,
    ): void {
      if (!isEnabled) return;
      made.forEach(({ name, needsParse }, index) => {
        const statement = statements[index];
        if (statement === undefined) return;
        const columns = query.results[index]?.columns;
        const isDone = index < query.completed;
        if (isDone && (needsParse || columns)) prepared.set(keyOf(statement), { name, columns });
        // Of a statement that failed it is not known whether it was prepared.
        else if (!isDone && needsParse) removed.push(name);
      });
      for (const [key, { name }] of prepared) {
        if (prepared.size <= maxPrepared) break;
        prepared.delete(key);
        removed.push(name);
      }
    },
    columnsOf: (text: string) => prepared.get(text)?.columns,
    /** Whether an error is about one of these statements. */
    isNamedIn: (message: string) => message.includes(secret),
  };
}
