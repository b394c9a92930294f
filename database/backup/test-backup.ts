import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDatabaseUrl } from '../connection-target.ts';
import { writeDurably } from '../durable-files.ts';
import { chooseLocation, reachableRoot } from '../embedded/cluster-location.ts';
import { majorVersion } from '../embedded/platform-package.ts';
import { DatabaseStartError } from '../errors.ts';
import { sizeOfFolder } from './list-backups.ts';
import type { BackupOptions } from './make-backup.ts';
import { formatManifest, manifestPath, readManifest } from './manifest.ts';
import { prepareCluster } from './restore-backup.ts';
import { readDump } from './server-dump.ts';

/**
 * Reads all of a backup as a restore would: the database is copied, opened by a separate server, and every row is read; a dump is unpacked.
 * The backup notes when. Throws what is wrong with it.
 */
export async function testBackup(options: BackupOptions & { from: string }): Promise<void> {
  const { from, dataFolder, databaseUrl, log, signal, onProgress } = options;
  const manifest = await readManifest(from);
  const manifestBytes = (await stat(manifestPath(from))).size;
  requireSame(from, 'bytes', { made: manifest.bytes, now: (await sizeOfFolder(from)) - manifestBytes });
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
      const found = await prepareCluster(location, from, draft, { log, ...watch });
      for (const what of ['tables', 'ownRows'] as const)
        requireSame(from, what, { made: manifest[what], now: found[what] });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  const tested = { ...manifest, tested: new Date().toISOString() };
  await writeDurably(manifestPath(from), formatManifest(tested));
}

/** Older backups do not have all figures. */
function requireSame(from: string, what: string, { made, now }: { made: number | undefined; now: number }) {
  if (made === undefined || made === now) return;
  throw new DatabaseStartError(
    `${from} had ${made} ${what === 'ownRows' ? 'rows' : what} when it was made, and has ${now} now. Do not rely on it: make another one.`,
  );
}
