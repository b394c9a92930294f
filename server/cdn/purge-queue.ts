/** The tags that the CDN still has to be told about. What is not sent at the end of the process is covered by the next start, which purges everything. */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { siteTag } from './cache-tags.ts';
import { PurgeError } from './send-purge.ts';

export interface PurgeQueue {
  /** These responses have changed. */
  add(tags: Iterable<string>): void;
  /** Why purges fail now; undefined when they do not. */
  fault(): string | undefined;
  close(): Promise<void>;
}

export interface PurgeQueueOptions {
  log: Log;
  /** The most tags of one request. */
  batch: number;
  send: (tags: readonly string[], signal: AbortSignal) => Promise<void>;
  /** The first pause after a failure, which doubles up to the longest. */
  pauseMs?: number;
}

/** More tags than this are sent as `site`: services take few requests a minute. */
const mostTags = 500;
const longestPauseMs = 60_000;

export function openPurgeQueue(options: PurgeQueueOptions): PurgeQueue {
  const { log, batch, send, pauseMs = 1000 } = options;
  const waiting = new Set<string>();
  const closing = new AbortController();
  const { signal } = closing;
  let fault: string | undefined;
  let failures = 0;
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting.size > 0 && !signal.aborted) {
      // Changes of the same moment go together.
      await nextTurn();
      const isAll = waiting.has(siteTag) || waiting.size > mostTags;
      const sent = isAll ? [siteTag] : [...waiting].slice(0, batch);
      // A tag that is added from now on is sent once more.
      for (const tag of isAll ? [...waiting] : sent) waiting.delete(tag);
      const pause = await send(sent, signal).then(onSent, (error: unknown) => {
        for (const tag of sent) waiting.add(tag);
        return signal.aborted ? 0 : onFailed(error);
      });
      if (pause > 0) await wait(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  function onSent(): number {
    if (fault !== undefined) log.info('The CDN takes purges again.');
    fault = undefined;
    failures = 0;
    return 0;
  }

  /** Returns how long to wait. */
  function onFailed(error: unknown): number {
    const {
      message,
      fix,
      waitMs = 0,
    } = error instanceof PurgeError ? error : new PurgeError(String(error), 'See the log.', { cause: error });
    const isNew = fault === undefined;
    fault = `Changed pages are not replaced in the CDN: ${message}. ${fix}`;
    if (isNew) log.error(`${fault} ${waiting.size} purges wait and are sent again.`, { cause: error });
    failures += 1;
    return Math.min(longestPauseMs, Math.max(waitMs, pauseMs * 2 ** (failures - 1)));
  }

  function start(): void {
    if (signal.aborted) return;
    sending ??= sendAll().finally(() => {
      sending = undefined;
      if (waiting.size > 0) start();
    });
  }

  return {
    add(tags) {
      for (const tag of tags) waiting.add(tag);
      if (waiting.size > 0) start();
    },
    fault: () => fault,
    async close() {
      closing.abort();
      await sending;
    },
  };
}
