import { existsSync } from 'node:fs';
import type { ContentLog } from '../log.ts';
import { deleteIndexFile, isDamaged, prepareIndexFile } from './index-file.ts';
import { type IndexReader, openIndexReader } from './index-reader.ts';
import { createIndexer, type Indexer } from './indexer.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';
import type { WorkerSettings } from './worker-messages.ts';

export interface OpenIndex {
  file: string;
  reader: IndexReader;
  indexer: Indexer;
  vocabulary: Vocabulary;
}

/** The file of the index. It is opened on first use; a damaged one is deleted and built again while the site serves. */
export interface KeptIndex {
  /** Undefined: there is no index to read, and it is being built again where that is possible. */
  use<Result>(use: (index: OpenIndex) => Result): Result | undefined;
  /** Everything that was queued is in it. */
  isIdle(): boolean;
  /** Related pages are being found. */
  isRelating(): boolean;
  close(): Promise<void>;
}

export interface KeptIndexOptions {
  /** Absolute. */
  cacheFolder: string;
  settings: Omit<WorkerSettings, 'indexFile'>;
  log: ContentLog;
  /** The index has to be compared with the content again. */
  compare(): void;
  onRelated(addresses: readonly string[]): void;
}

/** After a fault that is not a damaged file (a full disk, say), indexing is tried again. */
const retryMs = 30_000;
const maxRebuilds = 3;

export function createKeptIndex(options: KeptIndexOptions): KeptIndex {
  const { cacheFolder, log, compare, onRelated } = options;
  let state: OpenIndex | undefined;
  let rebuilds = 0;
  let retry: NodeJS.Timeout | undefined;
  let isRebuilding = false;
  let isClosed = false;

  function open(): OpenIndex {
    const file = prepareIndexFile(cacheFolder);
    const reader = openIndexReader(file);
    const indexer = createIndexer({
      settings: { ...options.settings, indexFile: file },
      // A row that was removed is in no later reading of what has changed.
      onWritten: (removed) =>
        use((current) => {
          const versions = current.reader.snapshot(current.reader.versions);
          for (const address of removed) versions.delete(address);
        }),
      onRelated,
      onFault: handleFault,
    });
    return { file, reader, indexer, vocabulary: createVocabulary() };
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
    clearTimeout(retry);
    retry = setTimeout(compare, retryMs).unref();
  }

  async function rebuild(): Promise<void> {
    const old = state;
    state = undefined;
    isRebuilding = true;
    old?.reader.close();
    await old?.indexer.close();
    if (old) deleteIndexFile(old.file);
    isRebuilding = false;
    compare();
  }

  /** What was opened is still read and written after its file was deleted, and the next start would not find it. */
  function isDeleted(index: OpenIndex): boolean {
    if (existsSync(index.file)) return false;
    log({ level: 'warn', message: `The search index ${index.file} was deleted and is built again` });
    return true;
  }

  function use<Result>(action: (index: OpenIndex) => Result): Result | undefined {
    if (isClosed || isRebuilding) return undefined;
    if (state && isDeleted(state)) {
      void rebuild();
      return undefined;
    }
    try {
      state ??= open();
      return action(state);
    } catch (error) {
      const damaged = isDamaged(error);
      // It could not be opened, so there is no reader to close.
      if (damaged && !state) deleteIndexFile(prepareIndexFile(cacheFolder));
      handleFault({ message: String(error), damaged });
      return undefined;
    }
  }

  return {
    use,
    isIdle: () => state?.indexer.isIdle() ?? false,
    isRelating: () => state?.indexer.isRelating() ?? false,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      const closing = state;
      state = undefined;
      await closing?.indexer.close();
      closing?.reader.close();
    },
  };
}
