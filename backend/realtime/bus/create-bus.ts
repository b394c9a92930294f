/**
 * Carries broadcasts and presence between the processes that share a database, as notifications of Postgres. A process is silent when this
 * one hears itself but not the other: while the database does not answer, no process is taken for dead.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Connections } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import type { BroadcastMessage } from '../broadcast-message.ts';
import type { PresenceChange } from '../presence-change.ts';
import { type BusMessage, decodeBusMessages, encodeBusMessage } from './bus-message.ts';
import { createOtherProcesses } from './other-processes.ts';
import { createProcessName, createUnseal, readProcess } from './sealed-notification.ts';
import { createSendQueue } from './send-queue.ts';

export interface Bus {
  /** Resolves when the other processes are heard, or cannot be for now. */
  ready: Promise<void>;
  broadcast(message: BroadcastMessage): void;
  announce(change: PresenceChange): void;
  /** Tells the others that the presences of this process end. */
  close(): Promise<void>;
}

export interface BusTimes {
  heartbeatMs: number;
  /** A process that was not heard for so long has ended. */
  silentMs: number;
}

export interface BusOptions {
  database: Pick<Connections, 'batch' | 'listen'>;
  /** The same in all processes, and known to no one else. */
  key: Buffer;
  times?: BusTimes | undefined;
  now: () => number;
  log: Log;
  onBroadcast(message: BroadcastMessage): void;
  onPresence(process: string, change: PresenceChange): void;
  /** Presences of the process that are not in the list have left. */
  keepPresences(process: string, refs: ReadonlySet<string>): void;
  /** Everyone who is present through this process. */
  listPresences(): PresenceChange[];
}

export const busChannel = 'porchlight_realtime';
/** A process that dies takes its presences along within 30 seconds. */
const defaultTimes: BusTimes = { heartbeatMs: 5000, silentMs: 25_000 };
const retryMs = 1000;
const answerEveryMs = 1000;

export function createBus(options: BusOptions): Bus {
  const { database, key, log, now, times = defaultTimes } = options;
  const process = createProcessName();
  const unseal = createUnseal(key);
  const queue = createSendQueue({ database, channel: busChannel, key, process, now, log });
  const warnOnce = createWarnOnce(log);
  const others = createOtherProcesses({
    now,
    silentMs: times.silentMs,
    onWrongClock: () =>
      warnOnce('A process of realtime is not heard: its clock differs by more than five minutes.'),
  });
  const send = (message: BusMessage) => {
    if (!isClosed) queue.add(encodeBusMessage(message));
  };
  const answer = createThrottle(answerEveryMs, () => {
    const changes = options.listPresences();
    send({ kind: 'presences', refs: changes.flatMap(({ joins }) => joins.map(({ ref }) => ref)) });
    for (const change of changes) send({ kind: 'presence', change });
  });
  let isClosed = false;
  let stopListening: (() => Promise<void>) | undefined;

  function handle(from: string, message: BusMessage): void {
    if (message.kind === 'broadcast') options.onBroadcast(message.message);
    if (message.kind === 'presence') options.onPresence(from, message.change);
    if (message.kind === 'ask' && (message.of ?? process) === process) answer.call();
    if (message.kind === 'presences') {
      options.keepPresences(from, new Set(message.refs));
      others.complete(from);
    }
    if (message.kind === 'goodbye') {
      others.end(from);
      options.keepPresences(from, new Set());
    }
  }

  function receive(text: string): void {
    if (isClosed) return;
    if (readProcess(text) === process) {
      for (const ended of others.endSilent()) options.keepPresences(ended, new Set());
      return;
    }
    const notification = unseal(text);
    if (!notification) {
      warnOnce(
        `A notification on ${busChannel} was ignored: it is not of this program, or JWT_SECRET differs between processes.`,
      );
      return;
    }
    const { process: from } = notification;
    const bytes = others.accept(notification);
    if (bytes) for (const message of decodeBusMessages(bytes)) handle(from, message);
    if (others.shouldAsk(from)) send({ kind: 'ask', of: from });
  }

  function receiveSafely(text: string): void {
    try {
      receive(text);
    } catch (error) {
      log({ level: 'error', message: 'A message of another process failed.', error: String(error) });
    }
  }

  const askAll = () => send({ kind: 'ask' });

  async function listen(onTried: () => void): Promise<void> {
    while (!isClosed) {
      try {
        stopListening = await database.listen(busChannel, receiveSafely, askAll);
        if (isClosed) await stopListening();
        else askAll();
        return;
      } catch (error) {
        warnOnce('The other processes of realtime are not heard yet.', error);
        onTried();
        await wait(retryMs, undefined, { ref: false });
      }
    }
  }

  const heartbeat = setInterval(() => send({ kind: 'heartbeat' }), times.heartbeatMs).unref();
  return {
    ready: new Promise((resolve) => listen(resolve).then(resolve)),
    broadcast: (message) => send({ kind: 'broadcast', message }),
    announce: (change) => send({ kind: 'presence', change }),
    async close() {
      clearInterval(heartbeat);
      answer.close();
      send({ kind: 'goodbye' });
      isClosed = true;
      await queue.sent();
      await stopListening?.();
    },
  };
}

/** Each message is logged once. */
function createWarnOnce(log: Log): (message: string, error?: unknown) => void {
  const logged = new Set<string>();
  return (message, error) => {
    if (logged.has(message)) return;
    logged.add(message);
    log({ level: 'warn', message, ...(error !== undefined && { error: String(error) }) });
  };
}

/** Calls that come too soon are one later call. */
function createThrottle(everyMs: number, work: () => void): { call(): void; close(): void } {
  let calledAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  return {
    call() {
      const delay = Math.max(0, calledAt + everyMs - performance.now());
      timer ??= setTimeout(() => {
        timer = undefined;
        calledAt = performance.now();
        work();
      }, delay).unref();
    },
    close: () => clearTimeout(timer),
  };
}
