import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseStartError } from '../errors.ts';
import { clusterFiles, writeSettings } from './cluster-files.ts';
import type { Place } from './place.ts';
import { serverEnvironment, spawnAs } from './run-as.ts';
import { programName, type Runtime } from './runtime-files.ts';

const draftPrefix = 'postgres.new-';
const isDraft = (name: string) => /^(postgres|restore)\.new-/.test(name);

/** Makes a new, empty cluster. It is built under another name and renamed when complete, so it exists whole or not at all. */
export async function initialiseCluster(place: Place, runtime: Runtime): Promise<void> {
  await removeDrafts(place.home);
  if (existsSync(place.data)) return;
  const draft = join(place.home, `${draftPrefix}${randomBytes(6).toString('hex')}`);
  const data = join(draft, 'data');
  await makeClusterFolders(draft, place);

  const password = randomBytes(24).toString('base64url');
  const passwordForInit = join(draft, 'password-for-initdb');
  await writeFile(clusterFiles(draft).password, password, { mode: 0o600 });
  await writeFile(passwordForInit, password, { mode: 0o600 });
  if (place.runAs) await chown(passwordForInit, place.runAs.uid, place.runAs.gid);

  await runInitdb(place, runtime, data, passwordForInit);
  await rm(passwordForInit);
  await writeSettings(draft);
  await rename(draft, place.cluster);
  await syncFolder(place.home);
}

/** The folder of a cluster, with the two parts in it that belong to the server's user. */
export async function makeClusterFolders(cluster: string, place: Place): Promise<void> {
  await mkdir(cluster);
  await chmod(cluster, place.runAs ? 0o711 : 0o700);
  for (const folder of [join(cluster, 'data'), clusterFiles(cluster).sockets]) {
    await mkdir(folder, { mode: 0o700 });
    if (place.runAs) await chown(folder, place.runAs.uid, place.runAs.gid);
  }
}

/** What a start or a restore that was killed left unfinished. */
async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!isDraft(name)) continue;
    // Its initdb may still be running; what cannot be removed now is removed by a later start.
    await rm(join(home, name), { recursive: true, force: true }).catch(() => {});
  }
}

function runInitdb(place: Place, runtime: Runtime, data: string, passwordFile: string): Promise<void> {
  const options = [
    ['--pgdata', data],
    ['--username', 'postgres'],
    ['--auth', 'scram-sha-256'],
    ['--pwfile', passwordFile],
    ['--encoding', 'UTF8'],
    ['--locale', 'C'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    // The password has 192 random bits: repeating its hash thousands of times protects nothing and slows every connection.
    ['--set', 'scram_iterations=64'],
  ];
  const args = [...options.flat(), '--data-checksums', '--no-instructions'];
  return new Promise((resolve, reject) => {
    const child = spawn(join(runtime.bin, programName('initdb')), args, {
      ...spawnAs(place.runAs),
      env: serverEnvironment(runtime.env),
      cwd: place.home,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const fail = (reason: string) =>
      reject(new DatabaseStartError(`A new database could not be made in ${place.home}: ${reason}`));
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) =>
      code === 0 ? resolve() : fail(output.trim() || `initdb ended with ${code}`),
    );
  });
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
