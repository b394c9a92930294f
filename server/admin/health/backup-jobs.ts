import type { BackupJob } from '../../../app/admin/health/health-data.ts';
import type { BackupProgress } from '../../../database/backup/progress.ts';
import { explainBackupFault } from '../../backup/explain-fault.ts';
import { AdminError } from '../admin-error.ts';

export interface JobWatch {
  signal: AbortSignal;
  onProgress(progress: BackupProgress): void;
}

/** Runs one piece of work at a time, and tells how far it is. */
export function createJobs() {
  let job: BackupJob | undefined;
  let running: { stopping: AbortController; ended: Promise<unknown> } | undefined;

  function requireIdle(): void {
    if (running)
      throw new AdminError(409, 'busy', 'A backup is being made or tested. Wait for it, or stop it first.');
  }

  /** Resolves with nothing when it was stopped. */
  function start<Result>(
    begun: Pick<BackupJob, 'kind' | 'name'>,
    work: (watch: JobWatch) => Promise<Result>,
  ): Promise<Result | undefined> {
    requireIdle();
    const stopping = new AbortController();
    const current: BackupJob = { ...begun, state: 'running', startedAt: new Date().toISOString() };
    job = current;
    const onProgress = (progress: BackupProgress) => {
      current.progress = progress;
    };
    const result = work({ signal: stopping.signal, onProgress }).then(
      (value) => {
        current.state = 'done';
        return value;
      },
      (error: unknown) => {
        current.state = stopping.signal.aborted ? 'stopped' : 'failed';
        if (stopping.signal.aborted) return undefined;
        current.message = explainBackupFault(error);
        throw error;
      },
    );
    const ended = result.catch(() => {});
    running = { stopping, ended };
    void ended.finally(() => {
      running = undefined;
    });
    return result;
  }

  return {
    requireIdle,
    start,
    isBusy: () => running !== undefined,
    /** What runs, or ran last. */
    current: () => job,
    /** Resolves when the work has ended, and has left nothing behind. */
    async stop() {
      running?.stopping.abort();
      await running?.ended;
    },
  };
}
