import type { Availability } from './availability.ts';
import { DatabaseUnavailable } from './errors.ts';

/** Waits for a response, but fails when the server is down. */
export type Watch = <T>(start: () => PromiseLike<T>, work: WatchedWork) => Promise<T>;

export interface WatchedWork {
  /** Whether it is still queued and was not sent to the server. */
  isWaiting(): boolean;
  /** Called when the caller was told that it failed. */
  giveUp(): void;
}

/** After `probeAfterMs` without a response it probes the server, and again after each further period. */
export function createWatch(
  availability: Availability,
  probeAfterMs: number,
  toError: (error: unknown) => unknown,
): Watch {
  return (start, work) =>
    new Promise((resolve, reject) => {
      if (availability.isDown()) {
        reject(new DatabaseUnavailable('The database does not answer.'));
        return;
      }
      let timer = setTimeout(probe, probeAfterMs);
      let isSettled = false;
      let probes = 0;
      const settle = () => {
        isSettled = true;
        clearTimeout(timer);
      };

      async function probe() {
        probes += 1;
        const isAvailable = await availability.check();
        if (isSettled) return;
        // A queued statement may first wait for a connection that is being opened.
        if (isAvailable && (probes === 1 || !work.isWaiting())) {
          timer = setTimeout(probe, probeAfterMs);
          return;
        }
        work.giveUp();
        reject(
          new DatabaseUnavailable(
            isAvailable ? 'Every connection to the database is busy.' : 'The database does not answer.',
          ),
        );
      }

      start().then(
        (value) => {
          settle();
          resolve(value);
        },
        (error: unknown) => {
          settle();
          reject(toError(error));
        },
      );
    });
}
