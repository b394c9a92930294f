import { hashKey } from './hash-key.ts';
import { createRecentKeys } from './recent-keys.ts';

/** Finds views that were already counted, and visitors who send more than a person can read. */
export interface ReplayGuard {
  findFault(visitor: string, path: string, nonce: string | undefined): 'replayed' | 'too-many' | undefined;
}

/** The number of remembered views. */
const remembered = 100_000;
const maxPerMinute = 120;
/** The number of counters; collisions are rare, one on average at a third of a million visitors a minute. */
const counters = 2 ** 18;

/** The key of a message. A message without a nonce, of a reader without script, counts once a minute. */
export function messageKey(visitor: string, path: string, nonce: string | undefined, now: number): string {
  return `${visitor} ${nonce ?? `minute ${Math.floor(now / 60_000)}`} ${path}`;
}

export function createReplayGuard(now: () => number = Date.now): ReplayGuard {
  const recent = createRecentKeys(remembered);
  const sent = new Uint8Array(counters);
  let minute = 0;

  function isTooMany(visitor: string): boolean {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) {
      minute = current;
      sent.fill(0);
    }
    const counter = hashKey(visitor) % counters;
    const count = (sent[counter] ?? 0) + 1;
    if (count > maxPerMinute) return true;
    sent[counter] = count;
    return false;
  }

  return {
    findFault(visitor, path, nonce) {
      if (!recent.add(messageKey(visitor, path, nonce, now()))) return 'replayed';
      return isTooMany(visitor) ? 'too-many' : undefined;
    },
  };
}
