import { randomBytes } from 'node:crypto';
import { chmod, copyFile, cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type ConnectionTarget, parseDatabaseUrl } from '../connection-target.ts';
import { openConnection } from '../driver/connection.ts';
import { noTimeLimits } from '../driver/open-client.ts';
import { makeDurableFolder, renameDurably, writeDurably } from '../durable-files.ts';
import { clusterFiles } from '../embedded/cluster-files.ts';
import {
  type ClusterLocation,
  chooseLocation,
  findLocation,
  reachableRoot,
} from '../embedded/cluster-location.ts';
import { makeClusterFolders } from '../embedded/initialise.ts';
import { findOwner } from '../embedded/owner-file.ts';
import { targetOf } from '../embedded/owner-target.ts';
import { majorVersion } from '../embedded/platform-package.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { copyVaultKey } from '../embedded/vault-key.ts';
import { DatabaseStartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { copyCluster } from './copy-cluster.ts';
import { copyDataFiles, listDataFiles } from './data-files.ts';
import { backupFolder, nameOfBackup, sizeOfFolder } from './list-backups.ts';
import { formatManifest, type Manifest, manifestPath } from './manifest.ts';
import type { BackupWatch } from './progress.ts';
import { dumpServer } from './server-dump.ts';
import { verifyCluster } from './verify-cluster.ts';

export interface BackupOptions extends BackupWatch {
  dataFolder: string;
  databaseUrl?: string;
  /** The target folder; it must not exist. */
  to?: string;
  /** Stores a finished backup elsewhere, in place of `to`: the folder is removed after it. Returns the address. */
  store?(folder: string, name: string): Promise<string>;
  log: Log;
}

const draftPrefix = 'backup.new-';

/** Copies the database and all files while the site runs, opens the copy, and returns its path. */
export async function makeBackup(options: BackupOptions): Promise<string> {
  const { dataFolder, databaseUrl, log } = options;
  await requireState(dataFolder, databaseUrl);
  const created = new Date().toISOString();
  const name = nameOfBackup(created);
  const location = await chooseLocation(dataFolder, reachableRoot, log);
  await removeOldDrafts(location.home);
  const draft = join(location.home, `${draftPrefix}${randomBytes(6).toString('hex')}`);
  await mkdir(draft);
  await chmod(draft, 0o711);
  const running = databaseUrl ? parseDatabaseUrl(databaseUrl) : await findRunning(location);
  const resumeFileRemoval = running && (await pauseFileRemoval(running, log));
  try {
    const described = databaseUrl
      ? await dumpServer(parseDatabaseUrl(databaseUrl), draft, options)
      : {
          kind: 'cluster' as const,
          postgres: majorVersion,
          ...(await copyAndVerify(location, draft, options)),
        };
    // Copied after the database: every file that its rows name exists by then.
    await copyDataFiles(dataFolder, await listDataFiles(dataFolder), join(draft, 'files'), options);
    options.signal?.throwIfAborted();
    const bytes = await sizeOfFolder(draft);
    const tested = new Date().toISOString();
    const manifest: Manifest = { format: 1, created, ...described, bytes, tested };
    await writeDurably(manifestPath(draft), formatManifest(manifest));
    await chmod(draft, 0o700);
    if (options.store) return await options.store(draft, name);
    const to = resolve(options.to ?? join(backupFolder(dataFolder), name));
    await moveInto(draft, to);
    return to;
  } finally {
    await resumeFileRemoval?.();
    await rm(draft, { recursive: true, force: true });
  }
}

/** Refuses a folder that no site has used: the backup would be empty without notice. */
async function requireState(dataFolder: string, databaseUrl: string | undefined): Promise<void> {
  const remedy = 'Set DATA_DIR to the folder that the site uses.';
  if (databaseUrl === undefined && !findLocation(dataFolder)) {
    throw new DatabaseStartError(`${resolve(dataFolder)} holds no database. ${remedy}`);
  }
  // The keys are in the folder even when the database is elsewhere.
  if (databaseUrl !== undefined && (await listDataFiles(dataFolder)).length === 0) {
    throw new DatabaseStartError(`${resolve(dataFolder)} holds neither keys nor files. ${remedy}`);
  }
}

/** Finds the server of a running site. */
async function findRunning(location: ClusterLocation): Promise<ConnectionTarget | undefined> {
  const owner = await findOwner(location);
  return owner && targetOf(location, { host: owner.serverHost, port: owner.serverPort });
}

/** Removes drafts of killed backups; a recent one may still be running. */
async function removeOldDrafts(home: string): Promise<void> {
  const dayAgo = Date.now() - 24 * 60 * 60 * 1000;
  for (const name of await readdir(home)) {
    const path = join(home, name);
    if (!name.startsWith(draftPrefix) || (await stat(path)).mtimeMs > dayAgo) continue;
    await rm(path, { recursive: true, force: true });
  }
}

async function copyAndVerify(location: ClusterLocation, draft: string, options: BackupOptions) {
  const { dataFolder, log } = options;
  const cluster = join(draft, 'postgres');
  await makeClusterFolders(cluster, location);
  const running = await findRunning(location);
  const server = running ? undefined : await startEmbedded({ dataFolder, log });
  try {
    const target = running ?? server?.target;
    if (!target) throw new Error('There is no server to copy from.');
    const to = join(cluster, 'data');
    await copyCluster({ target, from: location.data, to, runAs: location.runAs, log, watch: options });
    await copyFile(clusterFiles(location.cluster).password, clusterFiles(cluster).password);
    await copyVaultKey(location.cluster, cluster);
  } finally {
    await server?.stop();
  }
  const { tables, rows, ownRows } = await verifyCluster(draft, location.home, log, options);
  // Files that only the verification needs.
  for (const name of await readdir(draft)) {
    if (name !== 'postgres') await rm(join(draft, name), { recursive: true });
  }
  return { tables, rows, ownRows };
}

/** Gives the backup its final name when it is complete. Another disk needs a copy. */
export async function moveInto(draft: string, to: string): Promise<void> {
  await makeDurableFolder(dirname(to), 0o700);
  try {
    await renameDurably(draft, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') {
      throw new DatabaseStartError(`${to} exists already. Name a folder that does not.`, { cause: error });
    }
    if (code !== 'EXDEV') throw error;
    const partial = `${to}.partial`;
    try {
      await cp(draft, partial, { recursive: true, preserveTimestamps: true });
      await renameDurably(partial, to);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
}

/**
 * Until the returned function is called, the site removes no stored file (porchlight.is_backup_running): the files that the copied database
 * names must still exist when they are copied. If the backup dies, the lock ends with its connection.
 */
async function pauseFileRemoval(target: ConnectionTarget, log: Log): Promise<() => Promise<void>> {
  const onWarning = (message: string) => log({ level: 'warn', message });
  const connection = await openConnection(target, noTimeLimits, { onWarning });
  try {
    await connection.script('select pg_advisory_lock_shared(8046, 1)');
    return async () => connection.destroy();
  } catch (error) {
    connection.destroy();
    throw error;
  }
}
