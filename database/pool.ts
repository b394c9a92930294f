import postgres from 'postgres';
import { driverArrayTypes } from './array-types.ts';
import type { ConnectionTarget } from './connection-target.ts';
import type { Log } from './log.ts';

/** Time limits, so that one bad statement cannot block the others. */
export interface Limits {
  maxConnections: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  idleInTransactionTimeoutMs: number;
}

/** One connection for work without time limits. */
export const noTimeLimits: Limits = {
  maxConnections: 1,
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  idleInTransactionTimeoutMs: 0,
};

// Idle connections are closed, because each is a server process with its own memory.
const idleSeconds = 60;
/** A busy server is slow to accept connections. Whether it is up is known sooner: see availability.ts. */
export const connectSeconds = 10;
// The driver's back-off grows to 20 s; a server that is back must be found at once.
const reconnectSeconds = 0.1;

/** A pool of connections: opened on demand, pipelined and prepared, reopened when the server comes back. */
export function createPool(target: ConnectionTarget, limits: Limits, log: Log): postgres.Sql {
  return postgres({
    ...addressOf(target),
    max: limits.maxConnections,
    idle_timeout: idleSeconds,
    connect_timeout: connectSeconds,
    backoff: () => reconnectSeconds,
    prepare: target.prepare,
    fetch_types: false,
    types: driverArrayTypes,
    onnotice: (notice) => {
      if (notice.severity === 'WARNING') log({ level: 'warn', message: notice.message ?? 'Postgres warns.' });
    },
    connection: startParameters(limits),
  });
}

/** The settings of every new connection. */
export function startParameters(limits: Limits) {
  return {
    application_name: 'porchlight',
    TimeZone: 'UTC',
    search_path: '"$user", public, extensions',
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionTimeoutMs,
  };
}

/** One connection without settings, to test whether the server accepts us. */
export function createProbe(target: ConnectionTarget): postgres.Sql {
  return postgres({
    ...addressOf(target),
    max: 1,
    connect_timeout: connectSeconds,
    fetch_types: false,
    prepare: false,
    onnotice: () => {},
    connection: { application_name: 'porchlight probe' },
  });
}

function addressOf(target: ConnectionTarget) {
  const address = {
    host: target.host,
    port: target.port,
    user: target.user,
    password: target.password,
    database: target.database,
    ssl: target.ssl,
  };
  return target.host.startsWith('/')
    ? { ...address, path: `${target.host}/.s.PGSQL.${target.port}` }
    : address;
}
