import { statSync } from 'node:fs';

/**
 * Identifies the folder that a path leads to now, links followed. A folder that replaces another has another identity: file systems
 * reuse the inode number of a deleted folder, so the creation time is part of it. Undefined: there is no folder.
 */
export function readFolderIdentity(path: string): string | undefined {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isDirectory() ? `${stats.dev} ${stats.ino} ${stats.birthtimeNs}` : undefined;
  } catch {
    return undefined;
  }
}
