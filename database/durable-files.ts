/**
 * Writes files that survive a power cut. File systems may store names before contents: a file that was only written and renamed may be
 * empty afterward. So the contents are synced first, then the file is renamed, then its folder is synced.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export interface DurableOptions {
  mode?: number;
  keepExisting?: boolean;
}

/** Writes a file completely or not at all, and creates its folder. After it returns, the file survives a power cut. */
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
    await renameDurably(temporary, path, { keepExisting });
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** The text of a file; undefined when it does not exist. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Renames a complete file or folder to its final name, on the same disk. */
export async function renameDurably(
  temporary: string,
  target: string,
  { keepExisting = false }: Pick<DurableOptions, 'keepExisting'> = {},
): Promise<void> {
  await syncTree(temporary);
  if (keepExisting) {
    // A link, unlike a rename, never replaces an existing file.
    await link(temporary, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(temporary);
  } else {
    await rename(temporary, target);
  }
  await syncFolder(dirname(target));
}

/** Creates a folder and its missing parents. */
export async function makeDurableFolder(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let made = resolve(path); made.length >= first.length; made = dirname(made))
    await syncFolder(dirname(made));
}

/** Several syncs run at once, so that many files do not wait for each other. */
const syncedAtOnce = 16;

/** Syncs a file, or a folder recursively. Pipes, sockets and links have no contents. */
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

/** Unreadable folders, and file systems that do not sync folders: these errors are ignored. */
const unsyncable = ['EACCES', 'EINVAL', 'EBADF', 'EISDIR', 'ENOTSUP'];

/** After this, the names in the folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its file systems journal names.
  if (process.platform === 'win32') return;
  await sync(path).catch((error: NodeJS.ErrnoException) => {
    if (!unsyncable.includes(error.code ?? '')) throw error;
  });
}

async function sync(path: string): Promise<void> {
  // Windows syncs only files that are open for writing.
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
