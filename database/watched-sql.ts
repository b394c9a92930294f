import type postgres from 'postgres';
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

/** The members of the driver's query object that are used here. */
interface DriverQuery extends Promise<unknown> {
  active?: boolean;
  /** The values as given and as sent. */
  args?: unknown[];
  parameters?: unknown[];
}

/**
 * Releases the values of a completed statement. V8 keeps an object with functions as properties, like the driver's queries, until the next
 * full collection; with large values such collections are frequent and delay pages.
 */
function releaseValues<Value>(query: DriverQuery, value: Value): Value {
  query.args = [];
  query.parameters = [];
  return value;
}

/**
 * The driver's tag on the current pool, with a time limit on every statement and converted errors. Only awaiting is intercepted: a query
 * that is not awaited is a fragment of another one and is not sent.
 */
export function createWatchedSql(currentPool: () => postgres.Sql, watch: Watch): postgres.ISql {
  const watched = (made: unknown): unknown => {
    if (!(made instanceof Promise)) return made;
    const query: DriverQuery = made;
    const send = query.then.bind(query);
    let answer: Promise<unknown> | undefined;
    const work: WatchedWork = {
      // `active` is the driver's flag for a statement that the server works on; all others are queued.
      isWaiting: () => query.active === false,
      giveUp: () => {},
    };
    const watchedAnswer = () => {
      answer ??= watch(() => send((value) => releaseValues(query, value)), work);
      return answer;
    };
    // The caller gets an error through the returned promise; the driver's own promise must not become an unhandled rejection.
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
