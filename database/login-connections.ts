import { createChannels } from './channels.ts';
import type { ConnectionTarget } from './connection-target.ts';
import type { Connections, TransactionSql } from './database.ts';
import type { Log } from './log.ts';
import { createBatchPool } from './pipeline/batch-pool.ts';
import { createPool, type Limits } from './pool.ts';
import { runTransaction } from './transaction.ts';
import { createWatchedSql, type Watch } from './watched-sql.ts';

/** The maximum number of connections of a login: of the driver, and for batches. */
export interface Share {
  driver: number;
  batches: number;
}

/** The connections of one login, opened on demand. */
export interface LoginConnections {
  connections: Connections;
  /** The next statements get new connections; running ones may finish within this time. */
  replace(timeoutSeconds: number): void;
  end(timeoutSeconds: number): Promise<void>;
}

export function createLoginConnections(options: {
  target: ConnectionTarget;
  limits: Limits;
  share: Share;
  watch: Watch;
  log: Log;
}): LoginConnections {
  const { target, limits, share, watch, log } = options;
  const openPool = () => createPool(target, { ...limits, maxConnections: share.driver }, log);
  const openBatches = () => createBatchPool(target, { ...limits, maxConnections: share.batches });
  let pool = openPool();
  let batches = openBatches();
  const channels = createChannels(pool);

  function transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    let state: 'waiting' | 'running' | 'given up' = 'waiting';
    const run = () =>
      runTransaction(pool, async (inside) => {
        if (state === 'given up') throw new Error('The caller of this transaction has stopped waiting.');
        state = 'running';
        return work(inside);
      });
    const watched = {
      isWaiting: () => state === 'waiting',
      giveUp: () => {
        state = 'given up';
      },
    };
    return watch(run, watched).then((done) => done.value);
  }

  return {
    connections: {
      sql: createWatchedSql(() => pool, watch),
      transaction,
      batch(statements, batchOptions = {}) {
        let state: 'waiting' | 'running' | 'given up' = 'waiting';
        const started = () => {
          if (state === 'given up') throw new Error('The caller of these statements has stopped waiting.');
          state = 'running';
        };
        return watch(() => batches.run(statements, batchOptions, started), {
          isWaiting: () => state === 'waiting',
          giveUp: () => {
            state = 'given up';
          },
        });
      },
      listen: (channel, onMessage, onResumed = () => {}) =>
        watch(() => channels.listen(channel, onMessage, onResumed), {
          isWaiting: () => false,
          giveUp: () => {},
        }),
    },
    replace(timeoutSeconds) {
      const old = pool;
      const oldBatches = batches;
      batches = openBatches();
      pool = openPool();
      channels.moveTo(pool);
      old.end({ timeout: timeoutSeconds }).catch(() => {});
      oldBatches.end(timeoutSeconds * 1000).catch(() => {});
    },
    async end(timeoutSeconds) {
      await Promise.all([pool.end({ timeout: timeoutSeconds }), batches.end(timeoutSeconds * 1000)]);
    },
  };
}
