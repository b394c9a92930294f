/** A few connections outside the site's own: for migrations, backups and tests. */
import type { ConnectionTarget } from './connection-target.ts';
import { queryOne } from './driver/connection.ts';
import { createConnectionPool } from './driver/connection-pool.ts';
import { noTimeLimits } from './driver/open-client.ts';
import { createSql, type Sql, type TransactionSql } from './driver/sql.ts';
import { runTransaction } from './driver/transaction.ts';
import type { Log } from './log.ts';

export interface Pool {
  sql: Sql;
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** Running statements may finish within this time. */
  end(timeoutMs?: number): Promise<void>;
}

const endMs = 5000;

/** One connection without time limits. */
export function openPool(target: ConnectionTarget, log: Log): Pool {
  const onWarning = (message: string) => log({ level: 'warn', message });
  const pool = createConnectionPool({ target, limits: noTimeLimits, maxConnections: 1, onWarning });
  const work = { kind: '', maxConnections: 1 };
  return {
    sql: createSql(
      (statement) => pool.use(work, (connection) => queryOne(connection, statement)),
      (text) => pool.use(work, (connection) => connection.script(text)),
    ),
    transaction: (task) => pool.use(work, (connection) => runTransaction(connection, task)),
    end: (timeoutMs = endMs) => pool.end(timeoutMs),
  };
}
