import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { columnWeights, openIndexFile } from './index-file.ts';
import type { PageText } from './page-text.ts';

/** A row of the index: which version of a page it was made of. */
export interface IndexedVersion {
  id: number;
  version: string;
}

export interface IndexReader {
  /** Everything that `use` reads is of one moment, whatever a writer of this or another process does meanwhile. */
  snapshot<Result>(use: () => Result): Result;
  /** What is indexed, by address. Within a snapshot. */
  versions(): Map<string, IndexedVersion>;
  /** Grows with each change of the file. */
  readonly generation: number;
  /** The best matches among the rows that `isWanted` accepts, which is called for each match. */
  rank(expression: string, isWanted: (id: number) => boolean, limit: number): number[];
  /** Calls `isEnough` for each match, in no order, until it returns true. */
  scan(expression: string, isEnough: (id: number) => boolean): void;
  readText(id: number): PageText | undefined;
  /** The addresses of pages that are about the same as the one at an address, the nearest first; also of hidden ones. */
  related(address: string): string[];
  /** Which pages are about the same has not been found out for all of them. */
  hasDue(): boolean;
  /** At most `limit` words that were added after the one with this id. */
  readWords(afterId: number, limit: number): { id: number; word: string }[];
  close(): void;
}

export function openIndexReader(file: string): IndexReader {
  const database = openIndexFile(file);
  const versions = new Map<string, IndexedVersion>();
  const readCounter = database.prepare('select value from counter');
  const readChanged = prepareArrays(database, 'select id, address, version from pages where changed > ?');
  const readText = database.prepare('select headings, text from pages where id = ?');
  const readRelated = database.prepare(
    'select related.pages from related join pages using (id) where address = ?',
  );
  const readDue = database.prepare('select 1 from related where due > 0 limit 1');
  const readWords = prepareArrays(
    database,
    'select id, word from vocabulary where id > ? order by id limit ?',
  );
  let generation = -1;
  let isWanted: (id: number) => boolean = () => false;

  // Called for each match before it is ranked: filters cost nothing then, and a query that takes too long can refuse the rest.
  database.function('is_wanted', { directOnly: true }, (id) => (isWanted(id as number) ? 1 : 0));
  const rank = prepareArrays(
    database,
    `select rowid from page_words where page_words match ? and is_wanted(rowid) order by bm25(page_words, ${columnWeights}) limit ?`,
  );
  const scan = prepareArrays(
    database,
    'select 1 from page_words where page_words match ? and is_wanted(rowid) limit 1',
  );

  return {
    get generation() {
      return generation;
    },
    snapshot(use) {
      database.exec('begin');
      try {
        return use();
      } finally {
        if (database.isTransaction) database.exec('commit');
      }
    },
    versions() {
      const current = Number(readCounter.get()?.value);
      if (current === generation) return versions;
      const rows = readChanged.all(generation) as unknown as [number, string, string][];
      for (const [id, address, version] of rows) versions.set(address, { id, version });
      generation = current;
      return versions;
    },
    rank(expression, accepts, limit) {
      isWanted = accepts;
      return (rank.all(expression, limit) as unknown as [number][]).map(([id]) => id);
    },
    scan(expression, accepts) {
      isWanted = accepts;
      scan.all(expression);
    },
    readText(id) {
      const row = readText.get(id);
      if (!row) return undefined;
      const headings = JSON.parse(String(row.headings)) as PageText['headings'];
      return { headings, text: String(row.text) };
    },
    related: (address) => JSON.parse(String(readRelated.get(address)?.pages ?? '[]')) as string[],
    hasDue: () => readDue.get() !== undefined,
    readWords: (afterId, limit) =>
      (readWords.all(afterId, limit) as unknown as [number, string][]).map(([id, word]) => ({ id, word })),
    close: () => database.close(),
  };
}

/** Rows as arrays: thousands of them are read. */
function prepareArrays(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}
