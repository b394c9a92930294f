import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import type { Catalogue } from './catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';

export interface CatalogueWatch {
  /** The current snapshot. During a refresh, the previous one is returned. */
  current(): Catalogue | Promise<Catalogue>;
  /**
   * For a request that names something unknown: a snapshot that is newer than this call, or undefined when the last one is recent enough.
   */
  renewed(known: Catalogue): Promise<Catalogue | undefined>;
  close(): Promise<void>;
}

/** PostgREST's channel: `notify pgrst, 'reload schema'`. Our event trigger sends the same after each DDL statement. */
const channel = 'pgrst';
/** Limits how often requests with unknown names can cause a refresh. */
const minRereadMs = 1000;

/** Reads the catalog on the first request, and again when the database announces a change. */
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

  /** Refreshes do not overlap; a change during one triggers another. */
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
      // The old snapshot stays in use; the next request with an unknown name tries again.
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
      // Listens before reading, so that no change in between is missed.
      return listen().then(() => newest ?? read());
    },
    async renewed(known) {
      // Waits for the announced refresh.
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
