import type { ConnectionTarget } from '../connection-target.ts';
import type { Limits } from '../pool.ts';
import type { RawRow } from './answers.ts';
import {
  type BatchConnection,
  type BatchOptions,
  type BatchStatement,
  createBatchConnection,
} from './batch-connection.ts';
import { openSocket } from './open-socket.ts';

/** Connections for batches: opened when needed, given back when idle. */
export interface BatchPool {
  run(statements: readonly BatchStatement[], options: BatchOptions, started: () => void): Promise<RawRow[][]>;
  /** What is running may finish within this time. */
  end(patienceMs: number): Promise<void>;
}

const idleMs = 60_000;

export function createBatchPool(target: ConnectionTarget, limits: Limits): BatchPool {
  const free: { connection: BatchConnection; timer: NodeJS.Timeout }[] = [];
  const all = new Set<BatchConnection>();
  const waiting: {
    resolve: (connection: BatchConnection | undefined) => void;
    reject: (error: Error) => void;
  }[] = [];
  let opening = 0;
  let isEnded = false;

  async function open(): Promise<BatchConnection> {
    opening += 1;
    try {
      const socket = await openSocket(target, limits);
      const connection: BatchConnection = createBatchConnection({
        open: socket,
        target,
        onGone: () => forget(connection),
      });
      all.add(connection);
      if (isEnded) connection.destroy();
      return connection;
    } finally {
      opening -= 1;
    }
  }

  function forget(connection: BatchConnection): void {
    all.delete(connection);
    const index = free.findIndex((entry) => entry.connection === connection);
    if (index >= 0) clearTimeout(free.splice(index, 1)[0]?.timer);
    // There is room for another one now.
    waiting.shift()?.resolve(undefined);
  }

  async function take(): Promise<BatchConnection> {
    if (isEnded) throw ended();
    // The one used last comes first, so that those beyond the usual need fall idle.
    const found = free.pop();
    if (found !== undefined) {
      clearTimeout(found.timer);
      return found.connection;
    }
    if (all.size + opening < limits.maxConnections) return open();
    const given = await new Promise<BatchConnection | undefined>((resolve, reject) => {
      waiting.push({ resolve, reject });
    });
    return given ?? take();
  }

  function giveBack(connection: BatchConnection): void {
    if (!all.has(connection)) return;
    const next = waiting.shift();
    if (isEnded) connection.destroy();
    else if (next !== undefined) next.resolve(connection);
    else {
      const timer = setTimeout(() => connection.destroy(), idleMs);
      timer.unref();
      free.push({ connection, timer });
    }
  }

  const run: BatchPool['run'] = async (statements, options, started) => {
    const connection = await take();
    let cancelling: Promise<void> | undefined;
    const cancel = () => {
      cancelling = connection.cancel().catch(() => {});
    };
    try {
      options.signal?.throwIfAborted();
      started();
      options.signal?.addEventListener('abort', cancel, { once: true });
      return await connection.run(statements, options);
    } catch (error) {
      if (!connection.isSpoiled()) throw error;
      connection.destroy();
      return await run(statements, options, started);
    } finally {
      options.signal?.removeEventListener('abort', cancel);
      // Nobody else may be hit by it.
      if (cancelling === undefined) giveBack(connection);
      else cancelling.finally(() => giveBack(connection));
    }
  };

  return {
    run,
    async end(patienceMs) {
      isEnded = true;
      for (const { reject } of waiting.splice(0)) reject(ended());
      for (const { connection } of free.splice(0)) connection.destroy();
      const until = performance.now() + patienceMs;
      while (all.size > 0 && performance.now() < until) await new Promise((done) => setTimeout(done, 20));
      for (const connection of [...all]) connection.destroy();
    },
  };
}

function ended(): Error {
  return Object.assign(new Error('The connections to the database were ended.'), {
    code: 'CONNECTION_ENDED',
  });
}
