import { cp, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

// The database has a copy of its own kind, and copies are not copied again.
const notFiles = /^(postgres([.-].*)?|backups|(backup|restore)\.new-.*|restore\.json|before-restore-.*)$/;

/** The names in a data folder that are not the database: uploads, keys, whatever else the site keeps there. */
export async function listDataFiles(dataFolder: string): Promise<string[]> {
  const names = await readdir(dataFolder).catch(() => []);
  return names.filter((name) => !notFiles.test(name)).sort();
}

/** Files that are just being uploaded: they come and go, and half a file is of no use to anybody. */
const incoming = join('files', 'incoming');

/** Copies them. Pipes and sockets are nobody's data. */
export async function copyDataFiles(from: string, names: string[], to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of names) {
    await cp(join(from, name), join(to, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: async (path) => {
        if (path === join(from, incoming)) return false;
        const found = await lstat(path).catch(() => undefined);
        return found !== undefined && (found.isFile() || found.isDirectory());
      },
    });
  }
}
