/** One replication stream for everything that follows the database: opened for the first follower, closed 60 s after the last. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Connections } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import {
  type Commit,
  type OpenReplication,
  ReplicationRefused,
  type ReplicationStream,
  type RowChange,
} from '../../../database/replication/replication.ts';

export interface StreamFollower {
  onTransaction(changes: readonly RowChange[], commit: Commit): void | Promise<void>;
  /** The stream is open: later commits arrive. Also called again after an interruption. */
  onOpen(): void;
  /** Interrupted, with a sentence for the client. It is opened again by itself, unless `isFinal`. */
  onLost(message: string, isFinal: boolean): void;
}

export interface SharedStream {
  /** Returns the function that stops following. */
  follow(follower: StreamFollower): () => void;
  close(): Promise<void>;
}

export interface SharedStreamOptions {
  openReplication: OpenReplication;
  /** Finds which of the publications exist. Those that are made later are streamed from the next opening on. */
  catalogue: Pick<Connections, 'sql'>;
  log: Log;
  idleMs?: number;
  /** The pauses between attempts to open it again; the last one is repeated. */
  retryMs?: readonly number[];
}

const maxOpeningMs = 2000;
export const changesPublication = 'supabase_realtime';
const publications = [changesPublication, 'supabase_realtime_messages_publication'];
const noPublication =
  'No publication exists that lists the tables to follow. Run: create publication supabase_realtime;';

export function createSharedStream(options: SharedStreamOptions): SharedStream {
  const { log, idleMs = 60_000, retryMs = [0, 100, 250, 500, 1000, 2000, 4000] } = options;
  const followers = new Set<StreamFollower>();
  let state: 'closed' | 'opening' | 'open' = 'closed';
  let stream: ReplicationStream | undefined;
  /** Later openings and losses belong to a later number. */
  let attempt = 0;
  let failures = 0;
  /** Followers hear of an interruption once, not at every attempt. */
  let isInterrupted = false;
  let timer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isEnded = false;
  let opening: Promise<void> = Promise.resolve();
  let ending: Promise<void> = Promise.resolve();

  function open(): void {
    opening = tryToOpen();
  }

  async function tryToOpen(): Promise<void> {
    const own = ++attempt;
    state = 'opening';
    try {
      const found = await options.catalogue.sql<{ pubname: string }[]>`
        select pubname from pg_publication where pubname = any(${publications})
      `;
      if (found.length === 0) throw new ReplicationRefused(noPublication);
      const opened = await options.openReplication({
        publications: found.map(({ pubname }) => pubname),
        onTransaction: deliver,
        onLost: (error) => {
          if (own === attempt) lose(error);
        },
      });
      // It was closed, or lost again, meanwhile.
      if (own !== attempt) return await opened.close();
      stream = opened;
      state = 'open';
      failures = 0;
      isInterrupted = false;
      for (const follower of [...followers]) follower.onOpen();
    } catch (error) {
      if (own === attempt) lose(error);
    }
  }

  function deliver(changes: readonly RowChange[], commit: Commit): void | Promise<void> {
    const pending = [...followers]
      .map((follower) => follower.onTransaction(changes, commit))
      .filter((done) => done !== undefined);
    if (pending.length > 0) return Promise.all(pending).then(() => {});
  }

  function lose(error: unknown): void {
    attempt += 1;
    stream = undefined;
    state = 'closed';
    const isFinal = error instanceof ReplicationRefused;
    const message = isFinal ? error.message : 'The connection to the database was interrupted.';
    if (!isInterrupted || isFinal) {
      log({ level: 'warn', message: 'The stream of database changes is interrupted.', error: String(error) });
      for (const follower of [...followers]) follower.onLost(message, isFinal);
    }
    isInterrupted = !isFinal;
    if (isFinal || isEnded || followers.size === 0) return;
    const pause = retryMs[Math.min(failures, retryMs.length - 1)] ?? 0;
    failures += 1;
    state = 'opening';
    timer = setTimeout(open, pause);
    timer.unref();
  }

  function end(): Promise<void> {
    attempt += 1;
    state = 'closed';
    failures = 0;
    clearTimeout(timer);
    clearTimeout(idleTimer);
    const last = stream;
    stream = undefined;
    // A stream that is being opened is closed once it is open. The server may wait with that for open transactions.
    const opened = Promise.race([opening, wait(maxOpeningMs, undefined, { ref: false })]);
    ending = Promise.all([ending, opened, last?.close()]).then(() => {});
    return ending;
  }

  return {
    follow(follower) {
      followers.add(follower);
      clearTimeout(idleTimer);
      if (isEnded) queueMicrotask(() => follower.onLost('The server is closing.', true));
      else if (state === 'closed') open();
      // The caller has the function that stops following first.
      else if (state === 'open')
        queueMicrotask(() => {
          if (state === 'open' && followers.has(follower)) follower.onOpen();
        });
      return () => {
        followers.delete(follower);
        if (followers.size > 0 || state === 'closed') return;
        idleTimer = setTimeout(end, idleMs);
        idleTimer.unref();
      };
    },
    close() {
      isEnded = true;
      return end();
    },
  };
}
