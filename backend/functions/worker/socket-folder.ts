import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeOf } from '../../../database/embedded/process-identity.ts';
import { type FunctionHome, makeFolder } from '../deno/function-user.ts';

/** A folder for sockets that only the functions' user can enter. */
export interface SocketFolder {
  path: string;
  remove(): Promise<void>;
}

// The system limits the path of a socket to about 104 bytes.
const maxSocketPath = 100;
const longestName = `${2 ** 22}-100000.control`;

// A data folder in memory is often there. Deno opens no socket below it.
const isBelowDevices = (path: string) => path.startsWith('/dev/');

/** Beside the code, or, if no socket can be there, a folder with a random name. */
export async function openSocketFolder({ folder, runAs }: FunctionHome): Promise<SocketFolder> {
  const beside = join(folder, 'run');
  if (Buffer.byteLength(join(beside, longestName)) <= maxSocketPath && !isBelowDevices(beside)) {
    await makeFolder(beside, 0o700, runAs);
    await removeAbandoned(beside);
    return { path: beside, remove: () => removeOf(process.pid, beside) };
  }
  const parent = tmpdir().length < 40 && !isBelowDevices(tmpdir()) ? tmpdir() : '/tmp';
  const path = await mkdtemp(join(parent, 'porchlight-functions-'));
  await makeFolder(path, 0o700, runAs);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Sockets of processes that were killed. Their names begin with the process. */
async function removeAbandoned(folder: string): Promise<void> {
  const pids = new Set((await readdir(folder)).map((name) => Number.parseInt(name, 10)));
  for (const pid of pids) if (startTimeOf(pid) === undefined) await removeOf(pid, folder);
}

async function removeOf(pid: number, folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(`${pid}-`)) await rm(join(folder, name), { force: true });
}
