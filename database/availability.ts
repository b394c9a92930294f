import type { ConnectionTarget } from './connection-target.ts';
import { openConnection } from './driver/connection.ts';
import { noTimeLimits } from './driver/open-client.ts';
import { isUnavailableState, sqlStateOf } from './errors.ts';
import type { Log } from './log.ts';

/** Tracks whether the server responds. It probes only on suspicion, so that an idle site causes no traffic. */
export interface Availability {
  isDown(): boolean;
  /** Probes the server now; concurrent callers share the result. */
  check(): Promise<boolean>;
  close(): void;
}

const probeEveryMs = 250;
// An overloaded server gets time to finish its work.
const hungAfterMs = 4000;

/** Calls `onActivity` when the server has sent anything, even before the full response. The signal ends the probe. */
export type Probe = (onActivity: () => void, signal: AbortSignal) => Promise<void>;

/** A server that has begun to respond is up; it gets this many times the limit to finish. */
const slowAnswerFactor = 10;

export function createAvailability(options: {
  probe: Probe;
  /** The time limit for the first response of the server. */
  probeLimitMs: number;
  /** Called when the server has not responded for so long that its connections will not recover. */
  onHung: () => void;
  log: Log;
}): Availability {
  const { probe, probeLimitMs, onHung, log } = options;
  let down = false;
  let downSince = 0;
  let isHung = false;
  let closed = false;
  let probing: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const check = () => {
    probing ??= answersInTime(probe, probeLimitMs)
      .then(update)
      .finally(() => {
        probing = undefined;
      });
    return probing;
  };

  function update(answers: boolean): boolean {
    if (closed) return answers;
    if (answers === down) {
      down = !answers;
      log(
        down
          ? { level: 'warn', message: 'The database does not answer; calls to it fail until it does.' }
          : { level: 'info', message: 'The database answers again.' },
      );
      downSince = performance.now();
      isHung = false;
    }
    if (down) {
      if (!isHung && performance.now() - downSince > hungAfterMs) {
        isHung = true;
        onHung();
      }
      clearTimeout(timer);
      timer = setTimeout(check, probeEveryMs);
      timer.unref();
    }
    return answers;
  }

  return {
    isDown: () => down,
    check,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}

async function answersInTime(probe: Probe, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const ended = new AbortController();
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const waitFor = (ms: number) => {
    clearTimeout(timer);
    if (ended.signal.aborted) return;
    // Waits for one more turn of the event loop: if this process was slow, the response may be waiting to be read.
    timer = setTimeout(() => setImmediate(() => resolve(false)), ms);
  };
  waitFor(limitMs);
  const answered = probe(() => waitFor(limitMs * slowAnswerFactor), ended.signal).then(
    () => true,
    // A server that refuses us is up.
    (error: unknown) => {
      const state = sqlStateOf(error);
      return state !== undefined && !isUnavailableState(state);
    },
  );
  return Promise.race([answered, tooLate]).finally(() => {
    clearTimeout(timer);
    ended.abort();
  });
}

/** Opens a connection. A pooler opens it also while its server is down, so there a statement has to be answered. */
export function createProbe(target: ConnectionTarget): Probe {
  return async (onActivity, signal) => {
    const { isUsed } = target.pooler;
    const events = isUsed ? { signal } : { onActivity, signal };
    const connection = await openConnection(target, noTimeLimits, events);
    const end = () => connection.destroy();
    signal.addEventListener('abort', end, { once: true });
    if (isUsed && !signal.aborted) await connection.script('select 1');
    end();
  };
}
