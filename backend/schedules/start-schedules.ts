/**
 * Runs the jobs of cron.job where the database has our stand-in for pg_cron. Without jobs nothing is asked for after the start: a trigger
 * announces new ones, on a connection that listens already.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../database/log.ts';
import { countDue } from './find-next-due.ts';
import type { FollowedJob } from './followed-jobs.ts';
import { createJobQueue } from './job-queue.ts';
import { failLostRuns, findStandIn, jobsChannel, readJobs, readServerStart, skipDue } from './job-store.ts';

export interface SchedulesOptions {
  database: Pick<Database, 'sql' | 'openRoleSession' | 'auth'>;
  log: Log;
  now: () => number;
}

export interface Schedules {
  /** Resolves when the jobs were read for the first time. */
  ready: Promise<void>;
  /** Runs a job besides its schedule. False if it runs or waits already, or does not run here. */
  runNow(id: string): boolean;
  /** Starts what is due now. A timer does the same. */
  check(): void;
  /** Cancels running jobs. The database stays open. */
  close(): Promise<void>;
}

/** Notifications that come faster than this are one. */
const restMs = 100;
const retryMs = 5000;
/** Where notifications are not heard, as behind a pooler. */
const pollMs = 60_000;
/** Another process may be about to start what was due just now. */
const countUntilMs = 5000;

export function startSchedules({ database, log, now }: SchedulesOptions): Schedules {
  const { sql } = database;
  const closing = new AbortController();
  const queue = createJobQueue({ database, log, now, onFault: () => void reload() });
  const logFault = createFaultLog(log);
  let isFirst = true;
  let isStale = false;
  let reloading: Promise<void> | undefined;
  const ready = Promise.withResolvers<void>();

  async function read(): Promise<void> {
    const standIn = await findStandIn(sql);
    if (standIn === 'of another role')
      logFault(
        'The jobs of cron.job do not run: the schema cron does not belong to the role of DATABASE_URL.',
      );
    const stored = standIn === 'ours' ? await readJobs(sql) : [];
    if (isFirst && standIn === 'ours') await failLostRuns(sql);
    if (closing.signal.aborted) return;
    const changed = queue.follow(stored);
    if (isFirst) for (const job of changed) noteMissed(job);
    await handleReboot(changed.filter(({ parsed }) => parsed?.kind === 'reboot'));
    isFirst = false;
    ready.resolve();
  }

  /** What was due while no process ran is not done later. */
  function noteMissed(job: FollowedJob): void {
    if (!job.parsed || job.lastDue === null || job.lastSchedule !== job.schedule) return;
    const count = countDue(job.parsed, job.lastDue.getTime(), now() - countUntilMs);
    queue.leaveOut(job, count, 'no process ran');
  }

  /** As in pg_cron: once for each start of the Postgres server. A job that is new in a running process waits for the next one. */
  async function handleReboot(jobs: readonly FollowedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const due = await readServerStart(sql);
    for (const job of jobs) {
      if (isFirst) queue.add(job, due);
      else await skipDue(sql, job, due);
    }
  }

  function reload(): Promise<void> {
    isStale = true;
    reloading ??= reloadWhileStale().finally(() => {
      reloading = undefined;
    });
    return reloading;
  }

  async function reloadWhileStale(): Promise<void> {
    while (isStale && !closing.signal.aborted) {
      isStale = false;
      try {
        await read();
        await rest(restMs);
      } catch (error) {
        isStale = true;
        logFault('The jobs of cron.job cannot be read.', error);
        await rest(retryMs);
      }
    }
  }

  const rest = (ms: number) =>
    wait(ms, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);

  async function listen(): Promise<(() => Promise<void>) | undefined> {
    while (!closing.signal.aborted) {
      const stop = await database.auth.listen(jobsChannel, reload, reload).catch(() => undefined);
      void reload();
      if (stop) return stop;
      await rest(pollMs);
    }
    return undefined;
  }
  const listening = listen();

  return {
    ready: ready.promise,
    runNow: queue.runNow,
    check: queue.check,
    async close() {
      closing.abort();
      ready.resolve();
      await (await listening)?.().catch(() => {});
      await reloading;
      await queue.close();
    },
  };
}

/** Each message is logged once. */
function createFaultLog(log: Log): (message: string, error?: unknown) => void {
  const logged = new Set<string>();
  return (message, error) => {
    if (logged.has(message)) return;
    logged.add(message);
    log({ level: 'warn', message, ...(error !== undefined && { error: String(error) }) });
  };
}
