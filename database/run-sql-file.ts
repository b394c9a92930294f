import type { TransactionSql } from './database.ts';
import { DatabaseStartError, DatabaseUnavailable, sqlStateOf, toDatabaseError } from './errors.ts';
import { findTransactionControl, splitStatements } from './split-statements.ts';

export interface SqlFile {
  path: string;
  text: string;
}

/** What the end of such a statement looks like, also inside a function's body. Most files have none, and need not be taken apart. */
const mayControlTransaction = /\b(?:begin|commit|end|rollback|abort|transaction|work)\s*(?:;|$)/i;

/** A file that begins or ends a transaction could not be applied as a whole. */
export function refuseTransactionControl({ path, text }: SqlFile): void {
  if (!mayControlTransaction.test(text)) return;
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

/** Catalogues that all databases of a server share. */
const sharedCatalogues = new Set(['pg_authid', 'pg_auth_members', 'pg_db_role_setting', 'pg_shdepend']);

/** As many processes and databases as may start at the same moment, and some more. */
const maxTries = 20;

/**
 * Roles belong to the whole server. Two of its databases that are prepared at the same moment may both create one, and the second
 * fails, with nothing applied: when it tries again, the role is there.
 */
export async function retryOnCollision<Result>(apply: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await apply();
    } catch (error) {
      if (tries === maxTries || !isCollision(error)) throw error;
    }
  }
}

/** Whether it failed only because another process did the same to the server, from another of its databases, at the same moment. */
function isCollision(error: unknown): boolean {
  const cause = error instanceof DatabaseStartError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const state = sqlStateOf(cause);
  const table = 'table_name' in cause ? String(cause.table_name) : '';
  // Three answers for one thing, by how far the other one was: created, being created, being changed. The last has no code of its own.
  if (state === '42710') return /^role /.test(cause.message);
  // Or the two waited for each other, and Postgres ended one of them.
  if (state === '40P01') return true;
  if (state === '23505') return sharedCatalogues.has(table);
  return /^tuple concurrently (updated|deleted)$/.test(cause.message);
}

function faultOf(cause: unknown): { message: string; position?: number } {
  if (!(cause instanceof Error)) return { message: String(cause) };
  const position = 'position' in cause ? Number(cause.position) : 0;
  return position > 0 ? { message: cause.message, position } : { message: cause.message };
}
