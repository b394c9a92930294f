import { constants } from 'node:fs';
import { chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionTarget } from '../connection-target.ts';
import type { RunAs } from '../embedded/run-as.ts';
import { DatabaseStartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { openPool } from '../pool.ts';
import type { BackupWatch } from './progress.ts';

// Files that a server creates at its start, or that belong to the running server.
const emptied = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
];
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*|pg_control)$/;

/**
 * Copies the data of a running server by the base backup protocol of Postgres: between pg_backup_start and pg_backup_stop files may change,
 * and the WAL, copied last, makes them consistent.
 */
export async function copyCluster(options: {
  target: ConnectionTarget;
  from: string;
  to: string;
  runAs: RunAs | undefined;
  log: Log;
  watch?: BackupWatch;
}): Promise<void> {
  const { target, from, to, runAs, log, watch = {} } = options;
  const { sql, end } = openPool(target, log);
  try {
    // The replication slot keeps WAL from being recycled during the copy; it ends with the connection.
    await sql`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`;
    const [begin] = await sql<{ segment: string }[]>`
      select pg_walfile_name(pg_backup_start('porchlight', true)) as segment`;
    const [size] = await sql<
      { bytes: string }[]
    >`select sum(pg_database_size(oid)) as bytes from pg_database`;
    const onCopied = countBytes(Number(size?.bytes ?? 0), watch);
    await copyFolder(from, to, '', { runAs, onCopied });
    await copyOwned(join(from, 'global', 'pg_control'), join(to, 'global', 'pg_control'), runAs);
    const [end] = await sql<{ segment: string; label: string }[]>`
      select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(false)`;
    if (!begin || !end) throw new Error('Postgres did not mark the backup.');
    await copyLog(from, to, { first: begin.segment, last: end.segment }, runAs);
    await writeFile(join(to, 'backup_label'), end.label, { mode: 0o600 });
    if (runAs) await chown(join(to, 'backup_label'), runAs.uid, runAs.gid);
  } finally {
    await end();
  }
}

/** Called after each file; throws when the work is stopped. */
type OnCopied = (path: string) => Promise<void>;

function countBytes(total: number, { signal, onProgress }: BackupWatch): OnCopied {
  let done = 0;
  return async (path) => {
    signal?.throwIfAborted();
    if (!onProgress) return;
    done += (await stat(path)).size;
    onProgress({ step: 'copy', done: Math.min(done, total), total });
  };
}

async function copyFolder(
  from: string,
  to: string,
  inside: string,
  work: { runAs: RunAs | undefined; onCopied: OnCopied },
): Promise<void> {
  const { runAs, onCopied } = work;
  for (const entry of await readdir(join(from, inside), { withFileTypes: true })) {
    const path = join(inside, entry.name);
    if (inside === 'pg_tblspc') {
      throw new DatabaseStartError(
        'This database has tablespaces, which are not part of a backup. Use pg_dump instead.',
      );
    }
    if (leftOut.test(entry.name)) continue;
    if (entry.isDirectory()) {
      await makeOwned(join(to, path), runAs);
      if (emptied.includes(path)) continue;
      await copyFolder(from, to, path, work);
    } else if (entry.isFile()) {
      await copyOwned(join(from, path), join(to, path), runAs)
        .then(() => onCopied(join(to, path)))
        .catch(ignoreVanished);
    }
  }
}

async function copyLog(
  from: string,
  to: string,
  { first, last }: { first: string; last: string },
  runAs: RunAs | undefined,
): Promise<void> {
  await makeOwned(join(to, 'pg_wal', 'archive_status'), runAs);
  for (const name of await readdir(join(from, 'pg_wal'))) {
    const isNeeded =
      name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
    if (isNeeded) await copyOwned(join(from, 'pg_wal', name), join(to, 'pg_wal', name), runAs);
  }
}

async function makeOwned(path: string, runAs: RunAs | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700, recursive: true });
  if (runAs) await chown(path, runAs.uid, runAs.gid);
}

async function copyOwned(from: string, to: string, runAs: RunAs | undefined): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  if (runAs) await chown(to, runAs.uid, runAs.gid);
}

/** A table was dropped during the copy; the WAL contains that. */
function ignoreVanished(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
