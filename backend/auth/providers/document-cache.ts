import type { Log } from '../../../database/log.ts';
import type { Clock } from '../ports.ts';
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

interface Kept<Document> {
  document: Document;
  fetchedAt: number;
  /** The time of the last request, whatever its outcome. */
  askedAt: number;
}

/** URLs can come from users' tokens, so their number is limited. */
const maxDocuments = 200;

/** A cache for documents of providers. When a provider fails, the last good document is used for a while. */
export function createDocumentCache<Document>(
  options: DocumentCacheOptions<Document>,
): DocumentCache<Document> {
  const kept = new Map<string, Kept<Document>>();
  const asking = new Map<string, Promise<Document>>();

  async function ask(address: string, old: Kept<Document> | undefined): Promise<Document> {
    const now = options.clock.now().getTime();
    if (old !== undefined) old.askedAt = now;
    try {
      const document = await options.fetchDocument(address);
      if (kept.size >= maxDocuments) {
        const [oldest] = kept.keys();
        if (oldest !== undefined) kept.delete(oldest);
      }
      kept.set(address, { document, fetchedAt: now, askedAt: now });
      return document;
    } catch (error) {
      if (old === undefined || now > old.fetchedAt + options.staleSeconds * 1000) throw error;
      const message = 'A provider gives no answer: what it said before is used.';
      options.log({ level: 'warn', message, address, error: describeFault(error) });
      return old.document;
    }
  }

  return {
    async read(address, { mustRevalidate = false } = {}) {
      const old = kept.get(address);
      const now = options.clock.now().getTime();
      if (old !== undefined) {
        const isFresh = Math.abs(now - old.fetchedAt) < options.freshSeconds * 1000;
        const isPausing = Math.abs(now - old.askedAt) < options.pauseSeconds * 1000;
        const isUsable = now <= old.fetchedAt + options.staleSeconds * 1000;
        if ((isFresh && !mustRevalidate) || (isPausing && isUsable)) return old.document;
      }
      // Concurrent callers wait for the same request.
      let running = asking.get(address);
      if (running === undefined) {
        running = ask(address, old).finally(() => asking.delete(address));
        asking.set(address, running);
      }
      return running;
    },
    forget(address) {
      kept.delete(address);
    },
  };
}
