/** Where counted views are kept: our own Postgres (database-store.ts) or a hosted project (hosted-store.ts). */
import type { CountedView, DiscardReason } from './view.ts';

export interface ViewBatch {
  /** The same when it is sent again. */
  id: string;
  /** For the store to know what is old enough to be deleted. */
  today: string;
  views: (CountedView & { views: number })[];
  discarded: { day: string; reason: DiscardReason; views: number }[];
}

export interface ViewStore {
  /** The random salt of a day, made when it is first asked for. */
  readSalt(day: string): Promise<string>;
  /** Writes all of it or nothing; a batch that was written before is not written again. */
  record(batch: ViewBatch): Promise<void>;
  /** All views of these pages; a page without any is left out. */
  count(paths: string[]): Promise<Record<string, number>>;
}
