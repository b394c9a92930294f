/**
 * Keeps counted views in memory for less than a second and writes them together. What cannot be written is kept and tried again, so a
 * database that is away for a while loses nothing; a process that is killed loses less than its last second.
 */
import { randomUUID } from 'node:crypto';
import type { CountedView, DiscardReason, ViewLog } from './view.ts';
import type { ViewBatch, ViewStore } from './view-store.ts';

export interface ViewBuffer {
  add(view: CountedView): void;
  discard(day: string, reason: DiscardReason): void;
  /** Writes what is there, even if it is nothing: old salts are deleted along with it. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface ViewBufferOptions {
  store: Pick<ViewStore, 'record'>;
  today: () => string;
  log: ViewLog;
  /** How long a view waits for others. */
  waitMs?: number;
  retryMs?: number;
}

/** A database that is away for long must not fill the memory. */
const mostWaiting = 200_000;
const mostInBatch = 1_000;
const longestRetryMs = 60_000;

export function createViewBuffer(options: ViewBufferOptions): ViewBuffer {
  const { store, today, log, waitMs = 500, retryMs = 5_000 } = options;
  const views = new Map<string, CountedView & { views: number }>();
  let discarded = new Map<string, ViewBatch['discarded'][number]>();
  /** Failed, and perhaps written all the same: it is sent again as it was. */
  let unwritten: ViewBatch | undefined;
  let lost = 0;
  let failures = 0;
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function wait(): void {
    const pause = failures === 0 ? waitMs : Math.min(retryMs * 2 ** (failures - 1), longestRetryMs);
    timer ??= setTimeout(onTime, pause);
  }

  function onTime(): void {
    timer = undefined;
    // A slow database is not made faster by more batches.
    if (isWriting) wait();
    else flush().catch(() => {});
  }

  /** The oldest ones, not too many: one batch must not take the database longer than it is waited for. */
  function takeBatch(): ViewBatch {
    const oldest: ViewBatch['views'] = [];
    for (const [key, view] of views) {
      if (oldest.length === mostInBatch) break;
      oldest.push(view);
      views.delete(key);
    }
    const batch = {
      id: randomUUID(),
      today: today(),
      views: oldest,
      discarded: [...discarded.values()],
    };
    discarded = new Map();
    return batch;
  }

  async function write(): Promise<void> {
    isWriting = true;
    try {
      if (unwritten) await store.record(unwritten);
      // At least one, even if it is empty: old salts are deleted along with it.
      for (let batches = Math.max(1, Math.ceil(views.size / mostInBatch)); batches > 0; batches--) {
        unwritten = takeBatch();
        await store.record(unwritten);
      }
    } catch (error) {
      failures += 1;
      // An outage is one line in the log, not one for each try.
      if (failures === 1)
        log({
          level: 'warn',
          message: `Page views wait in memory, because they cannot be written: ${String(error)}`,
        });
      wait();
      throw error;
    } finally {
      isWriting = false;
    }
    unwritten = undefined;
    if (failures > 0)
      log({
        level: 'info',
        message: `Page views are written again${lost > 0 ? `; ${lost} were lost` : ''}.`,
      });
    failures = 0;
    lost = 0;
  }

  /** One batch after the other. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.catch(() => {}).then(write);
    return writing;
  }

  return {
    add(view) {
      const key = `${view.day} ${view.hour} ${view.visitor} ${view.path}`;
      const known = views.get(key);
      if (known) known.views += 1;
      else if (views.size < mostWaiting) views.set(key, { ...view, views: 1 });
      else lost += 1;
      wait();
    },
    discard(day, reason) {
      const key = `${day} ${reason}`;
      const known = discarded.get(key);
      if (known) known.views += 1;
      else discarded.set(key, { day, reason, views: 1 });
      wait();
    },
    flush,
    async close() {
      await flush().catch(() => {
        // Whoever keeps the views is away; that is no fault of the process that ends.
        const left = [...(unwritten?.views ?? []), ...views.values()].reduce(
          (sum, view) => sum + view.views,
          0,
        );
        if (left > 0)
          log({ level: 'warn', message: `Page views that could not be written are lost: ${left}.` });
      });
      clearTimeout(timer);
    },
  };
}
