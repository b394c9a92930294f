/** The thread that reads pages and writes the index, so that requests never wait for it. */
import { createHash } from 'node:crypto';
import { readlinkSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createBodyReader } from '../articles/read-body.ts';
import type { RenderCache } from '../articles/render-cache.ts';
import { createSqliteCache } from '../articles/sqlite-cache.ts';
import { toStamp, toVersion } from '../files/read-file-head.ts';
import { createLazyParser } from '../parse/lazy-parser.ts';
import type { ParsedBody } from '../parse/parse-context.ts';
import { isDamaged } from './index-file.ts';
import { type IndexWriter, openIndexWriter, type WrittenPage } from './index-writer.ts';
import { toPageText } from './page-text.ts';
import type { IndexBatch, RelateRequest, WorkerReply, WorkerSettings } from './worker-messages.ts';

const { indexFile, bodiesFile, folder } = workerData as WorkerSettings;
const bodies = createSqliteCache(bodiesFile);
const readBody = createBodyReader(createLazyParser(), createReadOnlyCache());
const relateMs = 10;
let writer: IndexWriter | undefined;

/** Bodies that visitors have read already need not be parsed again. Nothing is stored: the file belongs to the other thread. */
function createReadOnlyCache(): RenderCache {
  return {
    find(hash) {
      const json = bodies.find(hash);
      return json === undefined ? undefined : (JSON.parse(json) as ParsedBody);
    },
    store() {},
    remove() {},
    close: bodies.close,
  };
}

/** Undefined: the file has been saved again, or cannot be read. Its page is announced again when it has changed. */
async function readPage(page: IndexBatch['pages'][number]): Promise<WrittenPage | undefined> {
  const file = join(folder, page.file);
  const isAsAnnounced = () => toVersion(toStamp(statSync(file))) === page.version;
  try {
    if (!isAsAnnounced()) return undefined;
    const read = await readBody(file);
    // What was read could be the text of a version that is not public any more, or not yet.
    if (!('body' in read) || !isAsAnnounced()) return undefined;
    const { title, description, tags } = page;
    const hash = createHash('sha256').update(JSON.stringify([read.hash, title, description, tags]));
    return { ...page, hash: hash.digest('base64url'), content: toPageText(read.body) };
  } catch {
    return undefined;
  }
}

async function handle(message: IndexBatch | RelateRequest): Promise<WorkerReply> {
  try {
    writer ??= openIndexWriter(indexFile);
    return 'relate' in message ? relate(writer) : await index(writer, message);
  } catch (error) {
    return { fault: String(error), damaged: isDamaged(error) };
  }
}

/** For a moment only: a page that is saved meanwhile waits for it. */
function relate({ relate }: IndexWriter): WorkerReply {
  const { changed, more } = relate(performance.now() + relateMs);
  return { related: changed, more };
}

async function index(writer: IndexWriter, { pages, removed }: IndexBatch): Promise<WorkerReply> {
  const written: WrittenPage[] = [];
  const touched: WrittenPage[] = [];
  const skipped: string[] = [];
  for (const page of pages) {
    const read = await readPage(page);
    if (!read) skipped.push(page.address);
    else if (writer.hashOf(page.address) === read.hash) touched.push(read);
    else written.push(read);
  }
  // The words of a version that is gone are not kept.
  writer.write({ pages: written, touched, removed: [...removed, ...skipped] });
  return { skipped };
}

/** On Linux a thread has a priority of its own: requests come first. */
function lowerPriority(): void {
  try {
    setPriority(
      Number(basename(readlinkSync('/proc/thread-self'))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // Elsewhere the priority is unchanged.
  }
}

lowerPriority();
parentPort?.on('message', async (message: IndexBatch | RelateRequest) =>
  parentPort?.postMessage(await handle(message)),
);
