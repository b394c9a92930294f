import { hashKey } from './hash-key.ts';
import { createKeySet } from './key-set.ts';

/** Remembers recently seen keys. */
export interface RecentKeys {
  /** Whether this key is new; from now on it is known. */
  add(key: string): boolean;
}

/**
 * At least the last `count` keys, as 53-bit numbers in two sets: thousands of strings a second that live for minutes would slow down
 * garbage collection.
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
