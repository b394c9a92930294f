/** Reads and writes whole files of the content folder: after a write there is the old text or the new one, whatever happens in between. */
import { createHash, randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, link, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeDurableFolder, syncFolder } from '../../../database/durable-files.ts';
import { MAX_FILE_BYTES, tooLarge } from '../../../markdown/files/read-file-head.ts';
import { AdminError } from '../admin-error.ts';
import { ignoreMissing } from './content-path.ts';

export interface StoredFile {
  bytes: Buffer;
  hash: string;
  stats: Stats;
}

/** The first 32 hex digits of SHA-256. */
export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Undefined: there is no such file. */
export async function readStored(absolute: string): Promise<StoredFile | undefined> {
  // Neither a link nor a pipe that has taken the place of the file is followed or waited for.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(absolute, flags).catch(ignoreMissing);
  if (!handle) return undefined;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new AdminError(400, 'bad-file', 'This is not a file.');
    if (stats.size > MAX_FILE_BYTES)
      throw new AdminError(413, 'too-large', `This file ${tooLarge(stats.size)}.`);
    const bytes = await handle.readFile();
    return { bytes, hash: hashOf(bytes), stats };
  } finally {
    await handle.close();
  }
}

/** Replaces a file. `check` runs right before: what another program has saved meanwhile is not overwritten. */
export async function replaceFile(
  absolute: string,
  bytes: Uint8Array,
  stats: Stats,
  check: () => Promise<void>,
): Promise<void> {
  await writeBeside(absolute, bytes, stats, async (temporary) => {
    await check();
    await rename(temporary, absolute);
  });
}

/** Writes a file that must not exist, and the folders above it. False: there is one. */
export async function createFile(absolute: string, bytes: Uint8Array, like?: Stats): Promise<boolean> {
  return inFolderOf(absolute, async () => {
    let isNew = true;
    await writeBeside(absolute, bytes, like, async (temporary) => {
      isNew = await linkNew(temporary, absolute);
    });
    return isNew;
  });
}

/** Moves a file to a name that must not exist. False: there is one. */
export async function moveFile(from: string, to: string): Promise<boolean> {
  return inFolderOf(to, async () => {
    if (!(await linkNew(from, to))) return false;
    await rm(from, { force: true });
    await syncFolder(dirname(to));
    await syncFolder(dirname(from));
    return true;
  });
}

export async function removeFile(absolute: string): Promise<void> {
  await rm(absolute, { force: true });
  await syncFolder(dirname(absolute));
}

/** Folders that were made for a file that could not be written do not stay. */
async function inFolderOf(absolute: string, write: () => Promise<boolean>): Promise<boolean> {
  const missing: string[] = [];
  for (let folder = dirname(absolute); !(await stat(folder).catch(ignoreMissing)); folder = dirname(folder))
    missing.push(folder);
  try {
    await makeDurableFolder(dirname(absolute), 0o777);
    return await write();
  } catch (error) {
    for (const folder of missing) await rmdir(folder).catch(() => {});
    throw error;
  }
}

/** A link, unlike a rename, never replaces what is there. Some file systems have none. */
async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(code ?? '')) throw error;
  }
  if (await stat(to).catch(ignoreMissing)) return false;
  await rename(from, to);
  return true;
}

/** A name that begins with a dot is no part of the content: the watcher leaves it alone. */
const temporaryName = /^\.porchlight-[0-9a-f]{16}\.saving$/;

/** Writes to a file beside the final one, synced, and removes it if it was not put in its place. */
async function writeBeside(
  absolute: string,
  bytes: Uint8Array,
  like: Stats | undefined,
  place: (temporary: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(absolute);
  const temporary = join(folder, `.porchlight-${randomBytes(8).toString('hex')}.saving`);
  try {
    const handle = await open(temporary, 'wx', like ? like.mode & 0o777 : 0o666);
    try {
      if (like) await takeOwner(handle, like);
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await place(temporary);
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
  await syncFolder(folder);
  await removeLeftOver(folder);
}

/** The new file belongs to whom the old one did, as far as this process may say so. */
async function takeOwner(handle: FileHandle, like: Stats): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== like.uid || own.gid !== like.gid) await handle.chown(like.uid, like.gid).catch(() => {});
  await handle.chmod(like.mode & 0o7777);
}

const leftOverMs = 10 * 60_000;

/** A process that was killed leaves its temporary file. */
async function removeLeftOver(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!temporaryName.test(name)) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > leftOverMs) await rm(path, { force: true }).catch(() => {});
  }
}

/** What an owner can do about a write that failed. */
export function toWriteError(error: unknown, absolute: string): unknown {
  const { code } = Object(error) as NodeJS.ErrnoException;
  const file = basename(absolute);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AdminError(507, 'disk-full', `The server’s disk is full: ${file} was not saved.`);
  if (code === 'EFBIG')
    return new AdminError(507, 'disk-full', `The server cannot store ${file}: it is too large there.`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new AdminError(
      500,
      'not-writable',
      `The server may not write to the folder of ${file} (${code}): nothing was saved.`,
    );
  return error;
}
