import type postgres from 'postgres';
import type { BatchOptions, BatchStatement } from './pipeline/batch-connection.ts';
import type { RawRow } from './pipeline/message-reader.ts';

/** The driver's tag, in a transaction or not. What manages connections is left out: `transaction` and `listen` do it safely. */
export type Sql = postgres.ISql;
export type TransactionSql = postgres.TransactionSql;

/** The only roles a request may run as. */
export const requestRoles = ['anon', 'authenticated', 'service_role'] as const;
export type RequestRole = (typeof requestRoles)[number];

/** Connections of one login. Every call fails with `DatabaseUnavailable` within two seconds when the server does not answer. */
export interface Connections {
  /** The driver's tag. It runs as the role that signed in. */
  sql: Sql;
  /** Everything that `work` does is kept, or nothing when it throws. */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /**
   * Statements that are sent together and answered together: one transaction and one round trip, each prepared once on a
   * connection. Values go and rows come as text. An error of Postgres is a `ServerError`.
   */
  batch(statements: readonly BatchStatement[], options?: BatchOptions): Promise<RawRow[][]>;
  /**
   * Hears what is sent to a channel until the returned function is called. After a lost connection it listens again
   * and calls `onResumed`: what was sent in between was not heard.
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onResumed?: () => void,
  ): Promise<() => Promise<void>>;
}

/**
 * Postgres, wherever it runs. Each kind of work has a login of its own. What the database has itself are connections of the role
 * that owns every table: for migrations and tests, and for nothing that a request can reach.
 */
export interface Database extends Connections {
  /** For statements of callers: a login without rights, which can become the caller's role and none that may do more. */
  requests(role: RequestRole): Connections;
  /** The auth service's tables, as supabase_auth_admin. No caller's statement runs on these connections. */
  auth: Connections;
  /** The storage's tables, as supabase_storage_admin. */
  storage: Connections;
  /** The functions that the site calls without speaking for a visitor. */
  site: Connections;
  /** One transaction as the given role, with the claims that `auth.uid()` and row security read. */
  asRole<T>(
    role: RequestRole,
    claims: Record<string, unknown>,
    work: (sql: TransactionSql) => Promise<T>,
  ): Promise<T>;
  notify(channel: string, payload: string): Promise<void>;
  /** For what a start sets: done now or, while the disk is full, as soon as there is room. */
  whenWritable(work: () => Promise<void>): Promise<void>;
  isHealthy(): Promise<boolean>;
  /** The address for psql and pg_dump. It holds the password. */
  url: string;
  close(): Promise<void>;
}
