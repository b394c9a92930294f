/** Where counted views are kept: our own Postgres (database-store.ts) or a hosted project (hosted-store.ts). */
import type { CountedView, DiscardReason } from './view.ts';

export type Scene = Pick<CountedView, 'day' | 'hour' | 'path'>;
export type Origin = Pick<CountedView, 'referrer' | 'device' | 'country'>;

/**
 * Views as they are written: what many have in common is said once, and the rest stands column by column as texts of numbers with commas
 * between them. Of thousands a second, neither the site nor the database has to make and read an object each.
 */
export interface ViewTable {
  scenes: Scene[];
  origins: Origin[];
  /** A visitor's views of a page within an hour are one row. Scenes and origins are numbered from 0. */
  rows: { visitors: string; scenes: string; origins: string; views: string };
  /** For views that may come to another process too: the number of each message, and the row in which it was counted. */
  messages?: { keys: string; rows: string };
}

export interface ViewBatch extends ViewTable {
  /** The same when it is sent again. */
  id: string;
  /** For the store to know what is old enough to be deleted. */
  today: string;
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
