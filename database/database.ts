import type { RawRow } from './driver/batch-query.ts';
import type { BatchOptions } from './driver/connection.ts';
import type { ConnectionCount } from './driver/connection-pool.ts';
import type { BatchStatement } from './driver/prepared-statements.ts';
import type { Sql, TransactionSql } from './driver/sql.ts';
import type { Login } from './login-roles.ts';
import type { OpenReplication } from './replication/replication.ts';
import type { OpenRoleSession } from './role-session.ts';

export type { BatchStatement, RawRow, Sql, TransactionSql };

/** The only roles that a request may run as. */
export const requestRoles = ['anon', 'authenticated', 'service_role'] as const;
export type RequestRole = (typeof requestRoles)[number];

export interface LoginCount extends ConnectionCount {
  login: Login | 'owner' | 'replica';
}

/** Connections of one login. Every call fails with `DatabaseUnavailable` within two seconds when the server does not respond. */
export interface Connections {
  /** The tag for statements. They run as the login role. */
  sql: Sql;
  /**
   * Runs `work` in a transaction, which is rolled back when it throws. If the connection turns out to be unusable at its first statements,
   * `work` is run again on another one.
   */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /**
   * Sends statements together: one transaction and one round trip, each prepared once per connection. Values and rows are text. An error of
   * Postgres is a `ServerError`.
   */
  batch(statements: readonly BatchStatement[], options?: BatchOptions): Promise<RawRow[][]>;
  /**
   * Listens to a channel until the returned function is called. After a lost connection it listens again and calls `onResumed`:
   * notifications in between are lost.
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onResumed?: () => void,
  ): Promise<() => Promise<void>>;
}

/** A streaming replica that is at most some seconds behind its server. */
export interface ReadReplica {
  /** The rows of read-only statements; undefined when the server itself has to be asked. */
  tryBatch(
    statements: readonly BatchStatement[],
    options: { signal?: AbortSignal | undefined },
  ): Promise<RawRow[][] | undefined>;
}

/**
 * A Postgres database. Each kind of work has its own login. The database's own connections have the role that owns every table: they are
 * for migrations and tests, and no request can use them.
 */
export interface Database extends Connections {
  /** For callers' statements: a login without rights, which can switch to the caller's role and to none with more rights. */
  requests(role: RequestRole): Connections;
  /** The auth service's tables, as supabase_auth_admin. No caller's statement runs on these connections. */
  auth: Connections;
  /** The storage's tables, as supabase_storage_admin. */
  storage: Connections;
  /** Messages and the rights on private channels, as supabase_realtime_admin. Policies of the site run here as the caller's role. */
  realtime: Connections;
  /** For the site's own functions, which do not act for a visitor. */
  site: Connections;
  /** For callers' statements that may miss what was written last. Undefined without DATABASE_READ_URL. */
  readReplica?: ReadReplica | undefined;
  /** Runs a transaction as the given role, with the claims that `auth.uid()` and row security read. */
  asRole<T>(
    role: RequestRole,
    claims: Record<string, unknown>,
    work: (sql: TransactionSql) => Promise<T>,
  ): Promise<T>;
  notify(channel: string, payload: string): Promise<void>;
  /** Streams committed changes, signed in as the owner. No caller's statement runs there. */
  openReplication: OpenReplication;
  /** Opens a session for statements of the site that run as one role and can become no other. No time limit ends them. */
  openRoleSession: OpenRoleSession;
  /** For writes at the start: done now, or when a full disk has space again. */
  whenWritable(work: () => Promise<void>): Promise<void>;
  /** The connections of this process, by login. */
  countConnections(): LoginCount[];
  isHealthy(): Promise<boolean>;
  /** The URL for psql and pg_dump. It contains the password. */
  url: string;
  close(): Promise<void>;
}
