/** Ends the process in good order: what was opened last is closed first, also when a later step of the start-up fails. */
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from './log.ts';

export interface Shutdown {
  /** True from the first signal on. */
  isClosing(): boolean;
  /** Remembers how to close a part that has been opened. */
  add(name: string, close: () => void | Promise<void>): void;
  /** Closes everything, once. False if a part did not close as it should. */
  close(noticeMs?: number): Promise<boolean>;
}

export function createShutdown(log: Log): Shutdown {
  const parts: { name: string; close: () => void | Promise<void> }[] = [];
  let closing: Promise<boolean> | undefined;

  async function closeAll(noticeMs: number): Promise<boolean> {
    if (noticeMs > 0) await wait(noticeMs);
    let clean = true;
    for (let part = parts.pop(); part; part = parts.pop()) {
      try {
        await part.close();
      } catch (cause) {
        clean = false;
        log.error(`Closing failed: ${part.name}`, { cause });
      }
    }
    return clean;
  }

  return {
    isClosing: () => closing !== undefined,
    add: (name, close) => parts.push({ name, close }),
    close(noticeMs = 0) {
      closing ??= closeAll(noticeMs);
      return closing;
    },
  };
}

export interface SignalOptions {
  process: Pick<NodeJS.Process, 'on' | 'exit' | 'ppid'>;
  shutdown: Shutdown;
  /** On SIGTERM, a load balancer sees "not ready" for so long, and clients are asked to reconnect, before the door closes. */
  noticeMs?: number;
  /** Started by `npm start`: closes as well when whoever started the process has gone. */
  underNpm: boolean;
  /** When even closing takes longer than this, the process ends all the same. */
  closeTimeoutMs?: number;
}

/**
 * Under `npm start`, Ctrl-C reaches the process twice: from the terminal, and passed on by npm. A second signal right behind the first
 * is that echo; a later one is a person who does not want to wait.
 */
const echoMs = 200;
const parentCheckMs = 100;

export function closeOnSignals(options: SignalOptions): void {
  const { process, shutdown, underNpm, noticeMs = 250, closeTimeoutMs = 15_000 } = options;
  let firstAt: number | undefined;

  function onSignal(signal: 'SIGTERM' | 'SIGINT'): void {
    if (firstAt === undefined) {
      firstAt = performance.now();
      setTimeout(() => process.exit(1), closeTimeoutMs).unref();
      // Whoever pressed Ctrl-C has no load balancer to tell.
      shutdown.close(signal === 'SIGTERM' ? noticeMs : 0).then((clean) => process.exit(clean ? 0 : 1));
    } else if (performance.now() - firstAt > echoMs) {
      process.exit(128 + constants.signals[signal]);
    }
  }

  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  if (underNpm) whenParentIsGone(process, () => onSignal('SIGTERM'));
}

/**
 * npm hands SIGTERM to the shell that it started us with, and some shells die of it without passing it on. Then we belong to somebody
 * else from one moment to the next, and that is all we learn.
 */
function whenParentIsGone(process: SignalOptions['process'], act: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, parentCheckMs);
  timer.unref();
}
