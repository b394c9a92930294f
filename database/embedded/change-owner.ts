import { chmod, lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

/** Postgres wants to own its data and to be the only one who can read it. */
export async function changeOwner(path: string, runAs: RunAs | undefined): Promise<void> {
  const found = await lstat(path);
  if (runAs) await lchown(path, runAs.uid, runAs.gid);
  if (found.isSymbolicLink()) return;
  await chmod(path, found.isDirectory() ? 0o700 : 0o600);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await changeOwner(join(path, name), runAs);
}

/** What root copied here belongs to root, whom Postgres does not run as. */
export async function changeOwnerFromRoot(folders: string[], runAs: RunAs | undefined): Promise<void> {
  if (!runAs) return;
  for (const folder of folders) {
    if ((await lstat(folder)).uid === 0) await changeOwner(folder, runAs);
  }
}
