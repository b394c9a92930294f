import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentLog } from '../log.ts';
import type { ParsedBody } from '../parse/parse-context.ts';
import { createSqliteCache } from './sqlite-cache.ts';

/** Rendered bodies by the hash of the bytes they were made of: the latest ones in memory, all of them on disk. */
export interface RenderCache {
  find(hash: string): ParsedBody | undefined;
  /** Written to disk after the answer, together with others. */
  store(hash: string, body: ParsedBody): void;
  /** No file has the bytes with this hash any more. */
  remove(hash: string): void;
  /** Writes the pending bodies. */
  close(): void;
}

/**
 * Length of the JSON texts in memory. They are texts and not trees: a tree takes six times as much memory, and the garbage collector
 * moves trees that live long, which costs more than parsing the few that are read again.
 */
const MEMORY_LIMIT = 6_000_000;
/** How many bodies are written in one batch, and how long the first of them waits for the others. */
const MAX_PENDING = 16;
const MAX_DELAY_MS = 100;

/** Detects truncated and foreign data. The tree itself was made by this program and is not checked. */
function isBody(value: unknown): value is ParsedBody {
  if (typeof value !== 'object' || value === null) return false;
  const { body, toc, words, readingMinutes, pictures, links, ids, warnings } = value as Partial<ParsedBody>;
  return (
    [body, toc, pictures, links, ids, warnings].every(Array.isArray) &&
    (body ?? []).every((node) => typeof node === 'string' || Array.isArray(node)) &&
    typeof words === 'number' &&
    typeof readingMinutes === 'number'
  );
}

export function createRenderCache(file: string, log: ContentLog, memoryLimit = MEMORY_LIMIT): RenderCache {
  const memory = new Map<string, string>();
  const pending = new Map<string, string>();
  const disk = createSqliteCache(file);
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
    if (pending.size > 0) tryDisk(() => disk.store(pending));
    pending.clear();
  }

  function tryDisk(work: () => void): void {
    try {
      work();
      hasFailed = false;
    } catch (error) {
      const message = `Rendered pages cannot be cached in ${file} (${(error as Error).message}); they are rendered again after a restart`;
      if (!hasFailed) log({ level: 'warn', message });
      hasFailed = true;
    }
  }

  function readFromDisk(hash: string): ParsedBody | undefined {
    if (isClosed) return undefined;
    try {
      const json = disk.find(hash);
      const body: unknown = json === undefined ? undefined : JSON.parse(json);
      if (json === undefined || !isBody(body)) return undefined;
      remember(hash, json);
      return body;
    } catch {
      // Truncated or not a body: the page is rendered again.
      return undefined;
    }
  }

  return {
    find(hash) {
      const json = memory.get(hash) ?? pending.get(hash);
      if (json === undefined) return readFromDisk(hash);
      remember(hash, json);
      return JSON.parse(json) as ParsedBody;
    },
    store(hash, body) {
      const json = JSON.stringify(body);
      remember(hash, json);
      if (isClosed) return;
      pending.set(hash, json);
      // After the current response: writing must not delay it.
      if (pending.size === MAX_PENDING) setImmediate(write);
      timer ??= setTimeout(write, MAX_DELAY_MS);
    },
    remove(hash) {
      drop(hash);
      if (!pending.delete(hash)) tryDisk(() => disk.remove(hash));
    },
    close() {
      isClosed = true;
      write();
      disk.close();
    },
  };
}

/** Removes the files of earlier parser versions, so that the cache does not grow with every release. */
export async function prepareCacheFile(folder: string, version: string): Promise<string> {
  const file = `bodies-${version}.sqlite`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (/^bodies-/.test(name) && !name.startsWith(file))
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
  return join(folder, file);
}
