import { hashKey } from './hash-key.ts';
import { createKeySet } from './key-set.ts';

/** Remembers keys that were seen lately. */
export interface RecentKeys {
  /** Whether this one is seen for the first time; from now on it is known. */
  add(key: string): boolean;
}

/**
 * At least the last `count` keys, by a number of 53 bits each, in two sets: thousands of strings a second that live for minutes would keep
 * the garbage collector busy.
 */
export function createRecentKeys(count: number): RecentKeys {
  let newer = createKeySet(count);
  let older = createKeySet(count);

  return {
    add(key) {
      const number = hashKey(key);
      if (newer.has(number) || older.has(number)) return false;
      newer.add(number);
      if (newer.isFull()) {
        [newer, older] = [older, newer];
        newer.clear();
      }
      return true;
    },
  };
}
