import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applySqlFile, type OneConnection } from './apply-sql-file.ts';
import type { TransactionSql } from './database.ts';
import type { Log } from './log.ts';
import { lockMigrations } from './migration-journal.ts';

/** The seed files of the site's tables: `[db.seed]` of config.toml. */
export interface SeedSet {
  folder: string;
  /** Files below the folder, as names or patterns (`./seeds/*.sql`), in the order in which they are applied. */
  paths: readonly string[];
}

interface SeedFile {
  path: string;
  text: string;
  /** The name under which Supabase's CLI records it. */
  name: string;
  hash: string;
}

/**
 * Applies each file once, with its record, which is that of Supabase's CLI. A file that was changed since is not applied again: its rows
 * belong to the site now.
 */
export async function seed(database: OneConnection, set: SeedSet, log: Log): Promise<void> {
  const files = await readSeedFiles(set, log);
  if (files.length === 0) return;
  const [found] = await database.sql<{ ready: boolean }[]>`
    select to_regclass('supabase_migrations.seed_files') is not null as ready`;
  // Existing records are not written again: the disk may be full at a start.
  if (!found?.ready) await createSeedRecord(database);
  const recorded = await database.sql<{ path: string; hash: string }[]>`
    select path, hash from supabase_migrations.seed_files`;
  const known = new Map(recorded.map(({ path, hash }) => [path, hash]));
  for (const file of files) if (known.get(file.name) !== file.hash) await seedOnce(database, file, log);
}

/** Notes the files as applied: their rows, or what has become of them, are there already. */
export async function recordSeeds(database: OneConnection, set: SeedSet, log: Log): Promise<void> {
  const files = await readSeedFiles(set, log);
  if (files.length === 0) return;
  await createSeedRecord(database);
  for (const file of files) await database.transaction((sql) => recordSeed(sql, file));
}

export async function createSeedRecord(database: OneConnection): Promise<void> {
  await database.transaction(async (sql) => {
    await lockMigrations(sql);
    await sql`
      create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)`;
  });
}

async function seedOnce(database: OneConnection, file: SeedFile, log: Log): Promise<void> {
  const isNew = await applySqlFile(database, file, {
    isApplied: async (sql) => {
      const [known] = await sql<{ hash: string }[]>`
        select hash from supabase_migrations.seed_files where path = ${file.name}`;
      if (known === undefined) return false;
      if (known.hash === file.hash) return true;
      await recordSeed(sql, file);
      log({
        level: 'warn',
        message: `${file.name} was changed. It was applied before, and is not applied again.`,
      });
      return true;
    },
    record: (sql) => recordSeed(sql, file),
    log,
  });
  if (isNew) log({ level: 'info', message: `Seeded the database from ${file.name}.` });
}

async function recordSeed(sql: TransactionSql, { name, hash }: SeedFile): Promise<void> {
  await sql`
    insert into supabase_migrations.seed_files (path, hash) values (${name}, ${hash})
    on conflict (path) do update set hash = excluded.hash`;
}

/** The files that exist now. */
export async function findSeedFiles({ folder, paths }: SeedSet): Promise<string[]> {
  const found = await Promise.all(paths.map((pattern) => findMatches(pattern, folder)));
  return [...new Set(found.flat())].map((relative) => join(folder, relative));
}

async function findMatches(pattern: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const match of glob(pattern, { cwd: folder })) found.push(match);
  return found.sort();
}

async function readSeedFiles({ folder, paths }: SeedSet, log: Log): Promise<SeedFile[]> {
  const files = new Map<string, SeedFile>();
  for (const pattern of paths) {
    const found = await findMatches(pattern, folder);
    // Every project names seed.sql and roles.sql, whether they exist or not.
    if (found.length === 0 && !/^(\.\/)?(seed|roles)\.sql$/.test(pattern)) {
      log({ level: 'warn', message: `db.seed.sql_paths: there is no file ${join(folder, pattern)}.` });
    }
    for (const relative of found) {
      const path = join(folder, relative);
      const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
      const name = join('supabase', relative).replaceAll('\\', '/');
      files.set(name, { path, text, name, hash: createHash('sha256').update(text).digest('hex') });
    }
  }
  return [...files.values()];
}
