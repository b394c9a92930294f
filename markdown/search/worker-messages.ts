import type { IndexedPage } from './index-writer.ts';

export interface WorkerSettings {
  /** The content folder. */
  folder: string;
  indexFile: string;
  /** The cache of rendered bodies. */
  bodiesFile: string;
}

/** What the worker has to do next. */
export interface IndexBatch {
  pages: (IndexedPage & { file: string })[];
  removed: string[];
}

/** Sent when there is nothing to index: the worker finds related pages for a moment. */
export interface RelateRequest {
  relate: true;
}

/** Sent after each batch. `skipped`: files that were not as they were announced, or could not be read. */
export type WorkerReply =
  | { skipped: string[] }
  /** The pages that have other related pages than before. */
  | { related: string[]; more: boolean }
  | { fault: string; damaged: boolean };
