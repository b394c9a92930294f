import type { Log } from '../../../database/log.ts';
import type { Clock } from '../ports.ts';
import { describeFault } from './provider-fault.ts';

export interface DocumentCache<Document> {
  /** The document at an address. `mustRevalidate`: it lacks something, and is read again unless that was done a moment ago. */
  read(address: string, options?: { mustRevalidate?: boolean }): Promise<Document>;
  forget(address: string): void;
}

export interface DocumentCacheOptions<Document> {
  fetchDocument(address: string): Promise<Document>;
  clock: Clock;
  log: Log;
  /** Within this time nobody is asked. */
  freshSeconds: number;
  /** While the provider gives no answer, the old document serves this long. */
  staleSeconds: number;
  /** How long the old one serves before the provider is asked again after a fault, or because of a doubt. */
  pauseSeconds: number;
}

interface Kept<Document> {
  document: Document;
  fetchedAt: number;
  /** The last time that the provider was asked, whatever it answered. */
  askedAt: number;
}

/** Addresses can come from people's tokens, so their number has a limit. */
const maxDocuments = 200;

/** Documents of providers, read once for many sign-ins. When a provider fails, the last good document goes on serving for a while. */
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
      // Everybody who asks in the meantime waits for the same answer.
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
