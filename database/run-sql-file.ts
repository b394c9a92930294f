import type { Sql, TransactionSql } from './database.ts';
import {
  DatabaseStartError,
  DatabaseUnavailable,
  ServerError,
  sqlStateOf,
  toDatabaseError,
} from './errors.ts';
import { runExtensionStatement } from './extensions/run-extension-statement.ts';
import type { Log } from './log.ts';
import type { SqlStatement } from './split-statements.ts';
import { adviceFor } from './statement-advice.ts';

export interface SqlFile {
  path: string;
  text: string;
}

/** A statement of a file has failed; the cause is what Postgres answered. */
export class SqlFileError extends DatabaseStartError {
  readonly statement: Pick<SqlStatement, 'body' | 'line'>;

  constructor(message: string, statement: Pick<SqlStatement, 'body' | 'line'>, options: ErrorOptions) {
    super(message, options);
    this.statement = statement;
  }
}

/** Runs statements of a file one after the other. An error names the file, the line and the statement. */
export async function runStatements(
  sql: Sql,
  statements: readonly SqlStatement[],
  file: SqlFile,
  log: Log,
): Promise<void> {
  for (const statement of statements) {
    const logWithPlace: Log = (entry) =>
      log({ ...entry, message: `${file.path} line ${statement.line}: ${entry.message}` });
    await runStatement(sql, statement, logWithPlace).catch((cause: unknown) => {
      throw toStartError(cause, file, statement);
    });
  }
}

/** The one place where a statement of the site is run. What has to be done in another way is done here instead. */
async function runStatement(sql: Sql, { body }: SqlStatement, log: Log): Promise<void> {
  refusePsqlInput(body);
  if (await runExtensionStatement(sql, body, log)) return;
  await sql.script(body);
}

/** What only psql understands, as in a dump of pg_dump. Supabase's CLI cannot run it either. */
function refusePsqlInput(body: string): void {
  if (/^copy\s[^;]*\sfrom\s+stdin\b/i.test(body)) {
    throw new DatabaseStartError(
      'The rows of "copy … from stdin" can be read by psql only. Dump them as inserts: `supabase db dump --data-only`, or `pg_dump --inserts`',
    );
  }
  if (body.startsWith('\\')) throw new DatabaseStartError('This is a command of psql, not SQL');
}

/** Runs a file of ours as one script, in one round trip. */
export async function runOwnSqlFile(sql: TransactionSql, file: SqlFile): Promise<void> {
  await sql.script(file.text).catch((cause: unknown) => {
    throw toStartError(cause, file, { text: file.text, body: file.text, line: 1 });
  });
}

/** System catalogs that all databases of a server share. */
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

function toStartError(cause: unknown, { path }: SqlFile, { body, line }: SqlStatement): unknown {
  // A lost connection is not a fault of the file.
  if (toDatabaseError(cause, () => false) instanceof DatabaseUnavailable) return cause;
  const { position = 1, detail, hint } = cause instanceof ServerError ? cause : {};
  const message = cause instanceof Error ? cause.message : String(cause);
  const sentences = [message, detail, hint, adviceFor(cause)]
    .filter((text) => text !== undefined)
    .map(endSentence);
  return new SqlFileError(
    `${path} line ${line + countLines(body.slice(0, position - 1))}: ${sentences.join(' ')} ` +
      `The statement is "${firstWords(body)}". Nothing of this file was applied; it is applied when it is corrected.`,
    { body, line },
    { cause },
  );
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

function endSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function firstWords(statement: string): string {
  const words = statement.replaceAll(/\s+/g, ' ');
  return words.length > 80 ? `${words.slice(0, 80)}…` : words;
}
