import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { renameDurably, writeDurably } from '../durable-files.ts';
import { DatabaseStartError } from '../errors.ts';
import { clusterFiles, createPassword, writeSettings } from './cluster-files.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { runProgram } from './run-program.ts';
import type { Runtime } from './runtime-files.ts';

const draftPrefix = 'postgres.new-';
const isDraft = (name: string) => /^(postgres|restore)\.new-/.test(name);

/** Creates an empty cluster. It is built under a temporary name and renamed when complete. */
export async function initialiseCluster(location: ClusterLocation, runtime: Runtime): Promise<void> {
  await removeDrafts(location.home);
  if (existsSync(location.data)) return;
  const draft = join(location.home, `${draftPrefix}${randomBytes(6).toString('hex')}`);
  const data = join(draft, 'data');
  await makeClusterFolders(draft, location);

  const password = createPassword();
  const passwordForInit = join(draft, 'password-for-initdb');
  await writeDurably(clusterFiles(draft).password, password);
  await writeDurably(passwordForInit, password);
  if (location.runAs) await chown(passwordForInit, location.runAs.uid, location.runAs.gid);

  await runInitdb(location, runtime, data, passwordForInit);
  await rm(passwordForInit);
  await writeSettings(draft);
  await renameDurably(draft, location.cluster);
}

/** Creates the folder of a cluster, with the two subfolders that belong to the server's user. */
export async function makeClusterFolders(cluster: string, location: ClusterLocation): Promise<void> {
  await mkdir(cluster);
  await chmod(cluster, location.runAs ? 0o711 : 0o700);
  for (const folder of [join(cluster, 'data'), clusterFiles(cluster).sockets])
    await makeServerFolder(folder, location);
}

/** Creates a folder that belongs to the server's user. */
export async function makeServerFolder(folder: string, { runAs }: ClusterLocation): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (runAs) await chown(folder, runAs.uid, runAs.gid);
}

/** Removes drafts of killed starts and restores. */
async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!isDraft(name)) continue;
    // Its initdb may still be running; a later start removes what cannot be removed now.
    await rm(join(home, name), { recursive: true, force: true }).catch(() => {});
  }
}

function runInitdb(
  location: ClusterLocation,
  runtime: Runtime,
  data: string,
  passwordFile: string,
): Promise<void> {
  const options = [
    ['--pgdata', data],
    ['--username', 'postgres'],
    ['--auth', 'scram-sha-256'],
    ['--pwfile', passwordFile],
    ['--encoding', 'UTF8'],
    ['--locale', 'C'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    // The password has 192 random bits: many hash iterations would protect nothing and slow down every connection.
    ['--set', 'scram_iterations=64'],
  ];
  const args = [...options.flat(), '--data-checksums', '--no-instructions'];
  return runProgram('initdb', args, { location, runtime }).catch((cause: Error) => {
    throw new DatabaseStartError(`A new database could not be made in ${location.home}: ${cause.message}`, {
      cause,
    });
  });
}
