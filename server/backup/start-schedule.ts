/**
 * Makes backups while the site runs: BACKUP_EVERY. When the last ones were made is in the database, so that one which was missed while no
 * process ran is made soon after the next start, and one of several processes makes it.
 */
import { parseDatabaseUrl } from '../../database/connection-target.ts';
import type { Sql } from '../../database/database.ts';
import type { Log } from '../../database/log.ts';
import { tryLock } from '../../database/try-lock.ts';
import type { BackupPlace } from './backup-place.ts';
import type { BackupSettings } from './backup-settings.ts';
import { explainBackupFault } from './explain-fault.ts';
import { removeExpired } from './retention.ts';
import { isDue } from './rhythm.ts';
import { type KnownTimes, openScheduleTimes } from './schedule-times.ts';

export interface BackupSchedule {
  read(): Promise<{ lastSuccess: string | null; fault: { at: string; message: string } | null }>;
  /** Makes one now if it is due. A timer does the same. */
  check(): Promise<void>;
  /** Begins nothing more. Resolves when what runs has ended; it does not stop it. */
  close(): Promise<void>;
}

/** `busy`: another one is being made or tested. `stopped`: by the owner, or because the process ends. */
export type MadeBackup = { address: string } | 'busy' | 'stopped';

export interface ScheduleOptions {
  settings: Pick<BackupSettings, 'every' | 'keep'>;
  place: BackupPlace;
  /** As the owner of the database. */
  sql: Sql;
  /** Of the server itself: a lock does not survive a pooler. */
  databaseUrl: string;
  make(): Promise<MadeBackup>;
  log: Log;
  now?: () => number;
}

const lockKey = 2;
/** The start has other work to do first. */
const firstCheckMs = 2000;
const checkMs = 60_000;

export function startBackupSchedule(options: ScheduleOptions): BackupSchedule {
  const { settings, place, sql, databaseUrl, log, now = Date.now } = options;
  const { every } = settings;
  const times = openScheduleTimes(sql, place.address);
  let isClosed = false;
  let hasComplained = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function checkOnce(): Promise<void> {
    if (!every || isClosed || !isDue(every, await times.read(), now())) return;
    const release = await tryLock(parseDatabaseUrl(databaseUrl), lockKey);
    if (!release) return;
    try {
      const before = await times.read();
      // Another process may have made it in the meantime.
      if (isClosed || !isDue(every, before, now())) return;
      const made = await makeDue(options, before, times.write);
      // What the owner stopped waits like a failure. The others are due as before.
      if (made === 'busy' || (made === 'stopped' && isClosed)) await times.write(before);
    } finally {
      await release();
    }
  }

  async function checkSafely(): Promise<void> {
    try {
      await checkOnce();
      hasComplained = false;
    } catch (error) {
      if (!hasComplained && !isClosed)
        log({ level: 'warn', message: `Whether a backup is due is not known: ${explainBackupFault(error)}` });
      hasComplained = true;
    }
  }

  const check = () => {
    running = checkSafely();
    return running;
  };
  const schedule = (ms: number) => {
    timer = setTimeout(async () => {
      await check();
      if (!isClosed) schedule(checkMs);
    }, ms).unref();
  };
  if (every) schedule(firstCheckMs);

  return {
    async read() {
      const { tried, succeeded, fault } = await times.read();
      return {
        lastSuccess: succeeded === undefined ? null : new Date(succeeded).toISOString(),
        fault: fault && tried !== undefined ? { at: new Date(tried).toISOString(), message: fault } : null,
      };
    },
    check,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function makeDue(
  { make, log, now = Date.now, ...options }: ScheduleOptions,
  before: KnownTimes,
  write: (times: KnownTimes) => Promise<void>,
): Promise<MadeBackup | undefined> {
  const tried = now();
  await write({ ...before, tried });
  try {
    const made = await make();
    if (typeof made === 'string') return made;
    await write({ tried, succeeded: tried, fault: undefined });
    log({ level: 'info', message: `A backup was made: ${made.address}.` });
  } catch (error) {
    const fault = explainBackupFault(error);
    log({ level: 'error', message: `The scheduled backup failed: ${fault} It is tried again in an hour.` });
    await write({ ...before, tried, fault });
    return;
  }
  try {
    const { place, settings } = options;
    const removed = await removeExpired({ place, rules: settings.keep, now: now(), log });
    if (removed.length > 0)
      log({ level: 'info', message: `Backups removed by BACKUP_KEEP: ${removed.join(', ')}.` });
  } catch (error) {
    log({ level: 'error', message: `Old backups could not be removed: ${explainBackupFault(error)}` });
  }
}
