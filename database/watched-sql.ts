import type postgres from 'postgres';
import type { Availability } from './availability.ts';
import { DatabaseUnavailable } from './errors.ts';

/** Waits for an answer of the server, but not for a server that gives none. */
export type Watch = <T>(start: () => PromiseLike<T>, work: WatchedWork) => Promise<T>;

export interface WatchedWork {
  /** Whether it still stands in line, so that the server knows nothing of it. */
  isWaiting(): boolean;
  /** The caller has been told that it failed. */
  giveUp(): void;
}

/** After `probeAfterMs` without an answer it asks whether anybody is there, and again each time that has passed. */
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
        // What waits at first may wait for a connection that is being opened.
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

/** What is used of the driver's own object for a statement. */
interface DriverQuery extends Promise<unknown> {
  active?: boolean;
  /** The values as they were given and as they are sent. */
  args?: unknown[];
  parameters?: unknown[];
}

/**
 * A statement that was answered lets go of its values. V8 keeps an object that is given functions as properties, as the driver's are, until
 * the next full collection; with values of many kilobytes such collections come often, and pages wait for them.
 */
function releaseValues<Value>(query: DriverQuery, value: Value): Value {
  query.args = [];
  query.parameters = [];
  return value;
}

/**
 * The driver's tag over whichever pool is current, with every statement watched and its errors in our words.
 * Only waiting for it is replaced: a statement that nobody waits for is a fragment of another one and is not sent.
 */
export function createWatchedSql(currentPool: () => postgres.Sql, watch: Watch): postgres.ISql {
  const watched = (made: unknown): unknown => {
    if (!(made instanceof Promise)) return made;
    const query: DriverQuery = made;
    const send = query.then.bind(query);
    let answer: Promise<unknown> | undefined;
    const work: WatchedWork = {
      // `active` is the driver's mark for the statement that the server works on; all others stand in line.
      isWaiting: () => query.active === false,
      giveUp: () => {},
    };
    const watchedAnswer = () => {
      answer ??= watch(() => send((value) => releaseValues(query, value)), work);
      return answer;
    };
    // Whoever waits hears of a fault through the answer; the driver's own promise may then have nobody listening.
    Promise.prototype.then.call(query, undefined, () => {});
    // biome-ignore lint/suspicious/noThenProperty: the driver's queries are lazy promises, sent when `then` is called
    query.then = (onValue, onError) => watchedAnswer().then(onValue, onError);
    query.catch = (onError) => watchedAnswer().catch(onError);
    query.finally = (onEnd) => watchedAnswer().finally(onEnd);
    return query;
  };

  return new Proxy(currentPool(), {
    apply: (_first, _this, args) => watched(Reflect.apply(currentPool(), undefined, args)),
    get: (_first, name) => {
      const value: unknown = Reflect.get(currentPool(), name);
      if (name !== 'unsafe' && name !== 'file') return value;
      return (...args: unknown[]) =>
        watched(Reflect.apply(value as (...all: unknown[]) => unknown, undefined, args));
    },
  });
}
