import type { BackupsState } from '../../../app/admin/health/health-data.ts';
import { makeBackup } from '../../../database/backup/make-backup.ts';
import { testBackup } from '../../../database/backup/test-backup.ts';
import type { Database } from '../../../database/database.ts';
import { chooseLocation, reachableRoot } from '../../../database/embedded/cluster-location.ts';
import type { Log } from '../../../database/log.ts';
import { readBackupSettings } from '../../backup/backup-settings.ts';
import { explainBackupFault } from '../../backup/explain-fault.ts';
import { openBackupPlace } from '../../backup/open-place.ts';
import { startBackupSchedule } from '../../backup/start-schedule.ts';
import { AdminError } from '../admin-error.ts';
import { createJobs, type JobWatch } from './backup-jobs.ts';

/** Makes and tests backups of this site, one at a time, while it runs. */
export interface Backups {
  read(): Promise<BackupsState>;
  /** Throws if one is being made or tested. */
  requireIdle(): void;
  make(): void;
  /** Throws if there is no backup of this name. */
  test(name: string): Promise<void>;
  /** Resolves when the work has ended, and has left nothing behind. */
  stop(): Promise<void>;
  /** Stops, and makes none by itself any more. */
  close(): Promise<void>;
}

export interface BackupsOptions {
  dataFolder: string;
  databaseUrl?: string | undefined;
  /** The server itself, if `databaseUrl` is a pooler: pg_dump and locks need a session of their own. */
  directUrl?: string | undefined;
  /** Where they go, and when they are made by themselves. */
  environment?: Record<string, string | undefined>;
  /** Without it, none is made by itself. */
  database?: Pick<Database, 'sql' | 'url'>;
  log: Log;
}

export function createBackups(given: BackupsOptions): Backups {
  const { dataFolder, environment = {}, database, log } = given;
  const databaseUrl = given.databaseUrl && (given.directUrl ?? given.databaseUrl);
  const plan = readBackupSettings(environment);
  const place = openBackupPlace(plan, dataFolder);
  const options = { dataFolder, ...(databaseUrl !== undefined && { databaseUrl }), log };
  const { start, requireIdle, stop, isBusy, current } = createJobs();

  const begin = (...args: Parameters<typeof start>) =>
    void start(...args).catch((error: unknown) =>
      log({ level: 'error', message: `A backup failed: ${explainBackupFault(error)}` }),
    );
  const make = (watch: JobWatch) =>
    makeBackup({ ...options, ...watch, store: (from, name) => place.store(from, name, watch) });
  const schedule =
    database &&
    startBackupSchedule({
      settings: plan,
      place,
      sql: database.sql,
      databaseUrl: databaseUrl ?? database.url,
      make: async () => {
        if (isBusy()) return 'busy';
        const address = await start({ kind: 'make' }, make);
        return address === undefined ? 'stopped' : { address };
      },
      log,
    });

  return {
    requireIdle,
    async read() {
      const { every, keep } = plan.words;
      let placeFault: string | undefined;
      const [backups, state] = await Promise.all([
        place.list().catch((error: unknown) => {
          placeFault = explainBackupFault(error);
          return [];
        }),
        plan.every && schedule?.read(),
      ]);
      return {
        folder: place.address,
        kind: databaseUrl ? 'dump' : 'cluster',
        job: current(),
        backups,
        ...(placeFault !== undefined && { placeFault }),
        ...(state && { schedule: { every, ...(keep !== '' && { keep }), ...state } }),
      };
    },
    make: () => begin({ kind: 'make' }, make),
    async test(name) {
      if (!(await place.list()).some((backup) => backup.name === name))
        throw new AdminError(404, 'not-found', 'There is no such backup. It may have been moved.');
      const { home } = await chooseLocation(dataFolder, reachableRoot, log);
      begin({ kind: 'test', name }, (watch) =>
        place.open(name, { home, ...watch }, (from) => testBackup({ ...options, ...watch, from })),
      );
    },
    stop,
    async close() {
      const closed = schedule?.close();
      await stop();
      await closed;
    },
  };
}
