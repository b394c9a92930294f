import { statfs } from 'node:fs/promises';

/** How much can still be written to the disk of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
