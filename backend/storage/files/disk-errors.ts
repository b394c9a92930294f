import { StoreFull, StoreUnavailable } from './file-store.ts';

const full = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** The disk is read-only, not accessible or broken, or too many files are open. */
const unavailable = ['EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE'];

/** Throws the store error for a disk error, and any other error as it is. */
export function throwStoreError(error: NodeJS.ErrnoException): never {
  const code = error.code ?? '';
  if (full.includes(code)) throw new StoreFull('The disk that holds the files is full.', { cause: error });
  if (unavailable.includes(code))
    throw new StoreUnavailable('The disk that holds the files takes nothing.', { cause: error });
  throw error;
}

export function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throwStoreError(error);
}
