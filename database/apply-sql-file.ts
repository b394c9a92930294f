/** Applies a migration or a seed of the site, with its record. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql, TransactionSql } from './database.ts';
import { noTimeLimits } from './driver/open-client.ts';
import { toSettingsScript } from './driver/session-settings.ts';
import { identifier } from './driver/sql.ts';
import { DatabaseStartError, sqlStateOf } from './errors.ts';
import type { Log } from './log.ts';
import { lockMigrations, lockUnbound, unlockUnbound } from './migration-journal.ts';
import type { Pool } from './pool.ts';
import { resetSessionStatements } from './reset-session.ts';
import { runStatements, type SqlFile } from './run-sql-file.ts';
import { type SqlStatement, splitStatements } from './split-statements.ts';
import {
  isVacuum,
  listAddedValues,
  toRepeatableAddValue,
  withoutConcurrently,
  withoutTransactionWords,
} from './transaction-statements.ts';

/** One connection: what a file sets for its session holds for all its statements. */
export type OneConnection = Pick<Pool, 'sql' | 'transaction'>;

export interface ApplyOptions {
  /** Whether it was applied before, or by another process while this one waited. */
  isApplied(sql: TransactionSql): Promise<boolean>;
  record(sql: TransactionSql): Promise<void>;
  log: Log;
}

/**
 * File and record are one transaction, so a killed process leaves either all of a file or nothing. Returns false when it was applied
 * before.
 */
export async function applySqlFile(
  database: OneConnection,
  file: SqlFile,
  options: ApplyOptions,
): Promise<boolean> {
  const statements = withoutTransactionWords(splitStatements(file.text), file.path);
  const [first] = statements;
  const isAlone = statements.length === 1;
  const inside = isAlone ? statements : statements.flatMap((statement) => toInside(statement, file, options));
  try {
    return await applyInTransaction(database, file, inside, options);
  } catch (error) {
    const state = error instanceof DatabaseStartError ? sqlStateOf(error.cause) : undefined;
    if (state === cannotRunInTransaction && isAlone && first)
      return applyWithoutTransaction(database, file, first, options);
    if (state !== unsafeNewEnumValue) throw error;
    await addEnumValues(database, inside);
    return applyInTransaction(database, file, inside, options);
  }
}

const cannotRunInTransaction = '25001';
const unsafeNewEnumValue = '55P04';

function toInside(statement: SqlStatement, { path }: SqlFile, { log }: ApplyOptions): SqlStatement[] {
  const { body, line } = statement;
  if (!isVacuum(body))
    return [{ ...statement, body: toRepeatableAddValue(body) ?? withoutConcurrently(body) }];
  const message = `${path} line ${line}: "vacuum" is left out, because it cannot run beside other statements. Postgres does it by itself.`;
  log({ level: 'info', message });
  return [];
}

function applyInTransaction(
  database: OneConnection,
  file: SqlFile,
  statements: readonly SqlStatement[],
  { isApplied, record, log }: ApplyOptions,
): Promise<boolean> {
  return database.transaction(async (sql) => {
    await cleanSession(sql);
    await lockMigrations(sql);
    if (await isApplied(sql)) return false;
    await runStatements(sql, statements, file, log);
    await cleanSession(sql);
    await record(sql);
    return true;
  });
}

/** For the only statement of a file, such as `create index concurrently`. It is done or not done as a whole. */
async function applyWithoutTransaction(
  database: OneConnection,
  file: SqlFile,
  statement: SqlStatement,
  { isApplied, record, log }: ApplyOptions,
): Promise<boolean> {
  // It waits outside a transaction, because the holder of the lock may wait for the end of all transactions.
  while (!(await lockUnbound(database.sql))) await wait(200);
  try {
    if (await database.transaction(isApplied)) return false;
    await cleanSession(database.sql);
    await dropInvalidIndex(database.sql, statement.body);
    await runStatements(database.sql, [statement], file, log).catch(async (error: unknown) => {
      await dropInvalidIndex(database.sql, statement.body);
      throw error;
    });
    await database.transaction(async (sql) => {
      await lockMigrations(sql);
      await record(sql);
    });
    return true;
  } finally {
    await unlockUnbound(database.sql);
  }
}

const concurrentIndex =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?("[^"]+"|[\w$]+)\s+on\s+(?:only\s+)?((?:"[^"]+"|[\w$.])+)/i;

/**
 * `create index concurrently` that fails or is killed leaves an index that is not used, and that stops the next attempt or, with `if not
 * exists`, is taken for the finished one. Does nothing for other statements.
 */
async function dropInvalidIndex(sql: Sql, statement: string): Promise<void> {
  const [, index, table] = concurrentIndex.exec(statement) ?? [];
  if (index === undefined || table === undefined) return;
  const name = index.startsWith('"') ? index.slice(1, -1) : index.toLowerCase();
  const [found] = await sql<{ schema: string }[]>`
    select n.nspname as schema
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relname = ${name} and i.indrelid = to_regclass(${table}) and not i.indisvalid`;
  if (found) await sql`drop index ${identifier(found.schema)}.${identifier(name)}`;
}

/**
 * Postgres lets a new value of an enum be used only after it was committed, so the values of the file are committed before the rest. They
 * stay when the rest fails; the corrected file adds them again without effect.
 */
async function addEnumValues(database: OneConnection, statements: readonly SqlStatement[]): Promise<void> {
  for (const statement of statements.flatMap(({ body }) => listAddedValues(body))) {
    // A type that the file itself creates is not there yet, and its values can be used at once.
    await database.sql.script(statement).catch(() => {});
  }
}

/** Role and session user are not part of `reset all`. The settings of a session behind a pooler are those of the server. */
const cleaning = [
  'reset session authorization',
  'reset role',
  ...resetSessionStatements,
  toSettingsScript(noTimeLimits),
].join('; ');

/**
 * Undoes what a file has set for its session, such as the empty search_path of a dump: it must not reach the next file, nor the record of
 * what was applied.
 */
async function cleanSession(sql: Sql): Promise<void> {
  await sql.script(cleaning);
}
