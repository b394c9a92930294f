/** Starts jobs when they are due, a few at once. A job does not run beside itself. */
import { sqlStateOf } from '../../database/errors.ts';
import type { Log } from '../../database/log.ts';
import { createFollowedJobs, type FollowedJob } from './followed-jobs.ts';
import { createJobLog } from './job-log.ts';
import { claimRun, type StoredJob } from './job-store.ts';
import { type JobRun, type RunDatabase, runJob } from './run-job.ts';

export interface JobQueue {
  /** Runs these jobs from now on, and cancels others. Returns those that are new or have a new schedule. */
  follow(stored: readonly StoredJob[]): FollowedJob[];
  /** Runs a job that is due at this time. */
  add(job: FollowedJob, due: number): void;
  /** Runs a job besides its schedule. False if it runs or waits already, or is not followed. */
  runNow(id: string): boolean;
  /** Starts what is due now. A timer does the same. */
  check(): void;
  /** Logs runs that were due and are not done later. */
  leaveOut(job: FollowedJob, count: number, reason: string): void;
  /** Cancels what runs. */
  close(): Promise<void>;
}

export interface JobQueueOptions {
  database: RunDatabase;
  log: Log;
  now: () => number;
  /** Called some time after the tables could not be used: they may have changed. */
  onFault: () => void;
}

const maxRunning = 5;
/** A clock that was set, or a machine that has slept, is noticed after so long. */
const maxSleepMs = 60_000;
const faultPauseMs = 5000;
const foreignKeyViolation = '23503';
/** pg_cron's words. */
const unscheduled = 'job canceled';
const stopped = 'The process that ran this job was stopped.';

export function createJobQueue({ database, log, now, onFault }: JobQueueOptions): JobQueue {
  const logJob = createJobLog(log, now);
  const jobs = createFollowedJobs(logJob, now);
  const started = new Set<Promise<void>>();
  const runs = new Map<FollowedJob, JobRun>();
  let timer: NodeJS.Timeout | undefined;
  let pause: NodeJS.Timeout | undefined;
  let isFaulty = false;
  let isClosed = false;

  function check(): void {
    if (isClosed) return;
    const next = jobs.noteDue(now());
    startPending();
    clearTimeout(timer);
    if (next === undefined) return;
    timer = setTimeout(check, Math.min(maxSleepMs, Math.max(1, next - now()))).unref();
  }

  function startPending(): void {
    for (const job of jobs.listPending()) {
      if (isClosed || pause !== undefined || started.size >= maxRunning) return;
      start(job);
    }
  }

  function start(job: FollowedJob): void {
    const due = job.pending ?? 0;
    job.pending = undefined;
    job.isBusy = true;
    const work = claimAndRun(job, due)
      .catch((error: unknown) => {
        log({ level: 'error', message: 'The outcome of a job could not be stored.', error: String(error) });
      })
      .finally(() => {
        started.delete(work);
        job.isBusy = false;
        jobs.logLeftOut(job, 'it was still running or waiting');
        startPending();
      });
    started.add(work);
  }

  async function claimAndRun(job: FollowedJob, due: number): Promise<void> {
    const claimed = await claimRun(database.sql, job, due).catch((error: unknown) => {
      // The job is removed at this moment.
      if (sqlStateOf(error) === foreignKeyViolation) return undefined;
      job.pending ??= due;
      waitAfterFault(error);
      return undefined;
    });
    if (!claimed) return;
    isFaulty = false;
    const run = runJob(database, claimed);
    runs.set(job, run);
    if (isClosed) run.cancel(stopped);
    else if (!jobs.has(job)) run.cancel(unscheduled);
    const { status, message } = await run.done.finally(() => runs.delete(job));
    if (status === 'failed' && message !== stopped && message !== unscheduled)
      logJob(job, { kind: 'failed', message: 'failed.', error: message.trim() });
  }

  function waitAfterFault(error: unknown): void {
    if (!isFaulty)
      log({ level: 'warn', message: 'Jobs of cron.job cannot be started.', error: String(error) });
    isFaulty = true;
    if (isClosed) return;
    pause ??= setTimeout(() => {
      pause = undefined;
      onFault();
      startPending();
    }, faultPauseMs).unref();
  }

  return {
    follow(stored) {
      const { changed, removed } = jobs.follow(stored);
      for (const job of removed) runs.get(job)?.cancel(unscheduled);
      check();
      return changed;
    },
    add(job, due) {
      jobs.addDue(job, due);
      check();
    },
    runNow(id) {
      const job = jobs.find(id);
      if (!job || job.isBusy || job.pending !== undefined) return false;
      jobs.addDue(job, now());
      check();
      return true;
    },
    check,
    leaveOut(job, count, reason) {
      job.leftOut += count;
      jobs.logLeftOut(job, reason);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(pause);
      for (const run of runs.values()) run.cancel(stopped);
      await Promise.all(started);
    },
  };
}
