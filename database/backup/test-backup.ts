import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDatabaseUrl } from '../connection-target.ts';
import { writeDurably } from '../durable-files.ts';
import { chooseLocation, reachableRoot } from '../embedded/cluster-location.ts';
import { majorVersion } from '../embedded/platform-package.ts';
import { DatabaseStartError } from '../errors.ts';
import type { BackupOptions } from './make-backup.ts';
import { manifestPath, readManifest } from './manifest.ts';
import { prepareCluster } from './restore-backup.ts';
import { readDump } from './server-dump.ts';

/**
 * Reads all of a backup as a restore would: the database is copied, opened by a separate server, and every row is read; a dump is unpacked.
 * The backup notes when. Throws what is wrong with it.
 */
export async function testBackup(options: BackupOptions & { from: string }): Promise<void> {
  const { from, dataFolder, databaseUrl, log, signal, onProgress } = options;
  const manifest = await readManifest(from);
  if (manifest.kind === 'dump') {
    if (databaseUrl === undefined)
      throw new DatabaseStartError(
        `${from} was made from a Postgres server and is tested with DATABASE_URL.`,
      );
    await readDump(parseDatabaseUrl(databaseUrl), from, signal);
  } else {
    if (manifest.postgres !== majorVersion)
      throw new DatabaseStartError(
        `${from} holds PostgreSQL ${manifest.postgres}; this program brings ${majorVersion}.`,
      );
    const location = await chooseLocation(dataFolder, reachableRoot, log);
    const draft = join(location.home, `restore.new-${randomBytes(6).toString('hex')}`);
    try {
      const watch = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
      const { tables } = await prepareCluster(location, from, draft, { log, ...watch });
      if (tables !== (manifest.tables ?? tables))
        throw new DatabaseStartError(
          `${from} had ${manifest.tables} tables when it was made, and has ${tables} now.`,
        );
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  const tested = { ...manifest, tested: new Date().toISOString() };
  await writeDurably(manifestPath(from), `${JSON.stringify(tested, undefined, 2)}\n`);
}
