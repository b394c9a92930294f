import { basename } from 'node:path';
import { applySqlFile, type OneConnection } from './apply-sql-file.ts';
import type { TransactionSql } from './database.ts';
import { DatabaseStartError } from './errors.ts';
import { createPreinstalled, readOutdatedStandIns } from './extensions/create-stand-in.ts';
import { exposeQueues } from './extensions/expose-queues.ts';
import type { Log } from './log.ts';
import { type MigrationFile, type MigrationSet, readMigrationFiles } from './migration-files.ts';
import {
  type Applied,
  isJournalReady,
  lockMigrations,
  prepareJournal,
  readApplied,
  recordApplied,
} from './migration-journal.ts';
import { retryOnCollision, runOwnSqlFile } from './run-sql-file.ts';
import { splitStatements } from './split-statements.ts';

/**
 * Applies new files of each set in order. Each file and its record are one transaction, so a killed process leaves either all of a file or
 * nothing, and the next start continues.
 */
export async function migrate(database: OneConnection, sets: MigrationSet[], log: Log): Promise<void> {
  if (!(await isJournalReady(database.sql))) {
    await database.transaction(async (inside) => {
      await lockMigrations(inside);
      await prepareJournal(inside);
    });
  }
  for (const set of sets) await migrateSet(database, set, log);
}

export interface MigrationState {
  /** Names of files that the next start would apply. */
  pending: string[];
  /** The highest number of a file, or of a migration that was applied. */
  newest: number;
  /** Names of the files without their number. */
  names: ReadonlySet<string>;
}

/** What is in the folder, and what of it was applied. */
export async function readMigrationState(
  database: Pick<OneConnection, 'sql'>,
  set: MigrationSet,
): Promise<MigrationState> {
  const files = await readMigrationFiles(set, () => {});
  const applied = await readApplied(database.sql, set.kind);
  const pending = files.filter((file) => !applied.find(file) && splitStatements(file.text).length > 0);
  const numbers = [...files.map(({ version }) => version), ...applied.versions].map(Number);
  return {
    pending: pending.map(({ path }) => basename(path)),
    newest: numbers.reduce((one, other) => Math.max(one, other), 0),
    names: new Set(files.map(({ name }) => name)),
  };
}

async function migrateSet(database: OneConnection, set: MigrationSet, log: Log): Promise<void> {
  const files = await readMigrationFiles(set, log);
  const applied = await readApplied(database.sql, set.kind);
  refuseUnknown(set, files, applied, log);
  if (set.kind === 'site' && files.some((file) => !applied.find(file)))
    await database.transaction(async (inside) => {
      await lockMigrations(inside);
      await createPreinstalled(inside);
    });
  const outdated = set.kind === 'site' ? await readOutdatedStandIns(database.sql) : [];
  if (outdated.length > 0)
    await database.transaction(async (inside) => {
      await lockMigrations(inside);
      for (const text of outdated) await inside.script(text);
    });
  const done: string[] = [];
  try {
    for (const file of files) {
      const checksum = applied.find(file)?.checksum;
      if (checksum !== undefined) refuseChanged(file, checksum);
      // `supabase migration new` creates an empty file, which is written afterward.
      else if (splitStatements(file.text).length === 0) continue;
      else if (await retryOnCollision(() => applyOnce(database, set, file, log)))
        done.push(`${file.version}_${file.name}`);
    }
  } finally {
    logApplied(set, files, done, log);
  }
  if (set.exposesQueues) await exposeQueues(database);
}

/** Logs one line for all files: a first start applies dozens. */
function logApplied(set: MigrationSet, files: MigrationFile[], done: string[], log: Log): void {
  if (done.length === 0) return;
  const count = done.length === 1 ? '1 migration' : `${done.length} migrations`;
  const made = set.kind === 'own' ? 'The database is made' : 'The tables of the site are made';
  const message =
    done.length === files.length ? `${made} (${count}).` : `Applied ${count}, up to ${done.at(-1)}.`;
  log({ level: 'info', message, migrations: done });
}

/** Returns false when another process was first, or the file was applied before its checksum was recorded. */
async function applyOnce(
  database: OneConnection,
  set: MigrationSet,
  file: MigrationFile,
  log: Log,
): Promise<boolean> {
  const isApplied = async (sql: TransactionSql) => {
    // Another process may have applied it while we waited.
    const applied = (await readApplied(sql, set.kind)).find(file);
    if (applied === undefined) return false;
    if (applied.checksum === undefined) await recordApplied(sql, set.kind, file);
    else refuseChanged(file, applied.checksum);
    return true;
  };
  const record = (sql: TransactionSql) => recordApplied(sql, set.kind, file);
  if (set.kind === 'site') return applySqlFile(database, file, { isApplied, record, log });
  return database.transaction(async (sql) => {
    await lockMigrations(sql);
    if (await isApplied(sql)) return false;
    await runOwnSqlFile(sql, file);
    await record(sql);
    return true;
  });
}

function refuseChanged(file: MigrationFile, checksum: string): void {
  if (checksum === file.checksum) return;
  throw new DatabaseStartError(
    `${file.path} was changed after it had been applied. Restore its text, and write the change into a new file.`,
  );
}

function refuseUnknown(set: MigrationSet, files: MigrationFile[], applied: Applied, log: Log): void {
  const known = new Set(files.map((file) => file.version));
  const unknown = [...applied.versions].filter((version) => !known.has(version));
  if (unknown.length === 0) return;
  if (set.refusesOtherData && unknown.length === applied.versions.size) {
    throw new DatabaseStartError(
      `The database holds another project: it applied ${unknown.join(', ')}, and none of them is in ${set.folder}. ` +
        'Set DATA_DIR to a folder of its own, or delete the data if the project has replaced its migrations.',
    );
  }
  if (set.kind === 'own') {
    throw new DatabaseStartError(
      `This database was used by a newer version of the program (migration ${unknown.join(', ')}). ` +
        'Start that version, or restore a backup made before it.',
    );
  }
  log({
    level: 'warn',
    message: `Applied migrations without a file in ${set.folder}: ${unknown.join(', ')}. Either they were deleted there, or a newer version of the site applied them.`,
  });
}
