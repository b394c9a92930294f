import { Worker } from 'node:worker_threads';
import type { NamedPage } from '../site-tree/site-view.ts';
import type { IndexedVersion } from './index-reader.ts';
import type { IndexBatch, RelateRequest, WorkerReply, WorkerSettings } from './worker-messages.ts';

type PageToIndex = Pick<NamedPage, 'version' | 'file' | 'title' | 'description' | 'metadata' | 'broken'>;

/** Keeps the index in step with the content: decides what has to be indexed, and passes it to the worker in batches. */
export interface Indexer {
  /** Queues those of these pages whose indexed version is another one; undefined: there is no page at this address any more. */
  update(
    pages: ReadonlyMap<string, PageToIndex | undefined>,
    versions: ReadonlyMap<string, IndexedVersion>,
  ): void;
  /** Finds related pages when nothing is to be indexed. */
  relate(): void;
  /** Nothing is queued or being indexed. */
  isIdle(): boolean;
  /** Related pages are being found. */
  isRelating(): boolean;
  close(): Promise<void>;
}

export interface IndexerOptions {
  settings: WorkerSettings;
  /** A batch is in the file. */
  onWritten(removed: readonly string[]): void;
  /** These pages have other related pages than before. */
  onRelated(addresses: readonly string[]): void;
  onFault(fault: { message: string; damaged: boolean }): void;
}

const batchSize = 50;
/** A worker that has nothing to do is ended, and its memory is free. The next save starts another one, and is found some tenths of a second later. */
const idleMs = 120_000;

type Task = IndexBatch['pages'][number] | { address: string; removed: true };

export function createIndexer({ settings, onWritten, onRelated, onFault }: IndexerOptions): Indexer {
  const queue = new Map<string, Task>();
  /** Versions that could not be read: they are not tried again until the file changes. */
  const skipped = new Map<string, string>();
  let worker: Worker | undefined;
  let batch: IndexBatch | undefined;
  let isRelating = false;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function requireWorker(): Worker {
    if (worker) return worker;
    const started = new Worker(new URL('./index-worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 },
    });
    started.unref();
    started.on('message', receive);
    started.on('error', (error) => fail(started, { message: String(error), damaged: false }));
    worker = started;
    return started;
  }

  function sendNext(): void {
    if (batch || isRelating || isClosed || queue.size === 0) return;
    clearTimeout(idle);
    const next: IndexBatch = { pages: [], removed: [] };
    // The latest first: a page that was just saved does not wait for the thousands of a first start.
    for (const task of [...queue.values()].slice(-batchSize)) {
      queue.delete(task.address);
      if ('removed' in task) next.removed.push(task.address);
      else next.pages.push(task);
    }
    batch = next;
    requireWorker().postMessage(next);
  }

  function receive(reply: WorkerReply | object): void {
    if (isClosed) return;
    // With `node --watch`, Node's own messages about imported files come the same way.
    if (!('fault' in reply || 'skipped' in reply || 'related' in reply)) return;
    if ('fault' in reply) {
      fail(worker, { message: reply.fault, damaged: reply.damaged });
      return;
    }
    if ('related' in reply) {
      isRelating = false;
      if (reply.related.length > 0) onRelated(reply.related);
      continueWith(reply.more);
      return;
    }
    const done = batch ?? { pages: [], removed: [] };
    batch = undefined;
    const versions = new Map(done.pages.map(({ address, version }) => [address, version]));
    for (const address of reply.skipped) skipped.set(address, versions.get(address) ?? '');
    onWritten([...done.removed, ...reply.skipped]);
    continueWith(true);
  }

  /** What is to be indexed comes first. */
  function continueWith(mayRelate: boolean): void {
    if (queue.size > 0) sendNext();
    else if (mayRelate) relate();
    else idle = setTimeout(endWorker, idleMs).unref();
  }

  function relate(): void {
    if (batch || isRelating || isClosed) return;
    clearTimeout(idle);
    isRelating = true;
    requireWorker().postMessage({ relate: true } satisfies RelateRequest);
  }

  function fail(failed: Worker | undefined, fault: { message: string; damaged: boolean }): void {
    if (failed !== worker || isClosed) return;
    endWorker();
    batch = undefined;
    isRelating = false;
    queue.clear();
    onFault(fault);
  }

  function endWorker(): Promise<unknown> | undefined {
    const ended = worker?.terminate();
    worker = undefined;
    return ended;
  }

  function update(
    pages: ReadonlyMap<string, PageToIndex | undefined>,
    versions: ReadonlyMap<string, IndexedVersion>,
  ): void {
    const running = new Map(batch?.pages.map(({ address, version }) => [address, version]));
    for (const [address, page] of pages) {
      const indexed = versions.get(address);
      if (!page && indexed) queue.set(address, { address, removed: true });
      if (!page || page.broken || skipped.get(address) === page.version) continue;
      const { version, file, title, description = '', metadata } = page;
      if (indexed?.version === version || running.get(address) === version) continue;
      queue.delete(address);
      queue.set(address, { address, version, file, title, description, tags: metadata.tags });
    }
    sendNext();
  }

  return {
    update,
    relate,
    isIdle: () => queue.size === 0 && !batch,
    isRelating: () => isRelating,
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await endWorker();
    },
  };
}
