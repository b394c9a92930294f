import type { ConnectionTarget } from '../connection-target.ts';
import type { Limits } from '../pool.ts';
import {
  type BatchConnection,
  type BatchOptions,
  type BatchStatement,
  createBatchConnection,
} from './batch-connection.ts';
import type { RawRow } from './message-reader.ts';
import { openSocket } from './open-socket.ts';

/** A pool of connections for batches: opened on demand, closed when idle. */
export interface BatchPool {
  run(statements: readonly BatchStatement[], options: BatchOptions, started: () => void): Promise<RawRow[][]>;
  /** Running batches may finish within this time. */
  end(timeoutMs: number): Promise<void>;
}

const idleMs = 60_000;

export function createBatchPool(target: ConnectionTarget, limits: Limits): BatchPool {
  const free: { connection: BatchConnection; timer: NodeJS.Timeout }[] = [];
  const all = new Set<BatchConnection>();
  const waiting: {
    kind: string;
    resolve: (connection: BatchConnection | undefined) => void;
    reject: (error: Error) => void;
  }[] = [];
  /** The number of connections in use by each kind of batch. */
  const taken = new Map<string, number>();
  // One connection is left for other kinds: a slow statement that is sent often must not block everything.
  const maxOfOneKind = Math.max(limits.maxConnections - 1, Math.min(limits.maxConnections, 2));
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
    // A connection slot is free now.
    takeNextWaiting()?.resolve(undefined);
  }

  const mayTake = (kind: string) => (taken.get(kind) ?? 0) < maxOfOneKind;
  const note = (kind: string, change: 1 | -1) => {
    const count = (taken.get(kind) ?? 0) + change;
    if (count === 0) taken.delete(kind);
    else taken.set(kind, count);
  };

  function takeNextWaiting() {
    const index = waiting.findIndex(({ kind }) => mayTake(kind));
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  }

  async function take(kind: string): Promise<BatchConnection> {
    if (isEnded) throw ended();
    // The most recently used connection comes first, so that surplus ones become idle.
    const found = mayTake(kind) ? free.pop() : undefined;
    if (found !== undefined) {
      clearTimeout(found.timer);
      note(kind, 1);
      return found.connection;
    }
    if (mayTake(kind) && all.size + opening < limits.maxConnections) {
      note(kind, 1);
      return open().catch((error: unknown) => {
        note(kind, -1);
        throw error;
      });
    }
    const given = await new Promise<BatchConnection | undefined>((resolve, reject) => {
      waiting.push({ kind, resolve, reject });
    });
    return given ?? take(kind);
  }

  function giveBack(connection: BatchConnection, kind: string): void {
    note(kind, -1);
    const next = takeNextWaiting();
    if (!all.has(connection)) next?.resolve(undefined);
    else if (isEnded) connection.destroy();
    else if (next !== undefined) {
      note(next.kind, 1);
      next.resolve(connection);
    } else {
      const timer = setTimeout(() => connection.destroy(), idleMs);
      timer.unref();
      free.push({ connection, timer });
    }
  }

  const run: BatchPool['run'] = async (...given) => (await runOnce(...given)) ?? run(...given);

  /** Returns undefined when the connection had leftover state, so that nothing was done. */
  async function runOnce(...[statements, options, started]: Parameters<BatchPool['run']>) {
    // The last statement is the actual query; those before it set the caller.
    const kind = statements.at(-1)?.text ?? '';
    const connection = await take(kind);
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
      return undefined;
    } finally {
      options.signal?.removeEventListener('abort', cancel);
      // The connection is returned after the cancel request is done, so that it cannot hit another batch.
      if (cancelling === undefined) giveBack(connection, kind);
      else cancelling.finally(() => giveBack(connection, kind));
    }
  }

  return {
    run,
    async end(timeoutMs) {
      isEnded = true;
      for (const { reject } of waiting.splice(0)) reject(ended());
      for (const { connection } of free.splice(0)) connection.destroy();
      const until = performance.now() + timeoutMs;
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
