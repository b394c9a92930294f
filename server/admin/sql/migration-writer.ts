/** Writes a migration of the site and applies it: the file and the change are both there afterward, or neither. */
import { access, constants, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDatabaseUrl } from '../../../database/connection-target.ts';
import { syncFolder, writeDurably } from '../../../database/durable-files.ts';
import { DatabaseStartError, ServerError } from '../../../database/errors.ts';
import type { Log } from '../../../database/log.ts';
import { type MigrationState, migrate, readMigrationState } from '../../../database/migrate.ts';
import type { MigrationSet } from '../../../database/migration-files.ts';
import { openPool, type Pool } from '../../../database/pool.ts';
import { SqlFileError } from '../../../database/run-sql-file.ts';
import { splitStatements } from '../../../database/split-statements.ts';
import { AdminError } from '../admin-error.ts';

export interface NewMigration {
  name: string;
  sql: string;
}

export interface MigrationWriter {
  /** `note` is told the name of the file before anything is written. Returns that name. */
  write(migration: NewMigration, note: (file: string) => Promise<void>): Promise<string>;
}

export interface MigrationWriterOptions {
  /** Of the owner of the tables. */
  databaseUrl: string;
  set: MigrationSet;
  /** For parts of the backend that depend on what the database has. */
  onApplied(): Promise<void>;
  log: Log;
  now?: () => Date;
}

export function createMigrationWriter(options: MigrationWriterOptions): MigrationWriter {
  const { databaseUrl, set, onApplied, log, now = () => new Date() } = options;
  // One after the other: each takes a number above the last one.
  let last: Promise<unknown> = Promise.resolve();

  async function write(migration: NewMigration, note: (file: string) => Promise<void>): Promise<string> {
    const sql = `${migration.sql.replaceAll('\r\n', '\n').trimEnd()}\n`;
    await access(set.folder, constants.W_OK).catch(toFolderError);
    const pool = openPool(parseDatabaseUrl(databaseUrl), log);
    try {
      const state = await readMigrationState(pool, set);
      requirePlace(state, migration.name);
      const version = Math.max(toVersion(now()), toVersion(secondAfter(state.newest)), state.newest + 1);
      const file = `${version}_${migration.name}.sql`;
      await note(file);
      const path = join(set.folder, file);
      await writeDurably(path, sql, { mode: 0o644, keepExisting: true }).catch(toFolderError);
      await migrate(pool, [set], log).catch((error: unknown) => withdraw(pool, path, sql, error));
      await onApplied();
      return file;
    } finally {
      await pool.end();
    }
  }

  /** The migration has failed: its file goes too. */
  async function withdraw(pool: Pool, path: string, sql: string, error: unknown): Promise<never> {
    // A connection lost at the very end may hide that it was applied. The next start finds out, if the file stays.
    const mayBeApplied =
      !(error instanceof SqlFileError) &&
      (await readMigrationState(pool, set).then(
        ({ pending }) => pending.length === 0,
        () => true,
      ));
    if (mayBeApplied) throw error;
    await rm(path, { force: true });
    await syncFolder(set.folder);
    throw error instanceof DatabaseStartError ? toSqlError(error, sql) : error;
  }

  return {
    write(migration, note) {
      const done = last.then(() => write(migration, note));
      last = done.catch(() => {});
      return done;
    },
  };
}

function requirePlace({ names, pending }: MigrationState, name: string): void {
  if (names.has(name))
    throw new AdminError(409, 'exists', `There is a migration “${name}” already. Choose another name.`);
  if (pending.length > 0)
    throw new AdminError(
      409,
      'pending',
      `These files are not applied yet and would be applied before this one: ${pending.join(', ')}. Start the site again to apply them first.`,
      { files: pending },
    );
}

/** `20261118191500`: the moment in UTC, as Supabase's CLI numbers files. */
function toVersion(moment: Date): number {
  return Number(moment.toISOString().replaceAll(/\D/g, '').slice(0, 14));
}

/** A clock may be behind the newest file. */
function secondAfter(version: number): Date {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(version)) ?? [];
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = parts.map(Number);
  return new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds + 1));
}

const noFolder = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS']);

function toFolderError(error: NodeJS.ErrnoException): never {
  if (!noFolder.has(error.code ?? '')) throw error;
  throw new AdminError(
    501,
    'no-folder',
    'The folder of the migrations cannot be written here. Add the file where the site is developed, and deploy it.',
  );
}

function toSqlError(error: DatabaseStartError, sql: string): AdminError {
  const { cause } = error;
  if (!(error instanceof SqlFileError && cause instanceof ServerError))
    return new AdminError(422, 'sql-failed', error.message);
  const { position, detail, hint } = cause;
  return new AdminError(422, 'sql-failed', cause.message, {
    ...(position !== undefined && { position: findPosition(sql, error.statement, position) }),
    ...(detail !== undefined && { detail }),
    ...(hint !== undefined && { hint }),
  });
}

/** The place in the whole text, from 1. Postgres counts characters, where JavaScript counts UTF-16 units. */
function findPosition(sql: string, { body, line }: SqlFileError['statement'], position: number): number {
  const lineStart = sql
    .split('\n')
    .slice(0, line - 1)
    .reduce((length, text) => length + text.length + 1, 0);
  const before = [...body].slice(0, position - 1).join('').length;
  return Math.max(sql.indexOf(body, lineStart), 0) + before + 1;
}

export function isEmptySql(sql: string): boolean {
  return splitStatements(sql).length === 0;
}
