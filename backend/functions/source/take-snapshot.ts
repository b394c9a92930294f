import { chmod, copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Copies the sources to a folder of their version. A process keeps its version while a newer one is started, and a user that cannot enter
 * the owner's folders can read it.
 */
export async function takeSnapshot(options: {
  from: string;
  files: readonly string[];
  /** The folder of all snapshots. */
  to: string;
  version: string;
}): Promise<string> {
  const target = join(options.to, options.version);
  const now = new Date();
  if (
    await utimes(target, now, now).then(
      () => true,
      () => false,
    )
  )
    return target;
  const draft = `${target}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await makeFolder(draft);
  for (const file of options.files) {
    const copy = join(draft, file);
    await makeFolder(dirname(copy));
    await copyFile(join(options.from, file), copy);
    await chmod(copy, 0o644);
  }
  // Another process may have done the same first.
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  return target;
}

/** Longer than any process runs. */
const keptMs = 3_600_000;

/** Removes the snapshots from which no process was started for long. Other processes of the site have the same folder. */
export async function removeSnapshots(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > keptMs) await rm(path, { recursive: true, force: true });
  }
}

/** Whatever the umask of this process: another user reads it. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}
