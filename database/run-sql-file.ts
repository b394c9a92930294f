import type { TransactionSql } from './database.ts';
import { DatabaseStartError, DatabaseUnavailable, toDatabaseError } from './errors.ts';
import { findTransactionControl, splitStatements } from './split-statements.ts';

export interface SqlFile {
  path: string;
  text: string;
}

/** A file that begins or ends a transaction could not be applied as a whole. */
export function refuseTransactionControl({ path, text }: SqlFile): void {
  const control = findTransactionControl(splitStatements(text));
  if (!control) return;
  throw new DatabaseStartError(
    `${path} contains "${control}". Remove it: every file already runs in a transaction of its own.`,
  );
}

/** Runs all statements of a file. A fault names the file and the line. */
export async function runSqlFile(sql: TransactionSql, { path, text }: SqlFile): Promise<void> {
  try {
    await sql.unsafe(text).simple();
  } catch (cause) {
    // A server that went away says nothing about the file.
    if (toDatabaseError(cause, () => false) instanceof DatabaseUnavailable) throw cause;
    const { message, position } = faultOf(cause);
    const line = position ? ` line ${text.slice(0, position - 1).split('\n').length}` : '';
    throw new DatabaseStartError(
      `${path}${line}: ${message}. Nothing of this file was applied; correct it and start again.`,
      { cause },
    );
  }
}

function faultOf(cause: unknown): { message: string; position?: number } {
  if (!(cause instanceof Error)) return { message: String(cause) };
  const position = 'position' in cause ? Number(cause.position) : 0;
  return position > 0 ? { message: cause.message, position } : { message: cause.message };
}
