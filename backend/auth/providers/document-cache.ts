import type { Log } from '../../../database/log.ts';
import { BoundedMap } from '../../http/bounded-map.ts';
import type { Clock } from '../service/ports.ts';
import { describeFault } from './provider-fault.ts';

export interface DocumentCache<Document> {
  /** The document at a URL. `mustRevalidate`: it lacks something, and is read again unless that happened a moment ago. */
  read(address: string, options?: { mustRevalidate?: boolean }): Promise<Document>;
  forget(address: string): void;
}

export interface DocumentCacheOptions<Document> {
  fetchDocument(address: string): Promise<Document>;
  clock: Clock;
  log: Log;
  /** Within this time the cached document is used without a request. */
  freshSeconds: number;
  /** While the provider does not answer, the old document is used for this long. */
  staleSeconds: number;
  /** The minimum time between two requests after a fault or a revalidation. */
  pauseSeconds: number;
}

interface CacheEntry<Document> {
  document: Document;
  fetchedAt: number;
  /** The time of the last request, whatever its outcome. */
  requestedAt: number;
}

/** URLs can come from users' tokens, so their number is limited. */
const maxDocuments = 200;

/** A cache for documents of providers. When a provider fails, the last good document is used for a while. */
export function createDocumentCache<Document>(
  options: DocumentCacheOptions<Document>,
): DocumentCache<Document> {
  const cached = new BoundedMap<CacheEntry<Document>>(maxDocuments);
  const pending = new Map<string, Promise<Document>>();

  async function fetchFresh(address: string, old: CacheEntry<Document> | undefined): Promise<Document> {
    const now = options.clock.now().getTime();
    if (old !== undefined) old.requestedAt = now;
    try {
      const document = await options.fetchDocument(address);
      cached.set(address, { document, fetchedAt: now, requestedAt: now });
      return document;
    } catch (error) {
      if (old === undefined || now > old.fetchedAt + options.staleSeconds * 1000) throw error;
      const message = 'A provider does not answer; its cached document is used.';
      options.log({ level: 'warn', message, address, error: describeFault(error) });
      return old.document;
    }
  }

  return {
    async read(address, { mustRevalidate = false } = {}) {
      const old = cached.get(address);
      const now = options.clock.now().getTime();
      if (old !== undefined) {
        const isFresh = Math.abs(now - old.fetchedAt) < options.freshSeconds * 1000;
        const isPausing = Math.abs(now - old.requestedAt) < options.pauseSeconds * 1000;
        const isUsable = now <= old.fetchedAt + options.staleSeconds * 1000;
        if ((isFresh && !mustRevalidate) || (isPausing && isUsable)) return old.document;
      }
      // Concurrent callers wait for the same request.
      let running = pending.get(address);
      if (running === undefined) {
        running = fetchFresh(address, old).finally(() => pending.delete(address));
        pending.set(address, running);
      }
      return running;
    },
    forget(address) {
      cached.delete(address);
    },
  };
}
