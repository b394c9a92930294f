import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
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
  if (await stat(target).catch(() => undefined)) return target;
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

/** Removes all snapshots but those in use. */
export async function removeSnapshots(folder: string, inUse: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (!inUse.has(name)) await rm(join(folder, name), { recursive: true, force: true });
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o755 });
}
