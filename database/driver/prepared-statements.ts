/** The prepared statements of one connection. */
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

export interface PreparedStatements {
  /** How each statement of a batch is sent: by name, or with its text under a new name. */
  prepare(statements: readonly BatchStatement[], needsColumns: boolean): PreparedStatement[];
  /** Records what is prepared after a batch. */
  remember(
    statements: readonly BatchStatement[],
    made: readonly PreparedStatement[],
    query: Pick<BatchQuery, 'completed' | 'results'>,
  ): void;
  /** The names to deallocate with the next batch. */
  takeRemoved(): string[];
  columnsOf(statement: BatchStatement): readonly Column[];
}

/** Each prepared statement takes memory of the server. */
const maxPrepared = 200;

/** Without `isEnabled`, as behind a pooler, every statement is sent with its text and no name. It can change while the connection is open. */
export function createPreparedStatements(isEnabled: () => boolean): PreparedStatements {
  /** By text and plan, the least recently used first. */
  const known = new Map<string, { name: string; columns: readonly Column[] | undefined }>();
  // A function that executes text can replace a prepared statement whose name it knows.
  const secret = randomBytes(9).toString('base64url');
  let counter = 0;
  let removed: string[] = [];

  function prepareOne(
    statement: BatchStatement,
    batch: Map<string, PreparedStatement>,
    needsColumns: boolean,
  ): PreparedStatement {
    const { text, values } = statement;
    if (!isEnabled()) return { name: '', text, values, needsParse: true, needsColumns };
    const key = keyOf(statement);
    const earlier = known.get(key);
    if (earlier) {
      known.delete(key);
      known.set(key, earlier);
    }
    const sameBatch = batch.get(key);
    const made: PreparedStatement = {
      name: earlier?.name ?? sameBatch?.name ?? `${secret}${++counter}`,
      text,
      values,
      needsParse: earlier === undefined && sameBatch === undefined,
      needsColumns: needsColumns && earlier?.columns === undefined,
    };
    if (made.needsParse) batch.set(key, made);
    return made;
  }

  function removeOldest(): void {
    for (const [key, { name }] of known) {
      if (known.size <= maxPrepared) return;
      known.delete(key);
      removed.push(name);
    }
  }

  return {
    prepare(statements, needsColumns) {
      const batch = new Map<string, PreparedStatement>();
      return statements.map((statement) => prepareOne(statement, batch, needsColumns));
    },
    remember(statements, made, query) {
      made.forEach(({ name, needsParse }, index) => {
        const statement = statements[index];
        if (statement === undefined || name === '') return;
        const isDone = index < query.completed;
        const columns = query.results[index]?.columns;
        if (isDone && (needsParse || columns)) known.set(keyOf(statement), { name, columns });
        // Of a statement that failed it is not known whether it was prepared.
        else if (needsParse) removed.push(name);
      });
      removeOldest();
    },
    takeRemoved() {
      const names = removed;
      removed = [];
      return names;
    },
    columnsOf: (statement) => known.get(keyOf(statement))?.columns ?? [],
  };
}

function keyOf({ text, plan }: BatchStatement): string {
  return plan === undefined ? text : `${plan}\n${text}`;
}
