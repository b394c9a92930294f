/**
 * Files without an object (porchlight.unclaimed_files): files that are being written have a lease, files that are due are removed. A file
 * that a crash leaves is due when its lease of two minutes has ended, or at the next start if this is the only process.
 */

import type { Connections } from '../../../database/database.ts';
import { DatabaseFull } from '../../../database/errors.ts';
import type { Log } from '../../../database/log.ts';
import type { FileStore } from './file-store.ts';

export interface UnclaimedFiles {
  /** Registers a file before its first byte is written. Its lease is renewed until `release`. */
  hold(version: string): Promise<void>;
  /** Ends the lease: the file has become an object, or it is not wanted and is removed soon. */
  release(version: string, isWanted: boolean): Promise<void>;
  /** Removes due files in the background. */
  sweepSoon(): void;
  close(): Promise<void>;
}

export interface UnclaimedFilesOptions {
  database: Pick<Connections, 'sql'>;
  files: FileStore;
  /** No other process writes files for this database, so no lease is in use at the start. */
  isOnlyProcess: boolean;
  log: Log;
}

const renewEveryMs = 30_000;
const sweepEveryMs = 300_000;
const batchSize = 100;

export function startUnclaimedFiles({
  database,
  files,
  isOnlyProcess,
  log,
}: UnclaimedFilesOptions): UnclaimedFiles {
  const { sql } = database;
  const held = new Set<string>();
  let isClosed = false;
  let sweeping: Promise<void> | undefined;
  let isSweepRequested = false;

  async function renew(): Promise<void> {
    if (held.size === 0) return;
    await sql`
      update porchlight.unclaimed_files set due_at = now() + interval '2 minutes'
      where version = any(${[...held]}) and not removing`;
  }

  async function expireEarlierFiles(): Promise<void> {
    await sql`
      update porchlight.unclaimed_files u set due_at = now()
      where not exists (select from porchlight.resumable_uploads r where r.id::text = u.version)`;
  }

  async function sweep(): Promise<void> {
    await sql`delete from porchlight.resumable_uploads where expires_at < now()`;
    for (let removed = batchSize; removed === batchSize && !isClosed; ) removed = await removeBatch();
  }

  /** While a backup copies the files, every file that its copy of the database names must stay: see database/backup. */
  async function removeBatch(): Promise<number> {
    const due = await sql<{ version: string }[]>`
      update porchlight.unclaimed_files set removing = true, due_at = now() + interval '5 minutes'
      where version in (
        select version from porchlight.unclaimed_files
        where due_at <= now() and not porchlight.is_backup_running()
        order by due_at limit ${batchSize} for update skip locked)
      returning version`;
    for (const { version } of due) {
      await files.remove(version);
      await sql`delete from porchlight.unclaimed_files where version = ${version}`;
    }
    return due.length;
  }

  function sweepSoon(): void {
    if (isClosed) return;
    if (sweeping) {
      isSweepRequested = true;
      return;
    }
    sweeping = sweep()
      .catch((error: unknown) => {
        // The database logs a full disk, once.
        if (!isClosed && !(error instanceof DatabaseFull))
          log({ level: 'warn', message: 'Unused files could not be removed yet', error: String(error) });
      })
      .finally(() => {
        sweeping = undefined;
        if (!isSweepRequested) return;
        isSweepRequested = false;
        sweepSoon();
      });
  }

  const timers = [
    setInterval(() => renew().catch(() => {}), renewEveryMs).unref(),
    setInterval(sweepSoon, sweepEveryMs).unref(),
  ];
  const started = (isOnlyProcess ? expireEarlierFiles() : Promise.resolve())
    .catch(() => {})
    .finally(sweepSoon);

  return {
    async hold(version) {
      await started;
      await sql`
        insert into porchlight.unclaimed_files (version, due_at) values (${version}, now() + interval '2 minutes')`;
      held.add(version);
    },
    async release(version, isWanted) {
      held.delete(version);
      if (isWanted) return;
      await sql`update porchlight.unclaimed_files set due_at = now() where version = ${version}`.catch(
        () => {},
      );
      sweepSoon();
    },
    sweepSoon,
    async close() {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      await started;
      await sweeping;
    },
  };
}
