import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentLog } from '../log.ts';
import type { RenderedBody } from '../render/rendering.ts';
import { createKeptTexts } from './kept-texts.ts';

/** Rendered bodies by the hash of the bytes they were made of: the latest ones in memory, all of them on disk. */
export interface KeptBodies {
  find(hash: string): RenderedBody | undefined;
  /** Written to disk after the answer, together with others. */
  keep(hash: string, body: RenderedBody): void;
  /** The bytes with this hash are gone. */
  forget(hash: string): void;
  /** Writes what still waits. */
  close(): void;
}

/**
 * Length of the texts kept in memory. They are texts and not trees: a tree takes six times as much room, and one that lives long
 * is moved about by the garbage collector, which costs more than reading the few that are asked for again.
 */
const MEMORY_LIMIT = 6_000_000;
/** Bodies that are written together, and how long the first of them waits for the others. */
const MOST_WAITING = 16;
const LONGEST_WAIT = 100;

/** Enough to tell a body from a file that was cut off or is something else. The tree itself was made by this program. */
function isBody(value: unknown): value is RenderedBody {
  if (typeof value !== 'object' || value === null) return false;
  const { body, toc, words, readingMinutes, pictures, links, warnings } = value as Partial<RenderedBody>;
  return (
    [body, toc, pictures, links, warnings].every(Array.isArray) &&
    (body ?? []).every((node) => typeof node === 'string' || Array.isArray(node)) &&
    typeof words === 'number' &&
    typeof readingMinutes === 'number'
  );
}

export function createKeptBodies(file: string, log: ContentLog, memoryLimit = MEMORY_LIMIT): KeptBodies {
  const memory = new Map<string, string>();
  const waiting = new Map<string, string>();
  const disk = createKeptTexts(file);
  let timer: NodeJS.Timeout | undefined;
  let length = 0;
  let hasFailed = false;
  let isClosed = false;

  function remember(hash: string, json: string): void {
    drop(hash);
    memory.set(hash, json);
    length += json.length;
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

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size > 0) tryOnDisk(() => disk.keep(waiting));
    waiting.clear();
  }

  function tryOnDisk(work: () => void): void {
    try {
      work();
      hasFailed = false;
    } catch (error) {
      const message = `Rendered pages cannot be kept in ${file} (${(error as Error).message}); they are rendered again after a restart`;
      if (!hasFailed) log({ level: 'warn', message });
      hasFailed = true;
    }
  }

  function readFromDisk(hash: string): RenderedBody | undefined {
    if (isClosed) return undefined;
    try {
      const json = disk.find(hash);
      const body: unknown = json === undefined ? undefined : JSON.parse(json);
      if (json === undefined || !isBody(body)) return undefined;
      remember(hash, json);
      return body;
    } catch {
      // Cut off, or something else: it is made again.
      return undefined;
    }
  }

  return {
    find(hash) {
      const json = memory.get(hash) ?? waiting.get(hash);
      if (json === undefined) return readFromDisk(hash);
      remember(hash, json);
      return JSON.parse(json) as RenderedBody;
    },
    keep(hash, body) {
      const json = JSON.stringify(body);
      remember(hash, json);
      if (isClosed) return;
      waiting.set(hash, json);
      // On a later turn: whoever asked for the page has it by then.
      if (waiting.size === MOST_WAITING) setImmediate(write);
      timer ??= setTimeout(write, LONGEST_WAIT);
    },
    forget(hash) {
      drop(hash);
      if (!waiting.delete(hash)) tryOnDisk(() => disk.remove(hash));
    },
    close() {
      isClosed = true;
      write();
      disk.close();
    },
  };
}

/** Removes what earlier versions of the renderer kept, so that the cache does not grow with every release. */
export async function openKeptFile(folder: string, version: string): Promise<string> {
  const file = `bodies-${version}.sqlite`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (/^bodies-/.test(name) && !name.startsWith(file))
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
  return join(folder, file);
}
