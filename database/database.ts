import type postgres from 'postgres';
import type { RawRow } from './pipeline/answers.ts';
import type { BatchOptions, BatchStatement } from './pipeline/batch-connection.ts';

/** The driver's tag, in a transaction or not. What manages connections is left out: `transaction` and `listen` do it safely. */
export type Sql = postgres.ISql;
export type TransactionSql = postgres.TransactionSql;

/** The only roles a request may run as. */
export const requestRoles = ['anon', 'authenticated', 'service_role'] as const;
export type RequestRole = (typeof requestRoles)[number];

/** Postgres, wherever it runs. Every call fails with `DatabaseUnavailable` within two seconds when nobody answers. */
export interface Database {
  /** The driver's tag, for trusted server code: it runs as the role of the connection, which owns every table. */
  sql: Sql;
  /** Everything that `work` does is kept, or nothing when it throws. */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** One transaction as the given role, with the claims that `auth.uid()` and row security read. */
  asRole<T>(
    role: RequestRole,
    claims: Record<string, unknown>,
    work: (sql: TransactionSql) => Promise<T>,
  ): Promise<T>;
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
  notify(channel: string, payload: string): Promise<void>;
  isHealthy(): Promise<boolean>;
  /** The address for psql and pg_dump. It holds the password. */
  url: string;
  close(): Promise<void>;
}
