/** Opens a connection with the driver `pg`, and turns its errors into ours. */
import { Client, type ClientConfig, DatabaseError } from 'pg';
import type { ConnectionTarget } from '../connection-target.ts';
import { ServerError } from '../errors.ts';
import { type TimeLimits, toStartUpOptions } from './session-settings.ts';

export type { TimeLimits };

export const noTimeLimits: TimeLimits = {
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  idleInTransactionTimeoutMs: 0,
};

export interface ConnectionEvents {
  onGone?: () => void;
  onWarning?: (message: string) => void;
  /** Called when the server has sent anything, even before the connection is open. */
  onActivity?: () => void;
  signal?: AbortSignal;
  /** The connection also takes replication commands, and every statement with the simple protocol only. */
  isReplication?: boolean;
}

/** A busy server is slow to accept connections. Whether it is up is known sooner: see availability.ts. */
const connectMs = 10_000;

/** What PgBouncer and RDS Proxy say about settings at the start of a session. */
const refusesOptions = /unsupported startup parameter|command-line options/i;

export async function openClient(
  target: ConnectionTarget,
  limits: TimeLimits,
  events: ConnectionEvents,
): Promise<Client> {
  const client = new Client(toConfig(target, limits, events));
  // A lost connection is reported by the statements on it and by `end`.
  client.on('error', () => {});
  const { stream } = client.connection;
  if (events.onActivity) stream.once('data', events.onActivity);
  const abort = () => stream.destroy();
  events.signal?.addEventListener('abort', abort);
  try {
    await client.connect();
    return client;
  } catch (error) {
    stream.destroy();
    if (target.ssl === 'prefer' && error instanceof Error && /does not support SSL/.test(error.message))
      return openClient({ ...target, ssl: false }, limits, events);
    if (!target.pooler.isUsed && error instanceof Error && refusesOptions.test(error.message)) {
      target.pooler.isUsed = true;
      return openClient(target, limits, events);
    }
    throw toOwnError(error);
  } finally {
    events.signal?.removeEventListener('abort', abort);
  }
}

function toConfig(target: ConnectionTarget, limits: TimeLimits, events: ConnectionEvents): ClientConfig {
  const isUnix = target.host.startsWith('/');
  return {
    host: target.host,
    port: target.port,
    user: target.user,
    // A function, because the driver would look elsewhere for an empty one.
    password: () => target.password,
    database: target.database,
    ssl: isUnix || target.ssl === false ? false : { rejectUnauthorized: target.ssl === 'verify-full' },
    application_name: 'porchlight',
    ...(!target.pooler.isUsed && { options: toStartUpOptions(limits, target.startAs) }),
    connectionTimeoutMillis: connectMs,
    ...(events.isReplication && { replication: 'database' }),
  };
}

/** The driver's errors about a lost connection have no code. */
export function toOwnError(error: unknown): unknown {
  if (error instanceof DatabaseError) return new ServerError(error.message, error);
  if (!(error instanceof Error) || 'code' in error) return error;
  const code = /timeout expired/.test(error.message) ? 'CONNECT_TIMEOUT' : 'CONNECTION_CLOSED';
  return Object.assign(new Error(error.message, { cause: error }), { code });
}
