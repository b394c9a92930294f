/** The jobs that this process knows, and which of them are due. At most one run of a job waits; further ones are counted and left out. */
import { findNextDue } from './find-next-due.ts';
import type { LogJob } from './job-log.ts';
import type { StoredJob } from './job-store.ts';
import { parseSchedule, type Schedule } from './parse-schedule.ts';

export interface FollowedJob extends StoredJob {
  /** Undefined when its schedule cannot be read. */
  parsed: Schedule | undefined;
  next: number | undefined;
  /** When it was due last, if it has not started since. */
  pending: number | undefined;
  /** How many runs were left out since that was logged. */
  leftOut: number;
  /** Whether this process is starting or running it. */
  isBusy: boolean;
}

export interface FollowedJobs {
  /** Takes over the jobs of the database. */
  follow(stored: readonly StoredJob[]): { changed: FollowedJob[]; removed: FollowedJob[] };
  has(job: FollowedJob): boolean;
  find(id: string): FollowedJob | undefined;
  addDue(job: FollowedJob, due: number): void;
  /** Marks what is due by now. Returns when the next job will be. */
  noteDue(at: number): number | undefined;
  /** Those that can be started, the longest waiting first. */
  listPending(): FollowedJob[];
  logLeftOut(job: FollowedJob, reason: string): void;
}

/** A run that is later than this, because the machine has slept, is left out. */
const maxLateMs = 60_000;

export function createFollowedJobs(logJob: LogJob, now: () => number): FollowedJobs {
  const jobs = new Map<string, FollowedJob>();

  function logLeftOut(job: FollowedJob, reason: string): void {
    const message = `was not run as often as it was due: ${reason}.`;
    if (job.leftOut > 0) logJob(job, { kind: 'left out', message, count: job.leftOut });
    job.leftOut = 0;
  }

  function addDue(job: FollowedJob, due: number): void {
    if (job.pending !== undefined) job.leftOut += 1;
    job.pending = due;
  }

  function noteDueOf(job: FollowedJob, at: number): void {
    const { next: first, pending: before } = job;
    if (first === undefined || first > at) return;
    while (job.parsed && job.next !== undefined && job.next <= at) {
      addDue(job, job.next);
      job.next = findNextDue(job.parsed, job.next);
    }
    if (at - first <= maxLateMs) return;
    if (job.pending !== undefined && at - job.pending > maxLateMs) {
      if (before === undefined) job.leftOut += 1;
      job.pending = before;
    }
    logLeftOut(job, 'the machine or the process stood still');
  }

  function readSchedule(job: StoredJob): Schedule | undefined {
    try {
      return parseSchedule(job.schedule);
    } catch (error) {
      const message = 'does not run: its schedule cannot be read.';
      logJob(job, { kind: 'unreadable', message, error: String(error) });
      return undefined;
    }
  }

  function followOne(stored: StoredJob): FollowedJob[] {
    const known = jobs.get(stored.id);
    const isSame = known?.schedule === stored.schedule;
    const parsed = isSame ? known.parsed : readSchedule(stored);
    const times = isSame ? {} : { parsed, next: parsed && findNextDue(parsed, now()), pending: undefined };
    const job = Object.assign(
      known ?? { parsed, next: undefined, pending: undefined, leftOut: 0, isBusy: false },
      stored,
      times,
    );
    jobs.set(stored.id, job);
    return isSame ? [] : [job];
  }

  return {
    follow(stored) {
      const ids = new Set(stored.map(({ id }) => id));
      const removed = [...jobs.values()].filter(({ id }) => !ids.has(id));
      for (const { id } of removed) jobs.delete(id);
      return { changed: stored.flatMap(followOne), removed };
    },
    has: (job) => jobs.get(job.id) === job,
    find: (id) => jobs.get(id),
    addDue,
    noteDue(at) {
      for (const job of jobs.values()) noteDueOf(job, at);
      const times = [...jobs.values()].flatMap(({ next }) => next ?? []);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    listPending() {
      const waiting = [...jobs.values()].filter(({ pending, isBusy }) => pending !== undefined && !isBusy);
      return waiting.sort((one, other) => (one.pending ?? 0) - (other.pending ?? 0));
    },
    logLeftOut,
  };
}
