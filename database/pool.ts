import postgres from 'postgres';
import { driverArrayTypes } from './array-types.ts';
import type { ConnectionTarget } from './connection-target.ts';
import type { Log } from './log.ts';

/** How long anything may take, so that one bad statement cannot hold up the others. */
export interface Limits {
  maxConnections: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  idleInTransactionTimeoutMs: number;
}

/** One connection for work that takes as long as it takes. */
export const noTimeLimits: Limits = {
  maxConnections: 1,
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  idleInTransactionTimeoutMs: 0,
};

// Idle connections are given back, because each of them is a process of the server with memory of its own.
const idleSeconds = 60;
/** A busy server takes its time to let us in. Whether one is there at all is known sooner: see availability.ts. */
export const connectSeconds = 10;
// The driver's own back-off grows to 20 s; a server that is back must be found at once.
const reconnectSeconds = 0.1;

/** A pool of connections: opened when needed, pipelined and prepared, reopened by itself when the server comes back. */
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

/** What is set on a connection from the start. */
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

/** One connection for one question, with no settings of its own: does the server let us in? */
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
