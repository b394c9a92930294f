import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { ContentLog } from '../log.ts';
import type { RenderedBody } from '../render/rendering.ts';

/** Rendered bodies by the hash of the bytes they were made of: the latest ones in memory, all of them on disk. */
export interface KeptBodies {
  find(hash: string): Promise<RenderedBody | undefined>;
  /** Written in the background; waits only while very many others are still to be written. */
  keep(hash: string, body: RenderedBody): Promise<void>;
  /** The bytes with this hash are gone. */
  forget(hash: string): void;
  /** Waits until everything is written. */
  close(): Promise<void>;
}

/** Length of the JSON kept in memory; as objects it takes about six times as much. */
const MEMORY_LIMIT = 3_000_000;
/** Bodies that may wait to be written, all of them in memory. */
const MOST_WAITING = 64;

const reference = z.object({ address: z.string(), line: z.number() });
/** Enough to tell a body from a file that was cut off or is something else. The tree itself was made by this program. */
const keptSchema = z.object({
  body: z.array(
    z.custom<RenderedBody['body'][number]>((node) => typeof node === 'string' || Array.isArray(node)),
  ),
  toc: z.array(z.object({ id: z.string(), text: z.string(), depth: z.number() })),
  words: z.number(),
  readingMinutes: z.number(),
  pictures: z.array(reference),
  links: z.array(reference),
  warnings: z.array(z.object({ line: z.number(), message: z.string() })),
});

export function createKeptBodies(folder: string, log: ContentLog, memoryLimit = MEMORY_LIMIT): KeptBodies {
  const memory = new Map<string, { body: RenderedBody; length: number }>();
  let queued: Promise<void> = Promise.resolve();
  let length = 0;
  let waiting = 0;
  let hasFolder = false;
  let hasFailed = false;

  function remember(hash: string, body: RenderedBody, size: number): void {
    drop(hash);
    memory.set(hash, { body, length: size });
    length += size;
    // A Map keeps its order: the first entry is the one not used for the longest time.
    for (const oldest of memory.keys()) {
      if (length <= memoryLimit || oldest === hash) break;
      drop(oldest);
    }
  }

  function drop(hash: string): void {
    length -= memory.get(hash)?.length ?? 0;
    memory.delete(hash);
  }

  function toFile(hash: string): string {
    return join(folder, `${hash}.json`);
  }

  async function write(hash: string, json: string): Promise<void> {
    try {
      // After the answer, and then in one go: a few kilobytes are written sooner than the thread pool is asked to.
      await nextTurn();
      if (!hasFolder) mkdirSync(folder, { recursive: true });
      hasFolder = true;
      // Straight to its place: half a file is no JSON, so whoever finds one renders the page again.
      writeFileSync(toFile(hash), json);
      hasFailed = false;
    } catch (error) {
      // Somebody may have emptied the cache while we ran.
      hasFolder = false;
      const { code } = error as NodeJS.ErrnoException;
      const message = `Rendered pages cannot be kept in ${folder} (${code}); they are rendered again after a restart`;
      if (!hasFailed) log({ level: 'warn', message });
      hasFailed = true;
    }
  }

  /** One after the other, so that a burst of new pages leaves the disk to others as well. */
  function queue(work: () => Promise<void>): void {
    waiting += 1;
    queued = queued.then(work).finally(() => {
      waiting -= 1;
    });
  }

  return {
    async find(hash) {
      const known = memory.get(hash);
      if (known) {
        memory.delete(hash);
        memory.set(hash, known);
        return known.body;
      }
      try {
        const file = toFile(hash);
        if (!existsSync(file)) return undefined;
        const json = readFileSync(file, 'utf8');
        const body: RenderedBody = keptSchema.parse(JSON.parse(json));
        remember(hash, body, json.length);
        return body;
      } catch {
        // Cut off or not readable: it is made again.
        return undefined;
      }
    },
    async keep(hash, body) {
      const json = JSON.stringify(body);
      remember(hash, body, json.length);
      queue(() => write(hash, json));
      if (waiting > MOST_WAITING) await queued;
    },
    forget(hash) {
      drop(hash);
      queue(() => rm(toFile(hash), { force: true }).catch(() => undefined));
    },
    async close() {
      await queued;
    },
  };
}

/** Removes what earlier versions of the renderer kept, so that the cache does not grow with every release. */
export async function openKeptFolder(folder: string, version: string): Promise<string> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (/^bodies-/.test(name) && name !== `bodies-${version}`)
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
  return join(folder, `bodies-${version}`);
}
