/** Files on disk: `objects/ab/<version>` when complete, `incoming/<version>` before. */
import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDurableFolder, renameDurably, syncFolder } from '../../../database/durable-files.ts';
import { freeBytesOf } from '../../../database/free-bytes.ts';
import { streamFile } from '../../http/file-stream.ts';
import {
  type Bytes,
  type FileStore,
  OffsetMoved,
  requireVersion,
  StoreFull,
  StoreUnavailable,
} from './file-store.ts';

export interface DiskStoreOptions {
  folder: string;
  /** Below this nothing is written. It is more than the database's limit, so that files never stop the database. */
  minimumFreeBytes?: number;
  readFreeBytes?: (folder: string) => Promise<number>;
}

const defaultMinimumFreeBytes = 64 * 1024 * 1024;
const checkDiskEveryBytes = 8 * 1024 * 1024;

export function createDiskStore(options: DiskStoreOptions): FileStore {
  const { folder, minimumFreeBytes = defaultMinimumFreeBytes, readFreeBytes = freeBytesOf } = options;
  const incoming = join(folder, 'incoming');
  const partPath = (version: string) => join(incoming, requireVersion(version));
  const wholePath = (version: string) =>
    join(folder, 'objects', version.slice(0, 2), requireVersion(version));

  async function requireRoom(): Promise<void> {
    if ((await readFreeBytes(folder)) < minimumFreeBytes)
      throw new StoreFull('The disk that holds the files has no room for another one.');
  }

  async function prepare(): Promise<void> {
    await makeDurableFolder(incoming, 0o700).catch(throwStoreError);
    await requireRoom();
  }

  async function writeBytes(file: FileHandle, offset: number, bytes: Bytes): Promise<number> {
    let position = offset;
    let nextCheckAt = offset + checkDiskEveryBytes;
    for await (const piece of bytes) {
      for (let done = 0; done < piece.byteLength; ) {
        const left = piece.byteLength - done;
        const { bytesWritten } = await file.write(piece, done, left, position).catch(throwStoreError);
        done += bytesWritten;
        position += bytesWritten;
      }
      if (position < nextCheckAt) continue;
      nextCheckAt = position + checkDiskEveryBytes;
      await requireRoom();
    }
    return position;
  }

  /** Renames the temporary file to its final name. After this it survives a power cut. */
  async function complete(version: string): Promise<void> {
    const target = wholePath(version);
    await makeDurableFolder(dirname(target), 0o700).catch(throwStoreError);
    await renameDurably(partPath(version), target).catch(throwStoreError);
  }

  return {
    async write(version, bytes) {
      await prepare();
      const file = await open(partPath(version), 'wx', 0o600).catch(throwStoreError);
      try {
        const size = await writeBytes(file, 0, bytes);
        await file.close();
        await complete(version);
        return size;
      } catch (error) {
        await file.close().catch(() => {});
        await rm(partPath(version), { force: true });
        throw error;
      }
    },
    async read(version, range) {
      const file = await open(wholePath(version), 'r').catch(ifMissing);
      return file && streamFile(file, range);
    },
    async copy(from, to) {
      await prepare();
      const isCopied = await linkOrCopy(wholePath(from), partPath(to));
      if (isCopied) await complete(to);
      return isCopied;
    },
    async remove(version) {
      await rm(partPath(version), { force: true });
      await rm(wholePath(version), { force: true });
    },
    async append(version, offset, bytes) {
      await prepare();
      const flags = constants.O_RDWR | constants.O_CREAT;
      const file = await open(partPath(version), flags, 0o600).catch(throwStoreError);
      try {
        if ((await file.stat()).size !== offset) throw new OffsetMoved('This is not where the file ends.');
        await writeBytes(file, offset, bytes);
      } finally {
        // Bytes that are confirmed to the client must survive a power cut.
        await file.datasync().catch(throwStoreError);
        await file.close();
        if (offset === 0) await syncFolder(incoming).catch(throwStoreError);
      }
    },
    async appendedSize(version) {
      const found =
        (await stat(partPath(version)).catch(ifMissing)) ?? (await stat(wholePath(version)).catch(ifMissing));
      return found?.size ?? 0;
    },
    async finish(version) {
      if ((await stat(wholePath(version)).catch(ifMissing)) !== undefined) return;
      await prepare();
      const file = await open(partPath(version), 'a', 0o600).catch(throwStoreError);
      await file.close();
      await complete(version);
    },
  };
}

/** Files are immutable, so a hard link is enough; where links are not possible, the file is copied. False when it does not exist. */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  const fault = await link(from, to).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (fault === undefined) return true;
  if (fault === 'ENOENT') return false;
  await copyFile(from, to, constants.COPYFILE_FICLONE).catch(throwStoreError);
  return true;
}

const full = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** The disk is read-only, not accessible or broken, or too many files are open. */
const unavailable = ['EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE'];

/** Throws the store error for a disk error, and any other error as it is. */
function throwStoreError(error: NodeJS.ErrnoException): never {
  const code = error.code ?? '';
  if (full.includes(code)) throw new StoreFull('The disk that holds the files is full.', { cause: error });
  if (unavailable.includes(code))
    throw new StoreUnavailable('The disk that holds the files takes nothing.', { cause: error });
  throw error;
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throwStoreError(error);
}
