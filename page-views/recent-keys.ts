/** Remembers recently seen keys. */
export interface RecentKeys {
  /** Whether this key is new; from now on it is known. */
  add(key: string): boolean;
}

/** At least the last `count` keys, in two sets: the older one is dropped when the newer one is full. */
export function createRecentKeys(count: number): RecentKeys {
  let newer = new Set<string>();
  let older = new Set<string>();

  return {
    add(key) {
      if (newer.has(key) || older.has(key)) return false;
      newer.add(key);
      if (newer.size >= count) [newer, older] = [new Set(), newer];
      return true;
    },
  };
}
