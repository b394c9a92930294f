/** Of one process, in the last hour. Times in milliseconds; null without requests. */
export interface RequestFigures {
  /** ISO: when the process began to count. */
  since: string;
  ok: number;
  redirected: number;
  refused: number;
  failed: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
  /** Requests in each of the last 60 minutes, the oldest first. */
  minutes: number[];
}

/** What public.admin_health() answers. Parts that the server does not have are null. */
export interface DatabaseHealth {
  postgres: string;
  database_bytes: number;
  connections: number;
  max_connections: number;
  wal_bytes: number | null;
  /** Tables that are open to every visitor. */
  open_tables: string[];
  mails: {
    waiting: number;
    oldest: string | null;
    sent: number;
    unsent: number;
    refused: number;
    last_errors: { at: string; kind: string; recipient: string; error: string }[];
  } | null;
  jobs:
    | {
        name: string;
        schedule: string;
        active: boolean;
        status: string | null;
        at: string | null;
        error: string | null;
      }[]
    | null;
  statements: { query: string; calls: number; mean_ms: number; max_ms: number; total_ms: number }[] | null;
}

/** The answer of GET /health. */
export interface Health {
  database: DatabaseHealth;
  requests: RequestFigures;
  process: { node: string; startedAt: string; memoryBytes: number };
  disk: { freeBytes: number; totalBytes: number };
  /** Things to do, most urgent first. */
  warnings: string[];
  /** Things to think about. */
  hints: string[];
  /** The backend is a hosted project, which looks after backups, mails and functions itself. */
  isHosted: boolean;
  /** Live connections of this process; null with a hosted project. */
  realtime: { sockets: number; channels: number } | null;
}

export interface StoredBackup {
  name: string;
  created: string;
  /** When all of it was last read. */
  tested: string;
  bytes: number;
}

/** What is being made or tested, or was last. */
export interface BackupJob {
  kind: 'make' | 'test';
  /** Of the backup that is tested. */
  name?: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  startedAt: string;
  /** `copy`: bytes of the database. `read`: tables of the copy. `files`: other files. `send`, `fetch`: bytes to and from a bucket. */
  progress?: { step: 'copy' | 'read' | 'files' | 'send' | 'fetch'; done: number; total?: number };
  /** Why it failed. */
  message?: string;
}

export interface BackupScheduleState {
  /** As it was set: `24h`, `03:30`. */
  every: string;
  /** As it was set: `7 daily, 4 weekly`. Undefined if all are kept. */
  keep?: string;
  lastSuccess: string | null;
  /** Of the last one, if it failed. */
  fault: { at: string; message: string } | null;
}

/** The answer of GET /health/backups. */
export interface BackupsState {
  /** A folder, or `s3://bucket/prefix`. */
  folder: string;
  /** Undefined if the site makes none by itself. */
  schedule?: BackupScheduleState;
  /** Copies of the embedded database, or dumps of a server. */
  kind: 'cluster' | 'dump';
  job: BackupJob | undefined;
  backups: StoredBackup[];
  /** Why it is not known which there are. */
  placeFault?: string;
}

export interface QueuedMail {
  id: string;
  created_at: string;
  kind: string;
  recipient: string;
  state: 'queued' | 'sent' | 'refused' | 'outbox';
  attempts: number;
  finished_at: string | null;
  /** When it is tried again; null also while it is being sent. */
  next_at: string | null;
  error: string | null;
}

/** The answer of GET /health/mails. */
export interface MailsState {
  /** smtp: sent by a mail server. hook: by a hook. page: kept for this machine. none: not at all. */
  delivery: 'smtp' | 'hook' | 'page' | 'none';
  mails: QueuedMail[];
}

export interface ScheduledJob {
  id: string;
  name: string;
  schedule: string;
  active: boolean;
  /** The latest ten, the newest first. */
  runs: {
    run: number;
    status: string;
    at: string | null;
    until: string | null;
    message: string | null;
  }[];
}

/** The answer of GET /health/jobs; null without pg_cron. */
export interface JobsState {
  jobs: ScheduledJob[] | null;
  canRun: boolean;
}

/** The answer of GET /health/functions. Counted since the process started. */
export interface FunctionsState {
  functions: {
    name: string;
    /** Called without a key. */
    isPublic: boolean;
    calls: number;
    errors: number;
    lastCall: string | null;
    lines: { at: string; level: 'info' | 'warn' | 'error'; text: string }[];
  }[];
}
