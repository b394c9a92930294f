import { join } from 'node:path';
import type { BackupJob, BackupsState } from '../../../app/admin/health/health-data.ts';
import { backupFolder, listBackups } from '../../../database/backup/list-backups.ts';
import { makeBackup } from '../../../database/backup/make-backup.ts';
import type { BackupProgress } from '../../../database/backup/progress.ts';
import { testBackup } from '../../../database/backup/test-backup.ts';
import { DatabaseStartError } from '../../../database/errors.ts';
import { explainFileFault } from '../../../database/file-faults.ts';
import type { Log } from '../../../database/log.ts';
import { AdminError } from '../admin-error.ts';

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
}

export interface BackupsOptions {
  dataFolder: string;
  /** The server itself, not a pooler: pg_dump needs a session of its own. */
  databaseUrl?: string | undefined;
  log: Log;
}

export function createBackups({ dataFolder, databaseUrl, log }: BackupsOptions): Backups {
  const folder = backupFolder(dataFolder);
  const options = { dataFolder, ...(databaseUrl !== undefined && { databaseUrl }), log };
  let job: BackupJob | undefined;
  let running: { stopping: AbortController; ended: Promise<void> } | undefined;

  function requireIdle(): void {
    if (running)
      throw new AdminError(409, 'busy', 'A backup is being made or tested. Wait for it, or stop it first.');
  }

  type Work = (watch: {
    signal: AbortSignal;
    onProgress(progress: BackupProgress): void;
  }) => Promise<unknown>;

  function start(begun: Pick<BackupJob, 'kind' | 'name'>, work: Work): void {
    requireIdle();
    const stopping = new AbortController();
    const current: BackupJob = { ...begun, state: 'running', startedAt: new Date().toISOString() };
    job = current;
    const onProgress = (progress: BackupProgress) => {
      current.progress = progress;
    };
    const ended = work({ signal: stopping.signal, onProgress }).then(
      () => {
        current.state = 'done';
      },
      (error: unknown) => {
        current.state = stopping.signal.aborted ? 'stopped' : 'failed';
        if (!stopping.signal.aborted) current.message = explain(error);
      },
    );
    running = { stopping, ended };
    void ended.finally(() => {
      running = undefined;
    });
  }

  function explain(error: unknown): string {
    if (error instanceof DatabaseStartError) return error.message;
    const fault = explainFileFault(error);
    if (fault !== undefined) return fault;
    log({ level: 'error', message: 'A backup failed.', error: String(error) });
    return `It failed: ${error instanceof Error ? error.message : String(error)}`;
  }

  return {
    requireIdle,
    read: async () => ({
      folder,
      kind: databaseUrl ? 'dump' : 'cluster',
      job,
      backups: await listBackups(folder),
    }),
    make: () => start({ kind: 'make' }, (watch) => makeBackup({ ...options, ...watch })),
    async test(name) {
      const found = (await listBackups(folder)).some((backup) => backup.name === name);
      if (!found) throw new AdminError(404, 'not-found', 'There is no such backup. It may have been moved.');
      start({ kind: 'test', name }, (watch) =>
        testBackup({ ...options, ...watch, from: join(folder, name) }),
      );
    },
    async stop() {
      running?.stopping.abort();
      await running?.ended;
    },
  };
}
