/** Follows the files of a Supabase project while the backend runs. */
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseDatabaseUrl } from '../database/connection-target.ts';
import type { Database } from '../database/database.ts';
import { DatabaseUnavailable, toDatabaseError } from '../database/errors.ts';
import type { Log } from '../database/log.ts';
import { migrate } from '../database/migrate.ts';
import type { MigrationSet } from '../database/migration-files.ts';
import { openPool, type Pool } from '../database/pool.ts';
import { findSeedFiles, type SeedSet, seed } from '../database/seed.ts';
import { toErrorMessage } from './http/describe-error.ts';
import { createFileWatch, type WatchedFiles } from './watch-files.ts';

export interface ProjectFiles {
  migrations: MigrationSet;
  /** Undefined when seeds are off, or the database is not the embedded one. */
  seed: SeedSet | undefined;
  mailTemplates: readonly string[];
  /** Files that are read at the start only. */
  settings: readonly string[];
}

export interface RunningProject {
  database: Pick<Database, 'url'>;
  reloadMailTemplates(): Promise<void>;
  followMigrations(): Promise<void>;
}

/**
 * New migrations and seeds are applied, changed mail templates are used from then on, and other changes are reported. `start` also handles
 * what was changed since this was called.
 */
export async function watchProject(files: ProjectFiles, log: Log) {
  let project: RunningProject | undefined;
  let isUnavailable = false;

  /** A file that is not applied now is tried again when it is changed, or when the database is back. */
  const attempt = async (work: (project: RunningProject) => Promise<void>): Promise<boolean> => {
    if (project === undefined) return false;
    try {
      await work(project);
      isUnavailable = false;
      return true;
    } catch (error) {
      const wasUnavailable = isUnavailable;
      isUnavailable = toDatabaseError(error, () => false) instanceof DatabaseUnavailable;
      if (!(wasUnavailable && isUnavailable)) log({ level: 'error', message: toErrorMessage(error) });
      return !isUnavailable;
    }
  };
  const logOnce = logEachWarningOnce(log);
  const withOwner = ({ database }: RunningProject, work: (pool: Pool) => Promise<void>) => {
    const pool = openPool(parseDatabaseUrl(database.url), log);
    return work(pool).finally(pool.end);
  };
  const name = (path: string) => relative(join(files.migrations.folder, '..', '..'), path);

  const groups: WatchedFiles[] = [
    {
      list: () => listSqlFiles(files.migrations.folder),
      onChange: () =>
        attempt(async (running) => {
          await withOwner(running, (pool) => migrate(pool, [files.migrations], logOnce));
          await running.followMigrations();
        }),
    },
    {
      list: async () => (files.seed ? await findSeedFiles(files.seed) : []),
      onChange: () =>
        attempt(async (running) => {
          const set = files.seed;
          if (set) await withOwner(running, (pool) => seed(pool, set, logOnce));
        }),
    },
    {
      list: async () => [...files.mailTemplates],
      onChange: (paths) =>
        attempt(async ({ reloadMailTemplates }) => {
          await reloadMailTemplates();
          log({
            level: 'info',
            message: `Mails are now made with the changed ${paths.map(name).join(', ')}.`,
          });
        }),
    },
    {
      list: async () => [...files.settings],
      onChange: async (paths) => {
        const changed = paths.map(name).join(', ');
        log({
          level: 'warn',
          message: `${changed}: changed. Start again to use it; it is read at the start.`,
        });
        return true;
      },
    },
  ];
  const watch = await createFileWatch(groups);
  return {
    start(running: RunningProject) {
      project = running;
      watch.start();
    },
    close: watch.close,
  };
}

async function listSqlFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.sql')).map((name) => join(folder, name));
}

/** Warnings about all files are repeated by each pass over them. */
function logEachWarningOnce(log: Log): Log {
  const logged = new Set<string>();
  return (entry) => {
    if (entry.level === 'warn' && logged.has(entry.message)) return;
    logged.add(entry.message);
    log(entry);
  };
}
