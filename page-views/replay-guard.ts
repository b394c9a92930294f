/** Finds views that were counted already, and visitors who send more than a person can look at. */
export interface ReplayGuard {
  findFault(visitor: string, path: string, nonce: string | undefined): 'replayed' | 'too-many' | undefined;
}

/** Of so many views the last ones are remembered, twice over: at a hundred bytes each that is 20 MB at the very most. */
const remembered = 100_000;
const mostInAMinute = 120;

export function createReplayGuard(now: () => number = Date.now): ReplayGuard {
  let newer = new Set<string>();
  let older = new Set<string>();
  let minute = 0;
  let sent = new Map<string, number>();

  function isReplayed(key: string): boolean {
    if (newer.has(key) || older.has(key)) return true;
    if (newer.size >= remembered) {
      older = newer;
      newer = new Set();
    }
    newer.add(key);
    return false;
  }

  function isTooMany(visitor: string): boolean {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) {
      minute = current;
      sent = new Map();
    }
    const count = (sent.get(visitor) ?? 0) + 1;
    sent.set(visitor, count);
    return count > mostInAMinute;
  }

  return {
    findFault(visitor, path, nonce) {
      // A view without a number of its own, by a reader without script, counts once a minute.
      const name = nonce ?? `minute ${Math.floor(now() / 60_000)}`;
      if (isReplayed(`${visitor} ${name} ${path}`)) return 'replayed';
      return isTooMany(visitor) ? 'too-many' : undefined;
    },
  };
}
