import { cp, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../database.ts';
import type { BackupWatch } from './progress.ts';

// The database is copied separately. Backups and the data of other projects are not copied.
const notFiles =
  /^(postgres([.-].*)?|backups|projects|(backup|restore)\.new-.*|restore\.json|before-restore-.*)$/;

/** The names in a data folder that are not the database: uploads, keys and other files of the site. */
export async function listDataFiles(dataFolder: string): Promise<string[]> {
  const names = await readdir(dataFolder).catch(() => []);
  return names.filter((name) => !notFiles.test(name)).sort();
}

/** The stored files that database rows name: those of objects, and unclaimed ones that the site removes itself. */
export async function readFileNames(sql: Sql): Promise<Set<string> | undefined> {
  const [found] = await sql<{ stores: boolean }[]>`
    select to_regclass('storage.objects') is not null
       and to_regclass('porchlight.unclaimed_files') is not null as stores`;
  if (!found?.stores) return undefined;
  const rows = await sql<{ version: string }[]>`
    select version from storage.objects where version is not null
    union select version from porchlight.unclaimed_files`;
  return new Set(rows.map(({ version }) => version));
}

/** Removes stored files that no row names: they were added after the copy of the database and would never be removed. */
export async function removeUnnamedFiles(dataFolder: string, named: Set<string>): Promise<void> {
  const objects = join(dataFolder, storedFiles, 'objects');
  for (const folder of await readdir(objects).catch(() => []))
    for (const name of await readdir(join(objects, folder)))
      if (!named.has(name)) await rm(join(objects, folder, name));
}

/** Uploads are stored below this name. */
export const storedFiles = 'files';

/** Incomplete uploads: they are temporary and useless without the rest. */
const incoming = join(storedFiles, 'incoming');

/** Copies files and folders. Pipes and sockets are skipped. */
export async function copyDataFiles(
  from: string,
  names: string[],
  to: string,
  { signal, onProgress }: BackupWatch = {},
): Promise<void> {
  let done = 0;
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of names) {
    await cp(join(from, name), join(to, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: async (path) => {
        signal?.throwIfAborted();
        if (path === join(from, incoming)) return false;
        const found = await lstat(path).catch(() => undefined);
        if (found?.isFile()) {
          done += 1;
          onProgress?.({ step: 'files', done });
        }
        return found !== undefined && (found.isFile() || found.isDirectory());
      },
    });
  }
}
