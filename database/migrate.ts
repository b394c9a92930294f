import type { Database } from './database.ts';
import { DatabaseStartError } from './errors.ts';
import type { Log } from './log.ts';
import { type MigrationFile, type MigrationSet, readMigrationFiles } from './migration-files.ts';
import {
  type Applied,
  isJournalReady,
  prepareJournal,
  readApplied,
  recordApplied,
  takeTurn,
} from './migration-journal.ts';
import { refuseTransactionControl, runSqlFile, untilAlone } from './run-sql-file.ts';

type Migratable = Pick<Database, 'sql' | 'transaction'>;

/**
 * Applies what is new in each set, in order. Every file is one transaction together with the record of it, so a process
 * that is killed leaves either all of a file or nothing of it, and the next start goes on from there.
 */
export async function migrate(database: Migratable, sets: MigrationSet[], log: Log): Promise<void> {
  if (!(await isJournalReady(database.sql))) {
    await database.transaction(async (inside) => {
      await takeTurn(inside);
      await prepareJournal(inside);
    });
  }
  for (const set of sets) await migrateSet(database, set, log);
}

async function migrateSet(database: Migratable, set: MigrationSet, log: Log): Promise<void> {
  const files = await readMigrationFiles(set);
  const applied = await readApplied(database.sql, set.kind);
  refuseUnknown(set, files, applied, log);
  for (const file of files) {
    if (applied.get(file.version) === undefined) await untilAlone(() => applyOnce(database, set, file, log));
    else refuseChanged(file, applied.get(file.version));
  }
}

async function applyOnce(
  database: Migratable,
  set: MigrationSet,
  file: MigrationFile,
  log: Log,
): Promise<void> {
  refuseTransactionControl(file);
  await database.transaction(async (inside) => {
    await takeTurn(inside);
    // Another process may have been here while we waited.
    const applied = await readApplied(inside, set.kind);
    if (applied.get(file.version) !== undefined) return refuseChanged(file, applied.get(file.version));
    if (!applied.has(file.version)) {
      await runSqlFile(inside, file);
      log({ level: 'info', message: `Applied ${file.version}_${file.name}.` });
    }
    await recordApplied(inside, set.kind, file);
  });
}

function refuseChanged(file: MigrationFile, checksum: string | undefined): void {
  if (checksum === file.checksum) return;
  throw new DatabaseStartError(
    `${file.path} was changed after it had been applied. Restore its text, and write the change into a new file.`,
  );
}

function refuseUnknown(set: MigrationSet, files: MigrationFile[], applied: Applied, log: Log): void {
  const known = new Set(files.map((file) => file.version));
  const unknown = [...applied.keys()].filter((version) => !known.has(version));
  if (unknown.length === 0) return;
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
