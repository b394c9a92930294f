/** What a fault of the file system means for the person who starts the process, in a sentence with the way out. Undefined for other errors. */
export function explainFileFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'A file';
  switch (error.code) {
    case 'EROFS':
      return `${path} is on a disk that is read-only. Make it writable, or set DATA_DIR to another folder.`;
    case 'EACCES':
    case 'EPERM':
      return `${path} may not be used by this user. Change its owner or its mode, start as another user, or set DATA_DIR to another folder.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `${path} finds no room: the disk is full. Make room there, and start again.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} cannot be made: a file is in the place of a folder. Move it, or set DATA_DIR to another folder.`;
    default:
      return undefined;
  }
}
