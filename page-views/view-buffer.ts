/**
 * Keeps counted views in memory for less than a second and writes them together. What cannot be written is kept and tried again, so a
 * database that is away for a while loses nothing; a process that is killed loses less than its last second.
 */
import { randomUUID } from 'node:crypto';
import type { CountedView, DiscardReason, ViewLog } from './view.ts';
import { createViewBlock, type ViewBlock } from './view-block.ts';
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
const maxBlocks = 800;
const maxSpareBlocks = 32;
/** Trying costs little where nothing answers, and what waits in memory is lost with the process. */
const maxRetryMs = 2_000;

export function createViewBuffer(options: ViewBufferOptions): ViewBuffer {
  const { store, today, log, waitMs = 500, retryMs = 500 } = options;
  /** The oldest first. Each is written as one batch. */
  const blocks: ViewBlock[] = [];
  /** Empty again, and used before new ones are made. */
  const spare: ViewBlock[] = [];
  let discarded = new Map<string, ViewBatch['discarded'][number]>();
  /** Failed, and perhaps written all the same: it is sent again as it was. */
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
    // A slow database is not made faster by more batches.
    if (isWriting) wait();
    else flush().catch(() => {});
  }

  function takeBatch(): ViewBatch {
    const block = blocks.shift() ?? spare.pop() ?? createViewBlock();
    const batch = { id: randomUUID(), today: today(), ...block.take(), discarded: [...discarded.values()] };
    if (spare.length < maxSpareBlocks) spare.push(block);
    discarded = new Map();
    return batch;
  }

  function addBlock(): ViewBlock | undefined {
    if (blocks.length === maxBlocks) return undefined;
    const block = spare.pop() ?? createViewBlock();
    blocks.push(block);
    return block;
  }

  async function write(): Promise<void> {
    isWriting = true;
    try {
      if (unwritten) await store.record(unwritten);
      // At least one, even if it is empty: old salts are deleted along with it.
      for (let batches = Math.max(1, blocks.length); batches > 0; batches--) {
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
        // Whoever keeps the views is away; that is no fault of the process that ends.
        const counts = [...(unwritten?.rows.views.split(',') ?? []), ...blocks.map((block) => block.count())];
        const left = counts.reduce<number>((sum, count) => sum + Number(count), 0);
        if (left > 0)
          log({ level: 'warn', message: `Page views that could not be written are lost: ${left}.` });
      });
      clearTimeout(timer);
    },
  };
}
