/** Full-text search over the pages that a visitor may know of. Decision 69 says why it is SQLite. */
import { resolve } from 'node:path';
import { prepareCacheFile } from '../articles/render-cache.ts';
import type { Audience } from '../files/content-files.ts';
import type { ContentLog } from '../log.ts';
import type { Content } from '../open-content.ts';
import { PARSER_VERSION } from '../parse/lazy-parser.ts';
import { answerQuestion } from './answer-question.ts';
import { deleteIndexFile, isDamaged, prepareIndexFile } from './index-file.ts';
import { type IndexReader, openIndexReader } from './index-reader.ts';
import { createIndexer, type Indexer } from './indexer.ts';
import { parseQuery } from './parse-query.ts';
import type { SearchAnswer } from './search-answer.ts';
import { createVisibleRows } from './visible-rows.ts';
import { createVocabulary } from './vocabulary.ts';

export interface SearchOptions {
  content: Content;
  /** The content folder. */
  folder: string;
  cacheFolder: string;
  log: ContentLog;
}

export interface Search {
  /** Compares the index with the content a moment later, and indexes what is missing in a worker. Called when the site serves. */
  start(): void;
  /** `fault` says what is wrong with the question. */
  find(
    question: string,
    options: { audience: Audience; limit: number; offset?: number; prefix?: string },
  ): SearchAnswer | { fault: string };
  /** Every page that can be found is in the index. */
  isComplete(): boolean;
  close(): Promise<void>;
}

/** A question that takes longer is answered with what was found until then. */
const budgetMs = 50;
/** The first visitors come first: with thousands of pages the comparison takes some hundredths of a second. */
const startDelayMs = 1000;
/** After a fault that is not a damaged file (a full disk, say), indexing is tried again. */
const retryMs = 30_000;
const maxRebuilds = 3;

export async function openSearch({ content, folder, cacheFolder, log }: SearchOptions): Promise<Search> {
  const cache = resolve(cacheFolder);
  const bodiesFile = await prepareCacheFile(cache, PARSER_VERSION);
  const visibleRows = createVisibleRows({
    visiblePages: content.visiblePages,
    revision: () => content.revision,
  });
  let state: { file: string; reader: IndexReader; indexer: Indexer } | undefined;
  let vocabulary = createVocabulary();
  let rebuilds = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isClosed = false;
  let stopListening = () => {};

  function open(): NonNullable<typeof state> {
    const file = prepareIndexFile(cache);
    const reader = openIndexReader(file);
    const settings = { folder: resolve(folder), indexFile: file, bodiesFile };
    const indexer = createIndexer({
      settings,
      // A row that was removed is in no later reading of what has changed.
      onWritten: (removed) =>
        attempt((current) => {
          const versions = current.reader.snapshot(current.reader.versions);
          for (const address of removed) versions.delete(address);
        }),
      onFault: handleFault,
    });
    return { file, reader, indexer };
  }

  function handleFault({ message, damaged }: { message: string; damaged: boolean }): void {
    if (isClosed) return;
    if (damaged && rebuilds < maxRebuilds) {
      rebuilds += 1;
      log({ level: 'warn', message: `The search index is damaged and is built again (${message})` });
      void rebuild();
      return;
    }
    log({
      level: 'error',
      message: `The search index cannot be written (${message}); some pages are not found`,
    });
    clearTimeout(timer);
    timer = setTimeout(compare, retryMs).unref();
  }

  async function rebuild(): Promise<void> {
    const old = state;
    state = undefined;
    vocabulary = createVocabulary();
    old?.reader.close();
    await old?.indexer.close();
    if (old) deleteIndexFile(old.file);
    compare();
  }

  /** Runs `use` on the index. Undefined: there is no index to read, and it is being built again where that is possible. */
  function attempt<Result>(use: (open: NonNullable<typeof state>) => Result): Result | undefined {
    if (isClosed) return undefined;
    try {
      state ??= open();
      return use(state);
    } catch (error) {
      const damaged = isDamaged(error);
      // It could not be opened, so there is no reader to close.
      if (damaged && !state) deleteIndexFile(prepareIndexFile(cache));
      handleFault({ message: String(error), damaged });
      return undefined;
    }
  }

  function compare(): void {
    attempt(({ reader, indexer }) => {
      const versions = reader.snapshot(reader.versions);
      indexer.compare(content.visiblePages('owner').pages(), versions);
    });
  }

  function startNow(): void {
    if (isStarted || isClosed) return;
    isStarted = true;
    stopListening = content.onChange(compare);
    compare();
  }

  return {
    start() {
      timer ??= setTimeout(startNow, startDelayMs).unref();
    },
    isComplete: () => isStarted && state !== undefined && state.indexer.isIdle(),
    find(question, { audience, limit, offset = 0, prefix = '' }) {
      const query = parseQuery(question);
      if ('fault' in query) return query;
      // A visitor who asks in the first second does not wait for it.
      startNow();
      const { revision } = content;
      const asked = { query, limit, offset, deadline: performance.now() + budgetMs };
      const answer = attempt(({ reader }) =>
        reader.snapshot(() => {
          const rows = visibleRows({ audience, prefix }, reader);
          return answerQuestion(asked, { reader, rows, vocabulary, pages: content.visiblePages(audience) });
        }),
      );
      return { revision, ...(answer ?? { query: query.text, total: 0, results: [], partial: true }) };
    },
    async close() {
      isClosed = true;
      stopListening();
      clearTimeout(timer);
      const closing = state;
      state = undefined;
      await closing?.indexer.close();
      closing?.reader.close();
    },
  };
}
