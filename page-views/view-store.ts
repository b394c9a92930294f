/** The store of counted views: our Postgres (database-store.ts) or a hosted project (hosted-store.ts). */
import type { CountedView, DiscardReason } from './view.ts';

export type Scene = Pick<CountedView, 'day' | 'hour' | 'path'>;
export type Origin = Pick<CountedView, 'referrer' | 'device' | 'country'>;

/**
 * Views as they are sent to the store: common values are sent once, and the rest by column as comma-separated numbers, so that neither the
 * site nor the database handles an object per view.
 */
export interface ViewTable {
  scenes: Scene[];
  origins: Origin[];
  /** A visitor's views of a page within an hour are one row. Scenes and origins are numbered from 0. */
  rows: { visitors: string; scenes: string; origins: string; views: string };
  /** For views that another process may receive too: the key of each message, and the row in which it was counted. */
  messages?: { keys: string; rows: string };
}

export interface ViewBatch extends ViewTable {
  /** The same when the batch is sent again. */
  id: string;
  /** The store deletes old data relative to this day. */
  today: string;
  discarded: { day: string; reason: DiscardReason; views: number }[];
}

export interface ViewStore {
  /** The random salt of a day, generated on first use. */
  readSalt(day: string): Promise<string>;
  /** Writes all or nothing; a batch that was written before is ignored. */
  record(batch: ViewBatch): Promise<void>;
  /** All views of these pages; pages without views are left out. */
  count(paths: string[]): Promise<Record<string, number>>;
}
