import { createAvailability } from './availability.ts';
import { createChannels } from './channels.ts';
import { type ConnectionTarget, toDatabaseUrl } from './connection-target.ts';
import { type Database, requestRoles, type TransactionSql } from './database.ts';
import { DatabaseUnavailable, toDatabaseError } from './errors.ts';
import type { Log } from './log.ts';
import { createBatchPool } from './pipeline/batch-pool.ts';
import { createPool, createProbe, type Limits } from './pool.ts';
import { runTransaction } from './transaction.ts';
import { createWatch, createWatchedSql } from './watched-sql.ts';

// What other connections are doing may be finished.
const finishSeconds = 5;
const renewAfterMs = 100;

/** The `Database` over one server that is there. It owns the connections, not the server. */
export function createConnectedDatabase(options: {
  target: ConnectionTarget;
  limits: Limits;
  log: Log;
  answerWithinMs: number;
  isDiskFull: () => boolean;
}): Database {
  const { target, limits, log, answerWithinMs, isDiskFull } = options;
  let pool = createPool(target, limits, log);
  let batches = createBatchPool(target, limits);
  let poolSince = performance.now();
  let isClosed = false;
  const channels = createChannels(pool);

  // Doubt and the question that follows it fit together into the time in which a caller wants to know.
  const availability = createAvailability({
    probe: () => probe(target),
    probeLimitMs: answerWithinMs * 0.5,
    // A server that hangs may never tell its connections so.
    onHung: () => replacePool(0),
    log,
  });
  const watch = createWatch(availability, answerWithinMs * 0.4, noteFault);
  const sql = createWatchedSql(() => pool, watch);

  function noteFault(error: unknown): unknown {
    const told = toDatabaseError(error, isDiskFull);
    if (told instanceof DatabaseUnavailable && !availability.isDown() && !isClosed) {
      // The first to meet a dead server finds out for the others, who then need not try.
      availability.check();
      // After a lost connection the driver's books are not always in order: the next statements get a new pool.
      if (performance.now() - poolSince > renewAfterMs) replacePool(finishSeconds);
    }
    return told;
  }

  function replacePool(patienceSeconds: number) {
    const old = pool;
    const oldBatches = batches;
    batches = createBatchPool(target, limits);
    pool = createPool(target, limits, log);
    poolSince = performance.now();
    channels.moveTo(pool);
    old.end({ timeout: patienceSeconds }).catch(() => {});
    oldBatches.end(patienceSeconds * 1000).catch(() => {});
  }

  function transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    let state: 'waiting' | 'running' | 'given up' = 'waiting';
    const run = () =>
      runTransaction(pool, async (inside) => {
        if (state === 'given up') throw new Error('Nobody waits for this transaction any more.');
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
    sql,
    transaction,
    asRole(role, claims, work) {
      if (!requestRoles.includes(role)) throw new Error(`No request may run as "${role}".`);
      return transaction(async (inside) => {
        // Sent together with the first statement of `work`; should it fail, the transaction is dead before that runs.
        const asked = inside`
          select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)
        `.execute();
        const [value] = await Promise.all([work(inside), asked]);
        return value;
      });
    },
    batch(statements, options = {}) {
      let state: 'waiting' | 'running' | 'given up' = 'waiting';
      const started = () => {
        if (state === 'given up') throw new Error('Nobody waits for these statements any more.');
        state = 'running';
      };
      return watch(() => batches.run(statements, options, started), {
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
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`;
    },
    isHealthy: () =>
      sql`select 1`.then(
        () => true,
        () => false,
      ),
    url: toDatabaseUrl(target),
    async close() {
      isClosed = true;
      availability.close();
      await Promise.all([pool.end({ timeout: 5 }), batches.end(5000)]);
    },
  };
}

async function probe(target: ConnectionTarget): Promise<void> {
  const connection = createProbe(target);
  try {
    await connection`select 1`;
  } finally {
    connection.end({ timeout: 0 }).catch(() => {});
  }
}
