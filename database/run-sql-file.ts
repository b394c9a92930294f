import type { TransactionSql } from './database.ts';
import { DatabaseStartError, DatabaseUnavailable, sqlStateOf, toDatabaseError } from './errors.ts';
import { findTransactionControl, splitStatements } from './split-statements.ts';

export interface SqlFile {
  path: string;
  text: string;
}

/** Matches the end of such a statement, also inside a function's body. Most files do not match and need not be split. */
const mayControlTransaction = /\b(?:begin|commit|end|rollback|abort|transaction|work)\s*(?:;|$)/i;

/** A file that begins or ends a transaction cannot be applied as a whole. */
export function refuseTransactionControl({ path, text }: SqlFile): void {
  if (!mayControlTransaction.test(text)) return;
  const control = findTransactionControl(splitStatements(text));
  if (!control) return;
  throw new DatabaseStartError(
    `${path} contains "${control}". Remove it: every file already runs in a transaction of its own.`,
  );
}

/** Runs all statements of a file. An error names the file and the line. */
export async function runSqlFile(sql: TransactionSql, { path, text }: SqlFile): Promise<void> {
  try {
    await sql.script(text);
  } catch (cause) {
    // A lost connection is not a fault of the file.
    if (toDatabaseError(cause, () => false) instanceof DatabaseUnavailable) throw cause;
    const { message, position } = faultOf(cause);
    const line = position ? ` line ${text.slice(0, position - 1).split('\n').length}` : '';
    throw new DatabaseStartError(
      `${path}${line}: ${message}. Nothing of this file was applied; correct it and start again.`,
      { cause },
    );
  }
}

/** System catalogues that all databases of a server share. */
const sharedCatalogues = new Set(['pg_authid', 'pg_auth_members', 'pg_db_role_setting', 'pg_shdepend']);

/** More than the number of processes and databases that may start at the same moment. */
const maxTries = 20;

/**
 * Roles are server-wide. Two databases that are prepared at the same moment may both create one; the second fails and is rolled back, and
 * succeeds when it tries again.
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

/** Whether it failed only because another process changed the same server-wide object at the same moment. */
function isCollision(error: unknown): boolean {
  const cause = error instanceof DatabaseStartError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const state = sqlStateOf(cause);
  const table = 'table' in cause ? String(cause.table) : '';
  // Three errors for the same collision: created, being created, being changed. The last has no SQLSTATE of its own.
  if (state === '42710') return /^role /.test(cause.message);
  // A deadlock between the two, which Postgres has ended.
  if (state === '40P01') return true;
  if (state === '23505') return sharedCatalogues.has(table);
  return /^tuple concurrently (updated|deleted)$/.test(cause.message);
}

function faultOf(cause: unknown): { message: string; position?: number } {
  if (!(cause instanceof Error)) return { message: String(cause) };
  const position = 'position' in cause ? Number(cause.position) : 0;
  return position > 0 ? { message: cause.message, position } : { message: cause.message };
}
