/** Full-text search over the pages that a visitor may know of. Decision 69 says why it is SQLite. */

import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareCacheFile } from '../articles/render-cache.ts';
import type { PageSummary } from '../document.ts';
import type { Audience } from '../files/content-files.ts';
import type { ContentLog } from '../log.ts';
import type { Content, ContentChange } from '../open-content.ts';
import { PARSER_VERSION } from '../parse/lazy-parser.ts';
import type { NamedPage } from '../site-tree/site-view.ts';
import type { VisiblePages } from '../site-tree/visible-pages.ts';
import { readCpuClock } from './cpu-clock.ts';
import { type FindOptions, findPages } from './find-pages.ts';
import { createKeptIndex } from './kept-index.ts';
import { createMarker } from './marks.ts';
import { parseQuery, type QueryFault, type SearchQuery } from './parse-query.ts';
import { createRelatedPages, type RelatedOptions } from './related-pages.ts';
import type { SearchAnswer } from './search-answer.ts';
import { toResult } from './to-result.ts';
import { createVisibleRows } from './visible-rows.ts';

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
  /** A fault is one of the question. */
  find(
    question: string,
    options: { audience: Audience; limit: number; offset?: number; prefix?: string },
  ): SearchAnswer | QueryFault;
  /** The pages that an article leads on to. Empty until they are known. */
  related(path: string, options: RelatedOptions): PageSummary[];
  /** The related pages of these paths may be others now, or are called something else. */
  onRelatedChange(listener: (paths: readonly string[]) => void): void;
  /** Every page that can be found is in the index. */
  isComplete(): boolean;
  /** Begins at once, and resolves when every page can be found and the related pages are known. */
  complete(): Promise<void>;
  close(): Promise<void>;
}

/** Of CPU time. A question that takes longer is answered with what was found until then. */
const budgetMs = 50;
/** The first visitors come first. */
const startDelayMs = 1000;
/** After the last save. */
const quietMs = 500;
/** Between two looks at the worker, for a caller that waits for all of it. */
const pollMs = 10;

export async function openSearch({ content, folder, cacheFolder, log }: SearchOptions): Promise<Search> {
  const cache = resolve(cacheFolder);
  const bodiesFile = await prepareCacheFile(cache, PARSER_VERSION);
  const visibleRows = createVisibleRows({
    visiblePages: content.visiblePages,
    revision: () => content.revision,
  });
  const index = createKeptIndex({
    cacheFolder: cache,
    settings: { folder: resolve(folder), bodiesFile },
    log,
    compare,
    onRelated: announceRelated,
  });
  const relatedPages = createRelatedPages(
    content,
    (path) => index.use(({ reader }) => reader.related(path)) ?? [],
  );
  const relatedListeners: ((paths: readonly string[]) => void)[] = [];
  const stopListening = content.onChange((change) => {
    announceRelated(relatedPages.touchedBy(change));
    if (isStarted) follow(change);
  });
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isClosed = false;

  function announceRelated(paths: readonly string[]): void {
    if (paths.length === 0) return;
    const shown = [...content.withUntranslated(paths)];
    for (const listener of relatedListeners) listener(shown);
  }

  function compare(): void {
    index.use(({ reader, indexer }) => {
      const versions = reader.snapshot(reader.versions);
      const pages = new Map<string, NamedPage | undefined>(
        [...versions.keys()].map((address) => [address, undefined]),
      );
      for (const page of content.visiblePages('owner').pages()) pages.set(page.path, page);
      indexer.update(pages, versions);
      if (reader.hasDue()) indexer.relate();
    });
  }

  /** What was saved is indexed at once; all pages are compared when it is quiet again. */
  function follow({ pages }: ContentChange): void {
    clearTimeout(timer);
    if (pages === 'all') {
      compare();
      return;
    }
    const saved = new Map(pages.map((address) => [address, content.namedPage(address)]));
    index.use(({ reader, indexer }) => indexer.update(saved, reader.snapshot(reader.versions)));
    timer = setTimeout(compare, quietMs).unref();
  }

  /** With thousands of pages the comparison takes some hundredths of a second: requests are answered in between. */
  async function startSlowly(): Promise<void> {
    index.use(({ reader }) => reader.snapshot(reader.versions));
    await content.preparePages();
    startNow();
  }

  function startNow(): void {
    if (isStarted || isClosed) return;
    isStarted = true;
    compare();
  }

  const isComplete = () => isStarted && index.isIdle();

  return {
    start() {
      timer ??= setTimeout(startSlowly, startDelayMs).unref();
    },
    related: relatedPages.find,
    onRelatedChange: (listener) => relatedListeners.push(listener),
    isComplete,
    async complete() {
      startNow();
      while (!isClosed && (!isComplete() || index.isRelating())) await wait(pollMs);
    },
    find(question, { audience, limit, offset = 0, prefix = '' }) {
      const query = parseQuery(question);
      if ('fault' in query) return query;
      // A visitor who asks in the first second does not wait for it.
      startNow();
      const { revision } = content;
      const asked = { query, limit, offset, deadline: readCpuClock() + budgetMs };
      const answer = index.use(({ reader, vocabulary }) =>
        reader.snapshot(() => {
          const rows = visibleRows({ audience, prefix }, reader);
          return answerQuestion(asked, { reader, rows, vocabulary, pages: content.visiblePages(audience) });
        }),
      );
      return {
        revision,
        ...(answer ?? { query: query.text, total: 0, results: [], partial: true }),
        ...(!isComplete() && { indexing: true }),
      };
    },
    async close() {
      isClosed = true;
      stopListening();
      clearTimeout(timer);
      await index.close();
    },
  };
}

interface Question {
  query: SearchQuery;
  limit: number;
  offset: number;
  /** By the clock of cpu-clock.ts. */
  deadline: number;
}

interface AnswerOptions extends Pick<FindOptions, 'reader' | 'rows' | 'vocabulary'> {
  pages: Pick<VisiblePages, 'localNavigation'>;
}

/** Within a snapshot of the index: finds the pages, and reads the text of those that are shown. */
function answerQuestion(
  { query, limit, offset, deadline }: Question,
  { pages, ...index }: AnswerOptions,
): Omit<SearchAnswer, 'revision'> {
  const { reader, rows } = index;
  const { ids, terms, ...found } = findPages(query, { ...index, count: offset + limit, deadline });
  const marker = createMarker(terms);
  const results = ids.slice(offset).flatMap((id) => {
    const page = rows[id];
    return page ? [toResult(page, reader.readText(id), marker, pages)] : [];
  });
  return { query: query.text, ...found, results };
}
