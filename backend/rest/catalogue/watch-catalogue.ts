import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import type { Catalogue } from './catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';

export interface CatalogueWatch {
  /** The newest reading. While a newer one is made, the last one serves. */
  current(): Catalogue | Promise<Catalogue>;
  /**
   * For a request that names something unknown: a reading from after now, unless the last one is so fresh that it
   * makes no difference. Gives undefined when there is nothing new.
   */
  renewed(known: Catalogue): Promise<Catalogue | undefined>;
  close(): Promise<void>;
}

/** PostgREST's channel: `notify pgrst, 'reload schema'`. Our event trigger sends the same after each change of a definition. */
const channel = 'pgrst';
/** Unknown names are cheap to send; they make us read no more often than this. */
const minRereadMs = 1000;

/** Reads on the first request and again whenever the database says that its definitions have changed. */
export function watchCatalogue(options: {
  database: Pick<Database, 'transaction' | 'listen'>;
  schemas: readonly string[];
  log: Log;
  now?: () => number;
}): CatalogueWatch {
  const { database, schemas, log, now = () => performance.now() } = options;
  let newest: Catalogue | undefined;
  let reading: Promise<Catalogue> | undefined;
  let isStale = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let listening: Promise<(() => Promise<void>) | undefined> | undefined;
  let isClosed = false;

  /** Readings do not overlap; what changes during one makes another follow it. */
  function read(): Promise<Catalogue> {
    if (reading !== undefined) return reading;
    isStale = false;
    reading = readCatalogue(database, schemas).then(
      (catalogue) => {
        reading = undefined;
        newest = catalogue;
        if (isStale && !isClosed) renew();
        return catalogue;
      },
      (error: unknown) => {
        reading = undefined;
        throw error;
      },
    );
    return reading;
  }

  function renew(): void {
    isStale = true;
    if (reading !== undefined || newest === undefined) return;
    read().catch((error: unknown) => {
      // The old reading serves on; the next one that misses something asks again.
      isStale = true;
      log({
        level: 'warn',
        message: 'The definitions of the database could not be read again.',
        error: String(error),
      });
    });
  }

  function listen(): Promise<unknown> {
    listening ??= database.listen(channel, renew, renew).catch(() => {
      listening = undefined;
      return undefined;
    });
    return listening;
  }

  return {
    current() {
      if (newest !== undefined) return newest;
      // Listening first: nothing that changes between the two is missed.
      return listen().then(() => newest ?? read());
    },
    async renewed(known) {
      // What was announced is waited for.
      while (reading !== undefined || isStale) await read();
      if (newest !== known) return newest;
      if (now() - askedAt < minRereadMs) return undefined;
      askedAt = now();
      return read();
    },
    async close() {
      isClosed = true;
      await (await listening?.catch(() => undefined))?.();
      await reading?.catch(() => {});
    },
  };
}
