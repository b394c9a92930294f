import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
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
  // A folder of its own: several functions of this process, and those of other processes, may be started at the same moment.
  const draft = await mkdtemp(`${target}.`);
  try {
    await chmod(draft, 0o755);
    for (const file of options.files) {
      const copy = join(draft, file);
      await makeFolder(dirname(copy));
      await copyFile(join(options.from, file), copy);
      await chmod(copy, 0o644);
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another one was first.
    if (!isTaken(error)) throw error;
  }
  return target;
}

/** Whether a folder could not be renamed because the new name exists. */
function isTaken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOTEMPTY' || code === 'EEXIST';
}

/** Longer than any process runs. */
const keptMs = 3_600_000;

/** Removes the snapshots from which no process was started for long. Other processes of the site have the same folder. */
export async function removeSnapshots(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // A draft may have become a snapshot meanwhile.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > keptMs) await rm(path, { recursive: true, force: true });
  }
}

/** Whatever the umask of this process: another user reads it. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}
