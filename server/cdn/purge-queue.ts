/** The tags that the CDN still has to be told about, in a file, so that they survive the end of the process. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { siteTag } from './cache-tags.ts';
import { createQueueWriter, readQueueFile } from './queue-file.ts';
import { PurgeError } from './send-purge.ts';

export interface PurgeQueue {
  /** What the content, the program and the settings were when the CDN was last known to hold nothing older. */
  readonly state: string | undefined;
  /** These responses have changed. */
  add(tags: Iterable<string>): void;
  /** From now on the CDN is told of every change of this state. */
  setState(state: string): Promise<void>;
  /** Why purges fail now; undefined when they do not. */
  fault(): string | undefined;
  /** What is not sent stays in the file. */
  close(): Promise<void>;
}

export interface PurgeQueueOptions {
  file: string;
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

export async function openPurgeQueue(options: PurgeQueueOptions): Promise<PurgeQueue> {
  const { file, log, batch, send, pauseMs = 1000 } = options;
  const known = await readQueueFile(file);
  let { state } = known;
  const waiting = new Set(known.tags);
  /** Being sent. They stay in the file until the CDN has taken them. */
  let sent: readonly string[] = [];
  const closing = new AbortController();
  const { signal } = closing;
  let fault: string | undefined;
  let failures = 0;
  let sending: Promise<void> | undefined;

  const save = createQueueWriter(file, () => ({ state, tags: [...new Set([...sent, ...waiting])] }), log);

  async function sendAll(): Promise<void> {
    while (waiting.size > 0 && !signal.aborted) {
      await save();
      const isAll = waiting.has(siteTag) || waiting.size > mostTags;
      sent = isAll ? [siteTag] : [...waiting].slice(0, batch);
      // What is saved from now on is sent once more.
      for (const tag of isAll ? [...waiting] : sent) waiting.delete(tag);
      const pause = await send(sent, signal).then(onSent, (error: unknown) => {
        for (const tag of sent) waiting.add(tag);
        return signal.aborted ? 0 : onFailed(error);
      });
      sent = [];
      if (pause > 0) await wait(pause, undefined, { signal, ref: false }).catch(() => {});
    }
    await save();
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

  start();
  return {
    get state() {
      return state;
    },
    add(tags) {
      for (const tag of tags) waiting.add(tag);
      if (waiting.size === 0) return;
      void save();
      start();
    },
    async setState(next) {
      state = next;
      await save();
    },
    fault: () => fault,
    async close() {
      closing.abort();
      await sending;
      await save();
    },
  };
}
