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
}
