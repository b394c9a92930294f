import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FunctionHome, makeFolder } from '../deno/function-user.ts';

/** A folder for sockets that only the functions' user can enter. */
export interface SocketFolder {
  path: string;
  remove(): Promise<void>;
}

// The system limits the path of a socket to about 104 bytes.
const maxSocketPath = 100;
const longestName = `${2 ** 22}-100000.control`;

/** Beside the code, or, if that path is too long, a folder with a random name. */
export async function openSocketFolder({ folder, runAs }: FunctionHome): Promise<SocketFolder> {
  const beside = join(folder, 'run');
  if (Buffer.byteLength(join(beside, longestName)) <= maxSocketPath) {
    await makeFolder(beside, 0o700, runAs);
    await removeAbandoned(beside);
    return { path: beside, remove: () => removeOf(process.pid, beside) };
  }
  const path = await mkdtemp(join(tmpdir().length < 40 ? tmpdir() : '/tmp', 'porchlight-functions-'));
  await makeFolder(path, 0o700, runAs);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Sockets of processes that were killed. Their names begin with the process. */
async function removeAbandoned(folder: string): Promise<void> {
  const pids = new Set((await readdir(folder)).map((name) => Number.parseInt(name, 10)));
  for (const pid of pids) if (!isRunning(pid)) await removeOf(pid, folder);
}

async function removeOf(pid: number, folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(`${pid}-`)) await rm(join(folder, name), { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
