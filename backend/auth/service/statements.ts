import type { BatchStatement, Sql } from '../../../database/database.ts';

/** A statement: sent alone within a transaction, or with others as a batch, which is a transaction in one round trip. */
export type Statement = BatchStatement;

/**
 * Runs statements within the caller's transaction. The driver sends them together; after a fault in one, the others do nothing.
 */
export async function runStatements(sql: Sql, statements: readonly Statement[]): Promise<void> {
  await Promise.all(statements.map(({ text, values }) => sql.unsafe(text, values)));
}
