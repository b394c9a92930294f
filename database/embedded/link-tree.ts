import { chmod, copyFile, link, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Files for compilers, which a running server does not need. */
const isUnneeded = (name: string) => name.endsWith('.a') || name === 'pkgconfig' || name === 'pgxs';

/** Copies a folder by hard links, so that every user can enter the copy. */
export async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (isUnneeded(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    // On another disk, or for a file of another user, copy instead of linking.
    else if (entry.isFile()) await link(source, target).catch(() => copyFile(source, target));
  }
}
