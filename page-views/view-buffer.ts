/**
 * Buffers counted views for less than a second and writes them in batches. A failed batch is kept and retried, so an unavailable database
 * loses nothing; a killed process loses less than its last second.
 */
import { randomUUID } from 'node:crypto';
import type { CountedView, DiscardReason, ViewLog } from './view.ts';
import { createViewBlock, type ViewBlock } from './view-block.ts';
import type { ViewBatch, ViewStore } from './view-store.ts';

export interface ViewBuffer {
  add(view: CountedView): void;
  discard(day: string, reason: DiscardReason): void;
  /** Writes the buffered views, even if there are none: old salts are deleted with them. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface ViewBufferOptions {
  store: Pick<ViewStore, 'record'>;
  today: () => string;
  log: ViewLog;
  /** How long views are collected. */
  waitMs?: number;
  retryMs?: number;
}

/** Limits the memory during a long outage. */
const maxBlocks = 800;
/** A retry is cheap while nothing responds, and buffered views are lost with the process. */
const maxRetryMs = 2_000;

export function createViewBuffer(options: ViewBufferOptions): ViewBuffer {
  const { store, today, log, waitMs = 500, retryMs = 500 } = options;
  /** Oldest first. Each block is written as one batch. */
  const blocks: ViewBlock[] = [];
  let discarded = new Map<string, ViewBatch['discarded'][number]>();
  /** A failed batch that may have been written: it is sent again unchanged. */
  let unwritten: ViewBatch | undefined;
  let lost = 0;
  let failures = 0;
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function wait(): void {
    const pause = failures === 0 ? waitMs : Math.min(retryMs * 2 ** (failures - 1), maxRetryMs);
    timer ??= setTimeout(onTime, pause);
  }

  function onTime(): void {
    timer = undefined;
    // More batches do not make a slow database faster.
    if (isWriting) wait();
    else flush().catch(() => {});
  }

  function takeBatch(): ViewBatch {
    const block = blocks.shift() ?? createViewBlock();
    const batch = {
      id: randomUUID(),
      today: today(),
      ...block.toTable(),
      discarded: [...discarded.values()],
    };
    discarded = new Map();
    return batch;
  }

  function addBlock(): ViewBlock | undefined {
    if (blocks.length === maxBlocks) return undefined;
    const block = createViewBlock();
    blocks.push(block);
    return block;
  }

  async function write(): Promise<void> {
    isWriting = true;
    try {
      if (unwritten) await store.record(unwritten);
      // At least one batch, even if it is empty: old salts are deleted with it.
      for (let batches = Math.max(1, blocks.length); batches > 0; batches--) {
        unwritten = takeBatch();
        await store.record(unwritten);
      }
    } catch (error) {
      failures += 1;
      // An outage is logged once, not for each retry.
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

  /** Batches are written one after the other. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.catch(() => {}).then(write);
    return writing;
  }

  return {
    add(view) {
      if (!blocks.at(-1)?.add(view) && !addBlock()?.add(view)) lost += 1;
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
        // The store is unavailable; the shutdown does not fail because of that.
        const counts = [...(unwritten?.rows.views.split(',') ?? []), ...blocks.map((block) => block.count())];
        const left = counts.reduce<number>((sum, count) => sum + Number(count), 0);
        if (left > 0)
          log({ level: 'warn', message: `Page views that could not be written are lost: ${left}.` });
      });
      clearTimeout(timer);
    },
  };
}
