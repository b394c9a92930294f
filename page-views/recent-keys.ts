import { hashKey } from './hash-key.ts';

/** Remembers keys that were seen lately. */
export interface RecentKeys {
  /** Whether this one is seen for the first time; from now on it is known. */
  add(key: string): boolean;
}

/**
 * At least the last `count` keys, by a number of 53 bits each, in two tables that are made once: thousands of strings a second that live for
 * minutes would keep the garbage collector busy, and a Set that grows stops everything while it is copied.
 */
export function createRecentKeys(count: number): RecentKeys {
  const size = 2 ** Math.ceil(Math.log2(count * 2));
  let newer = new Float64Array(size);
  let older = new Float64Array(size);
  let added = 0;

  return {
    add(key) {
      const number = hashKey(key);
      const place = findPlace(newer, number);
      if (newer[place] === number || older[findPlace(older, number)] === number) return false;
      newer[place] = number;
      added += 1;
      if (added === count) {
        [newer, older] = [older, newer];
        newer.fill(0);
        added = 0;
      }
      return true;
    },
  };
}

/** Where a number stands, or where it would: tables are never more than half full, so there is always an empty place. */
function findPlace(table: Float64Array, number: number): number {
  const last = table.length - 1;
  let place = number & last;
  while (table[place] !== 0 && table[place] !== number) place = (place + 1) & last;
  return place;
}
