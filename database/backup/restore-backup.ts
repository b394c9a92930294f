import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseDatabaseUrl } from '../connection-target.ts';
import { changeOwner } from '../embedded/change-owner.ts';
import { type ClusterLocation, chooseLocation, reachableRoot } from '../embedded/cluster-location.ts';
import { makeClusterFolders } from '../embedded/initialise.ts';
import { takeOwnership } from '../embedded/owner-file.ts';
import { executeRestore, finishRestore, type Move } from '../embedded/pending-restore.ts';
import { majorVersion } from '../embedded/platform-package.ts';
import { copyVaultKey } from '../embedded/vault-key.ts';
import { DatabaseStartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { copyDataFiles, listDataFiles, removeUnnamedFiles, storedFiles } from './data-files.ts';
import { readManifest } from './manifest.ts';
import type { BackupWatch } from './progress.ts';
import { loadDump } from './server-dump.ts';
import { verifyCluster } from './verify-cluster.ts';

export interface RestoreOptions {
  from: string;
  dataFolder: string;
  databaseUrl?: string;
  /** Replaces existing data, which is moved aside, not deleted. */
  force: boolean;
  log: Log;
}

/** Refuses what `restoreBackup` would refuse of the data folder, before a backup is fetched for it. */
export async function requireReplaceable({
  dataFolder,
  force,
  log,
}: Pick<RestoreOptions, 'dataFolder' | 'force' | 'log'>): Promise<void> {
  const location = await chooseLocation(dataFolder, reachableRoot, log);
  const ownership = await takeOwnership(location, { host: '127.0.0.1', port: 1 });
  ownership.release();
  await refuseToReplace(location, resolve(dataFolder), force);
}

/** Restores a backup. Nothing that exists is changed until everything is prepared and was opened once. */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const from = resolve(options.from);
  const dataFolder = resolve(options.dataFolder);
  const { databaseUrl, force, log } = options;
  const manifest = await readManifest(from);
  if ((manifest.kind === 'dump') !== (databaseUrl !== undefined)) {
    throw new DatabaseStartError(
      manifest.kind === 'dump'
        ? `${from} was made from a Postgres server. Set DATABASE_URL to the server it should be restored to.`
        : `${from} was made from the embedded database. Unset DATABASE_URL to restore it.`,
    );
  }
  if (manifest.kind === 'cluster' && manifest.postgres !== majorVersion) {
    throw new DatabaseStartError(
      `${from} holds PostgreSQL ${manifest.postgres}; this program brings ${majorVersion}.`,
    );
  }

  const location = await chooseLocation(dataFolder, reachableRoot, log);
  const ownership = await takeOwnership(location, { host: '127.0.0.1', port: 1 });
  const aside = `before-restore-${new Date().toISOString().replaceAll(':', '-')}`;
  const mark = randomBytes(6).toString('hex');
  const drafts = [
    join(location.home, `restore.new-${mark}`),
    join(dataFolder, `restore.new-${mark}-files`),
  ] as const;
  try {
    await finishRestore(location.home);
    await refuseToReplace(location, dataFolder, force);
    const moves = await prepareFiles(from, dataFolder, drafts[1], join(dataFolder, aside));
    let named: Set<string> | undefined;
    if (manifest.kind === 'cluster') {
      const { prepared, files } = await prepareCluster(location, from, drafts[0], { log });
      moves.unshift({ prepared, target: location.cluster, aside: join(location.home, aside, 'postgres') });
      named = files;
    }
    if (databaseUrl) named = await loadDump(parseDatabaseUrl(databaseUrl), from, force, log);
    if (named) await removeUnnamedFiles(drafts[1], named);
    await executeRestore(location.home, moves);
  } finally {
    for (const draft of drafts) await rm(draft, { recursive: true, force: true });
    ownership.release();
  }
}

async function refuseToReplace(location: ClusterLocation, dataFolder: string, force: boolean): Promise<void> {
  const found = [
    ...(existsSync(location.cluster) ? [location.cluster] : []),
    ...(await listDataFiles(dataFolder)),
  ];
  if (found.length === 0 || force) return;
  throw new DatabaseStartError(
    `${dataFolder} holds data already (${found.join(', ')}). Add --force to replace it; what is there is kept aside.`,
  );
}

async function prepareFiles(from: string, dataFolder: string, draft: string, aside: string): Promise<Move[]> {
  const names = await listDataFiles(join(from, 'files'));
  await copyDataFiles(join(from, 'files'), names, draft);
  // Moved also when the backup has no files: the stored files belong to the database that is moved aside.
  if (!names.includes(storedFiles)) {
    await mkdir(join(draft, storedFiles), { mode: 0o700 });
    names.push(storedFiles);
  }
  return names.map((name) => ({
    prepared: join(draft, name),
    target: join(dataFolder, name),
    aside: join(aside, name),
  }));
}

/** Copies the database of a backup to a draft and reads all of it. */
export async function prepareCluster(
  location: ClusterLocation,
  from: string,
  draft: string,
  { log, ...watch }: { log: Log } & BackupWatch,
) {
  await mkdir(draft);
  await chmod(draft, 0o711);
  const cluster = join(draft, 'postgres');
  await makeClusterFolders(cluster, location);
  const filter = () => {
    watch.signal?.throwIfAborted();
    return true;
  };
  await cp(join(from, 'postgres', 'data'), join(cluster, 'data'), { recursive: true, filter });
  await cp(join(from, 'postgres', 'password'), join(cluster, 'password'));
  await copyVaultKey(join(from, 'postgres'), cluster);
  await changeOwner(join(cluster, 'data'), location.runAs);
  const contents = await verifyCluster(draft, location.home, log, watch);
  return { prepared: cluster, ...contents };
}
