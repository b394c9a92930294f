/** Shuts down the process: parts are closed in reverse order, also when a later step of the start fails. */
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from './log.ts';

export interface Shutdown {
  /** True from the first signal on. */
  isClosing(): boolean;
  /** Registers how to close an opened part. */
  add(name: string, close: () => void | Promise<void>): void;
  /** Closes everything, once. False if a part failed to close. */
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
  /** After SIGTERM the process is "not ready" for this long, and clients are asked to reconnect, before the server closes. */
  noticeMs?: number;
  /** Started by `npm start`: also closes when the parent process has ended. */
  underNpm: boolean;
  /** After this time the process exits even if closing has not finished. */
  closeTimeoutMs?: number;
}

/**
 * Under `npm start`, Ctrl-C reaches the process twice: from the terminal, and forwarded by npm. A second signal right after the first is
 * that echo; a later one means that the user does not want to wait.
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
      // With Ctrl-C there is no load balancer to notify.
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
 * npm sends SIGTERM to the shell that started us, and some shells exit without forwarding it. Then our parent process changes, which is the
 * only sign.
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
