import { isUnavailableState, sqlStateOf } from './errors.ts';
import type { Log } from './log.ts';

/** Knows whether the server answers. Asks only when somebody has reason to doubt it, so that idling costs nothing. */
export interface Availability {
  isDown(): boolean;
  /** Asks the server now; callers at the same time share the answer. */
  check(): Promise<boolean>;
  close(): void;
}

const probeEveryMs = 250;
// A server that is merely overloaded gets its chance to finish what it has.
const hungAfterMs = 4000;

/** Calls `onActivity` when the server has sent something, even if that is not the answer yet. The signal ends it. */
export type Probe = (onActivity: () => void, signal: AbortSignal) => Promise<void>;

/** A server that has begun to answer is there; it gets so many times as long to finish. */
const slowAnswerFactor = 10;

export function createAvailability(options: {
  probe: Probe;
  /** How long to wait for the first sign of the server. */
  probeLimitMs: number;
  /** Called when it has not answered for so long that the connections to it cannot be expected to recover. */
  onHung: () => void;
  log: Log;
}): Availability {
  const { probe, probeLimitMs, onHung, log } = options;
  let down = false;
  let downSince = 0;
  let isHung = false;
  let closed = false;
  let asking: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const check = () => {
    asking ??= answersInTime(probe, probeLimitMs)
      .then(note)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };

  function note(answers: boolean): boolean {
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
    // One more turn of the event loop: if it was us who were slow, the answer may be waiting to be read.
    timer = setTimeout(() => setImmediate(() => resolve(false)), ms);
  };
  waitFor(limitMs);
  const answered = probe(() => waitFor(limitMs * slowAnswerFactor), ended.signal).then(
    () => true,
    // A server that is able to refuse us is a server that is there.
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
