import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Explains a file system error to the user at the terminal, with a fix. Undefined for other errors. */
export function explainFileFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  const named = 'path' in error && typeof error.path === 'string' ? error.path : 'A file';
  // A missing file could not be created, so the folder is the cause.
  const path = existsSync(named) ? named : dirname(named);
  switch (error.code) {
    case 'EROFS':
      return `${path} is on a disk that is read-only. Make it writable, or set DATA_DIR to another folder.`;
    case 'EACCES':
    case 'EPERM':
      return `${path} may not be used by this user. Change its owner or its mode, start as another user, or set DATA_DIR to another folder.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds ${named === 'A file' ? 'DATA_DIR' : path} is full. Make room there, and start again.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${named} cannot be made: a file is in the place of a folder. Move it, or set DATA_DIR to another folder.`;
    default:
      return undefined;
  }
}
