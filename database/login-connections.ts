import { createChannels } from './channels.ts';
import type { ConnectionTarget } from './connection-target.ts';
import type { Connections } from './database.ts';
import type { RawRow } from './driver/batch-query.ts';
import { type BatchOptions, type Connection, queryOne } from './driver/connection.ts';
import { type ConnectionCount, createConnectionPool, type Work } from './driver/connection-pool.ts';
import type { TimeLimits } from './driver/open-client.ts';
import type { BatchStatement } from './driver/prepared-statements.ts';
import { createSql } from './driver/sql.ts';
import { runTransaction } from './driver/transaction.ts';
import type { Log } from './log.ts';
import type { Watch } from './watch.ts';

/** The maximum number of connections of a login, and how many of them transactions may take. */
export interface Share {
  connections: number;
  transactions: number;
}

/** Each repetition replaces one connection, so that none of the old ones is left. */
const maxRepeats = 50;

/** The connections of one login, opened on demand. */
export interface LoginConnections {
  connections: Connections;
  count(): ConnectionCount;
  /** The next statements get new connections; running ones may finish within this time. */
  replace(timeoutSeconds: number): void;
  end(timeoutSeconds: number): Promise<void>;
}

export function createLoginConnections(options: {
  target: ConnectionTarget;
  /** The server itself, if `target` is a pooler: there a session is kept, as LISTEN needs it. */
  direct: ConnectionTarget;
  limits: TimeLimits;
  share: Share;
  watch: Watch;
  /** Rejects when notifications are not heard. */
  requireHearing: () => Promise<void>;
  log: Log;
}): LoginConnections {
  const { target, direct, limits, share, watch, requireHearing, log } = options;
  const maxConnections = share.connections;
  const onWarning = (message: string) => log({ level: 'warn', message });
  const openPool = () => createConnectionPool({ target, limits, maxConnections, onWarning });
  let pool = openPool();
  const channels = createChannels(direct, onWarning);

  // The others are left for transactions and other statements: a slow statement must not block everything. More connections would
  // also cost Postgres more CPU time for the same statements.
  const maxOfAKind = Math.min(maxConnections, Math.max(maxConnections - share.transactions, 2));
  const transactions: Work = { kind: 'transaction', maxConnections: share.transactions };
  /** The last statement is the request itself; those before it say who is calling. */
  const workOf = (statements: readonly Pick<BatchStatement, 'text'>[]): Work => ({
    kind: statements.at(-1)?.text ?? '',
    maxConnections: maxOfAKind,
  });

  /** Waits for a connection, and runs `use` on it unless the caller has stopped waiting. */
  function run<T>(work: Work, use: Parameters<typeof pool.use<T>>[1]): Promise<T> {
    let state: 'waiting' | 'running' | 'given up' = 'waiting';
    const start = () =>
      pool.use(work, (connection) => {
        if (state === 'given up') throw new Error('The caller of this statement has stopped waiting.');
        state = 'running';
        return use(connection);
      });
    return watch(start, {
      isWaiting: () => state === 'waiting',
      giveUp: () => {
        state = 'given up';
      },
    });
  }

  /** Runs it again when the connection was at fault and nothing was done. */
  async function runOrRepeat<T>(work: Work, use: (connection: Connection) => Promise<T>): Promise<T> {
    for (let repeats = 0; ; repeats += 1) {
      const outcome = await run(work, (connection) =>
        use(connection).then(
          (value) => ({ value }),
          (error: unknown) => {
            if (connection.hasFailedAtOnce() && repeats < maxRepeats) return undefined;
            throw error;
          },
        ),
      );
      if (outcome !== undefined) return outcome.value;
    }
  }

  return {
    connections: {
      sql: createSql(
        (statement) => runOrRepeat(workOf([statement]), (connection) => queryOne(connection, statement)),
        (text) => run(workOf([{ text }]), (connection) => connection.script(text)),
      ),
      transaction: (work) => runOrRepeat(transactions, (connection) => runTransaction(connection, work)),
      batch: (statements, batchOptions = {}) =>
        runOrRepeat(workOf(statements), (connection) => runBatch(connection, statements, batchOptions)),
      listen: (channel, onMessage, onResumed = () => {}) =>
        watch(() => requireHearing().then(() => channels.listen(channel, onMessage, onResumed)), {
          isWaiting: () => false,
          giveUp: () => {},
        }),
    },
    count: () => pool.count(),
    replace(timeoutSeconds) {
      const old = pool;
      pool = openPool();
      channels.reconnect();
      old.end(timeoutSeconds * 1000).catch(() => {});
    },
    async end(timeoutSeconds) {
      channels.end();
      await pool.end(timeoutSeconds * 1000);
    },
  };
}

/** Cancels the batch when its caller stops waiting. */
async function runBatch(
  connection: Connection,
  statements: readonly BatchStatement[],
  options: BatchOptions,
): Promise<RawRow[][]> {
  const { signal } = options;
  signal?.throwIfAborted();
  let cancelling: Promise<void> | undefined;
  const cancel = () => {
    cancelling = connection.cancel().catch(() => {});
  };
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await connection.batch(statements, options);
  } finally {
    signal?.removeEventListener('abort', cancel);
    // The cancel request must not hit the next statement.
    await cancelling;
  }
}
