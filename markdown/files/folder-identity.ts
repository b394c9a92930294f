import { statSync } from 'node:fs';

/**
 * Tells which folder a path leads to now, links followed. A folder that takes the place of another differs in it: file systems give
 * the inode number of a deleted folder to the next one, so the time of its making belongs to it. Undefined: there is no folder.
 */
export function readFolderIdentity(path: string): string | undefined {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isDirectory() ? `${stats.dev} ${stats.ino} ${stats.birthtimeNs}` : undefined;
  } catch {
    return undefined;
  }
}
