/** Connections of one login: opened on demand, closed when idle. Work waits until one is free. */
import type { ConnectionTarget } from '../connection-target.ts';
import { type Connection, openConnection } from './connection.ts';
import type { TimeLimits } from './open-client.ts';

/** What a connection is used for: work of one kind never takes all connections. */
export interface Work {
  kind: string;
  maxConnections: number;
}

export interface ConnectionCount {
  /** Also those that are being opened. */
  open: number;
  idle: number;
  /** Work that waits for a connection. */
  waiting: number;
  max: number;
}

export interface ConnectionPool {
  /** The connection belongs to `use` until its promise settles. */
  use<T>(work: Work, use: (connection: Connection) => Promise<T>): Promise<T>;
  maxConnections: number;
  count(): ConnectionCount;
  /** Running work may finish within this time. */
  end(timeoutMs: number): Promise<void>;
}

// Each connection is a process of the server, with its own memory.
const defaultIdleMs = 60_000;

export interface PoolOptions {
  target: ConnectionTarget;
  limits: TimeLimits;
  maxConnections: number;
  onWarning: (message: string) => void;
  /** After this time without work a connection is closed. */
  idleMs?: number;
}

interface Waiting {
  work: Work;
  /** With a connection, or without one when there is room to open another. */
  resolve: (connection: Connection | undefined) => void;
  reject: (error: Error) => void;
}

export function createConnectionPool(options: PoolOptions): ConnectionPool {
  const { target, limits, maxConnections, onWarning, idleMs = defaultIdleMs } = options;
  const idle: { connection: Connection; timer: NodeJS.Timeout }[] = [];
  const all = new Set<Connection>();
  const { mayTake, note } = createWorkCounter();
  const waiting: Waiting[] = [];
  let opening = 0;
  let isEnded = false;

  async function open(): Promise<Connection> {
    opening += 1;
    try {
      const connection: Connection = await openConnection(target, limits, {
        onGone: () => remove(connection),
        onWarning,
      });
      all.add(connection);
      if (isEnded) connection.destroy();
      return connection;
    } finally {
      opening -= 1;
    }
  }

  function remove(connection: Connection): void {
    all.delete(connection);
    const index = idle.findIndex((entry) => entry.connection === connection);
    if (index >= 0) clearTimeout(idle.splice(index, 1)[0]?.timer);
    // There is room for a new one.
    takeNextWaiting()?.resolve(undefined);
  }

  /** It takes a moment until the server has closed it, and in that time it must not be given out. */
  function discard(connection: Connection): void {
    remove(connection);
    connection.destroy();
  }

  function takeNextWaiting() {
    const index = waiting.findIndex(({ work }) => mayTake(work));
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  }

  async function take(work: Work): Promise<Connection> {
    if (isEnded) throw ended();
    // The one used last comes first, so that surplus connections become idle.
    const found = mayTake(work) ? idle.pop() : undefined;
    if (found !== undefined) {
      clearTimeout(found.timer);
      note(work, 1);
      return found.connection;
    }
    if (mayTake(work) && all.size + opening < maxConnections) {
      note(work, 1);
      return open().catch((error: unknown) => {
        note(work, -1);
        throw error;
      });
    }
    const given = await new Promise<Connection | undefined>((resolve, reject) => {
      waiting.push({ work, resolve, reject });
    });
    return given ?? take(work);
  }

  function giveBack(connection: Connection, work: Work): void {
    note(work, -1);
    if (!all.has(connection)) {
      takeNextWaiting()?.resolve(undefined);
      return;
    }
    if (isEnded || connection.isSpoiled()) {
      discard(connection);
      return;
    }
    const next = takeNextWaiting();
    if (next !== undefined) {
      note(next.work, 1);
      next.resolve(connection);
    } else {
      const timer = setTimeout(() => discard(connection), idleMs);
      timer.unref();
      idle.push({ connection, timer });
    }
  }

  return {
    maxConnections,
    count: () => ({
      open: all.size + opening,
      idle: idle.length,
      waiting: waiting.length,
      max: maxConnections,
    }),
    async use(work, use) {
      const connection = await take(work);
      try {
        return await use(connection);
      } finally {
        giveBack(connection, work);
      }
    },
    async end(timeoutMs) {
      isEnded = true;
      for (const { reject } of waiting.splice(0)) reject(ended());
      for (const { connection, timer } of idle.splice(0)) {
        clearTimeout(timer);
        connection.destroy();
      }
      const until = performance.now() + timeoutMs;
      while (all.size > 0 && performance.now() < until) await new Promise((done) => setTimeout(done, 20));
      for (const connection of [...all]) connection.destroy();
    },
  };
}

/** Counts the connections by kind of work. */
function createWorkCounter() {
  const taken = new Map<string, number>();
  return {
    mayTake: ({ kind, maxConnections }: Work) => (taken.get(kind) ?? 0) < maxConnections,
    note({ kind }: Work, change: 1 | -1): void {
      const count = (taken.get(kind) ?? 0) + change;
      if (count === 0) taken.delete(kind);
      else taken.set(kind, count);
    },
  };
}

function ended(): Error {
  return Object.assign(new Error('The connections to the database were ended.'), {
    code: 'CONNECTION_ENDED',
  });
}
