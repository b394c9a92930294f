import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, copyFile, link, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { canReach, type RunAs } from '../../../database/embedded/run-as.ts';
import type { Log } from '../../../database/log.ts';

/** Where functions run, and as which user. Everything in the folder can be made again. */
export interface FunctionHome {
  folder: string;
  /** Downloaded modules. */
  modules: string;
  /** Copies of the functions' code. */
  snapshots: string;
  deno: string;
  /** The program that Deno runs; it imports the function. */
  runtime: string;
  runAs: RunAs | undefined;
}

/** A user without a name, files or processes: `nobody` may be the user of Postgres. */
const functionUser: RunAs = { uid: 65_532, gid: 65_532, name: 'user 65532' };
const reachableRoot = '/var/lib/porchlight';
// One text with its folder: the package renames such texts with the file (package/compile.ts).
const runtimeFile = join(import.meta.dirname, '../runtime/run-function.ts');

/** Functions of root run as a user of their own, in a folder that this user can enter. Any other user runs them as themselves. */
export async function prepareHome(options: {
  dataFolder: string;
  deno: string;
  log: Log;
}): Promise<FunctionHome> {
  const { folder, runAs } = await chooseFolder(options);
  const modules = join(folder, 'modules');
  const snapshots = join(folder, 'code');
  await makeFolder(modules, 0o700, runAs);
  await makeFolder(snapshots, 0o711);
  const isReachable = runAs === undefined || canReach(runAs, options.deno);
  return {
    folder,
    modules,
    snapshots,
    runAs,
    deno: isReachable ? options.deno : await bringDeno(options.deno, folder),
    runtime: await copyRuntime(folder),
  };
}

async function chooseFolder({
  dataFolder,
  log,
}: {
  dataFolder: string;
  log: Log;
}): Promise<Pick<FunctionHome, 'folder' | 'runAs'>> {
  const beside = join(resolve(dataFolder), 'functions');
  await makeFolder(beside, 0o711);
  if (process.getuid?.() !== 0) return { folder: beside, runAs: undefined };
  try {
    if (canReach(functionUser, beside)) return { folder: beside, runAs: functionUser };
  } catch {
    const message = 'Functions run as root, because this process may not start others as another user.';
    log({ level: 'warn', message: `${message} Start it as another user.` });
    return { folder: beside, runAs: undefined };
  }
  const folder = join(reachableRoot, `functions-${digest(beside)}`);
  await makeFolder(folder, 0o711);
  return { folder, runAs: functionUser };
}

export async function makeFolder(path: string, mode: number, owner?: RunAs): Promise<void> {
  await mkdir(path, { recursive: true });
  // Whatever the umask of this process.
  await chmod(path, mode);
  if (owner) await chown(path, owner.uid, owner.gid);
}

/** The folder of the program is out of reach. */
async function bringDeno(deno: string, folder: string): Promise<string> {
  const { mtimeMs, size } = await stat(deno);
  const path = join(folder, `${digest(`${mtimeMs} ${size}`)}-${basename(deno)}`);
  if (await stat(path).catch(() => undefined)) return path;
  const draft = `${path}.${randomUUID()}`;
  await link(deno, draft).catch(() => copyFile(deno, draft));
  await chmod(draft, 0o755);
  await rename(draft, path);
  return path;
}

/** Its name is that of its content: processes of another version keep theirs. */
async function copyRuntime(folder: string): Promise<string> {
  const text = await readFile(runtimeFile, 'utf8');
  const path = join(folder, `${digest(text)}-${basename(runtimeFile)}`);
  if (!(await stat(path).catch(() => undefined))) {
    await writeReadable(path, text);
  }
  return path;
}

/** Written whole, for every user to read. */
export async function writeReadable(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text);
  await chmod(draft, 0o644);
  await rename(draft, path);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
