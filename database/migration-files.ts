import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseStartError } from './errors.ts';
import type { Log } from './log.ts';

/** A folder of SQL files that are applied once each, in the order of their names. */
export interface MigrationSet {
  /** `own` files are recorded in our table; the site's also in the table of Supabase's CLI. */
  kind: 'own' | 'site';
  folder: string;
  /**
   * The folder of the tables that the program needs. They are applied too; a file of the same name in `folder` comes in place of one of these.
   */
  programFolder?: string;
  /** Refuses a database to which only other migrations were applied: it belongs to another project. */
  refusesOtherData?: boolean;
  /** The data API offers pgmq_public, which is made for a database with queues. */
  exposesQueues?: boolean;
}

export interface MigrationFile {
  version: string;
  name: string;
  path: string;
  text: string;
  checksum: string;
  /** Whether no other file has the same number. */
  isOnlyOfVersion: boolean;
}

/** The migrations of the program's own tables. */
export const ownMigrations: MigrationSet = { kind: 'own', folder: join(import.meta.dirname, 'migrations') };

const patterns = {
  own: { pattern: /^(\d{4})_([a-z0-9_]+)\.sql$/, example: '0100_create_things.sql' },
  site: { pattern: /^(\d+)_(.*)\.sql$/, example: '20260101120000_create_things.sql' },
};

/** Reads the files of the set. A site without migrations may have no folder. */
export async function readMigrationFiles(set: MigrationSet, log: Log): Promise<MigrationFile[]> {
  const paths = await listFiles(set);
  const { pattern, example } = patterns[set.kind];
  const files: MigrationFile[] = [];
  // Supabase's CLI also skips what has no number. A number that occurs twice fails there, but only after the second file was run.
  const complain = (message: string, advice: string, consequence: string) => {
    if (set.kind === 'own') throw new DatabaseStartError(`${message} ${advice}`);
    log({ level: 'warn', message: `${message} ${consequence} ${advice}` });
  };
  for (const path of paths) {
    const [, version, name] = pattern.exec(basename(path)) ?? [];
    if (version === undefined || name === undefined) {
      complain(
        `${path} is not named like a migration.`,
        `Rename it, for example to ${example}.`,
        'It is not applied.',
      );
      continue;
    }
    const twin = files.find((file) => file.version === version);
    if (twin) {
      complain(
        `${path} and ${twin.path} have the same number.`,
        'Rename the newer of the two.',
        'Both are applied, in the order of their names.',
      );
      twin.isOnlyOfVersion = false;
    }
    // A checkout on Windows may change line endings, which does not change the file's meaning.
    const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(text).digest('hex');
    files.push({ version, name, path, text, checksum, isOnlyOfVersion: twin === undefined });
  }
  return files;
}

/** In the order of their names. */
async function listFiles({ kind, folder, programFolder }: MigrationSet): Promise<string[]> {
  const folders =
    programFolder === undefined || programFolder === folder ? [folder] : [programFolder, folder];
  const lists = await Promise.all(folders.map((each) => listFolder(each, kind)));
  const byName = new Map(lists.flat().map((path) => [basename(path), path]));
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, path]) => path);
}

async function listFolder(folder: string, kind: MigrationSet['kind']): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.sql')).map((name) => join(folder, name));
  } catch (cause) {
    if (kind === 'site' && cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw new DatabaseStartError(`The migrations in ${folder} cannot be read.`, { cause });
  }
}
