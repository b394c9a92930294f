import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseStartError } from './errors.ts';

/** A folder of SQL files that are applied once each, in the order of their names. */
export interface MigrationSet {
  /** `own` files are recorded in our table; the site's also in the table of Supabase's CLI. */
  kind: 'own' | 'site';
  folder: string;
}

export interface MigrationFile {
  version: string;
  name: string;
  path: string;
  text: string;
  checksum: string;
}

/** The migrations of the program's own tables. */
export const ownMigrations: MigrationSet = { kind: 'own', folder: join(import.meta.dirname, 'migrations') };

const patterns = {
  own: { pattern: /^(\d{4})_([a-z0-9_]+)\.sql$/, example: '0100_create_things.sql' },
  site: { pattern: /^(\d+)_(.+)\.sql$/, example: '20260101120000_create_things.sql' },
};

/** Reads the files of the set. A site without migrations may have no folder. */
export async function readMigrationFiles(set: MigrationSet): Promise<MigrationFile[]> {
  const names = (await listFolder(set)).filter((name) => name.endsWith('.sql')).sort();
  const { pattern, example } = patterns[set.kind];
  const files: MigrationFile[] = [];
  for (const fileName of names) {
    const path = join(set.folder, fileName);
    const match = pattern.exec(fileName);
    const [, version, name] = match ?? [];
    if (!version || !name) {
      throw new DatabaseStartError(
        `${path} is not named like a migration. Rename it, for example to ${example}.`,
      );
    }
    const duplicate = files.find((file) => file.version === version);
    if (duplicate) {
      throw new DatabaseStartError(
        `${path} and ${duplicate.path} have the same number. Rename the newer of the two.`,
      );
    }
    // A checkout on Windows may change line endings, which does not change the file's meaning.
    const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
    files.push({ version, name, path, text, checksum: createHash('sha256').update(text).digest('hex') });
  }
  return files;
}

async function listFolder(set: MigrationSet): Promise<string[]> {
  try {
    return await readdir(set.folder);
  } catch (cause) {
    if (set.kind === 'site' && cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      return [];
    throw new DatabaseStartError(`The migrations in ${set.folder} cannot be read.`, { cause });
  }
}
