import { chmod, lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

/** Makes the server's user the only one who can read the data, as Postgres requires. */
export async function changeOwner(path: string, runAs: RunAs | undefined): Promise<void> {
  const found = await lstat(path);
  if (runAs) await lchown(path, runAs.uid, runAs.gid);
  if (found.isSymbolicLink()) return;
  await chmod(path, found.isDirectory() ? 0o700 : 0o600);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await changeOwner(join(path, name), runAs);
}

/** Changes the owner of folders that root has copied here, because Postgres does not run as root. */
export async function changeOwnerFromRoot(folders: string[], runAs: RunAs | undefined): Promise<void> {
  if (!runAs) return;
  for (const folder of folders) {
    if ((await lstat(folder)).uid === 0) await changeOwner(folder, runAs);
  }
}
