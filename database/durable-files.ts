/**
 * Files that must still be there, whole, after a power cut. A system that is cut off keeps names before contents: a file that was only
 * written and renamed may be found empty. So the contents are synced first, then the name is given, then the folder that holds it is synced.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export interface DurableOptions {
  mode?: number;
  /** A file that is there already stays as it is. */
  keepExisting?: boolean;
}

/** Writes a file whole or not at all, in a folder that is made if need be. When it returns, a power cut takes nothing of it away. */
export async function writeDurably(
  path: string,
  contents: string | Iterable<Uint8Array>,
  { mode = 0o600, keepExisting = false }: DurableOptions = {},
): Promise<void> {
  await makeDurableFolder(dirname(path), 0o700);
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(contents);
    } finally {
      await file.close();
    }
    await putInPlace(temporary, path, { keepExisting });
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Gives a file or a folder that is complete its own name, on the same disk. */
export async function putInPlace(
  temporary: string,
  target: string,
  { keepExisting = false }: Pick<DurableOptions, 'keepExisting'> = {},
): Promise<void> {
  await syncTree(temporary);
  if (keepExisting) {
    // A link, unlike a rename, never replaces a file.
    await link(temporary, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(temporary);
  } else {
    await rename(temporary, target);
  }
  await syncFolder(dirname(target));
}

/** Makes a folder and those above it that are missing. */
export async function makeDurableFolder(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let made = resolve(path); made.length >= first.length; made = dirname(made))
    await syncFolder(dirname(made));
}

/** A disk takes several in one go, so that many files do not each wait for it. */
const syncedAtOnce = 16;

/** Syncs a file, or a folder with everything in it. Pipes, sockets and links have no contents. */
export async function syncTree(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR') throw error;
    return undefined;
  });
  if (entries === undefined) return sync(path);
  const kept = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  for (let from = 0; from < kept.length; from += syncedAtOnce)
    await Promise.all(kept.slice(from, from + syncedAtOnce).map(({ name }) => syncTree(join(path, name))));
  await syncFolder(path);
}

/** Folders that we may not read, and file systems that do not sync folders: nothing more can be done there. */
const unsyncable = ['EACCES', 'EINVAL', 'EBADF', 'EISDIR', 'ENOTSUP'];

/** After this, a power cut leaves the names in the folder as they are. */
export async function syncFolder(path: string): Promise<void> {
  // Windows does not open folders; its file systems keep their names in a journal.
  if (process.platform === 'win32') return;
  await sync(path).catch((error: NodeJS.ErrnoException) => {
    if (!unsyncable.includes(error.code ?? '')) throw error;
  });
}

async function sync(path: string): Promise<void> {
  // Windows syncs only what is open for writing.
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
