import { hash } from 'node:crypto';
import { createMinuteLimit } from './minute-limit.ts';
import { createRecentKeys } from './recent-keys.ts';
import { toBigint } from './visitor-number.ts';

/** Finds views that were already counted, and visitors who send more than a person can read. */
export interface ReplayGuard {
  findFault(visitor: string, message: string): 'replayed' | 'too-many' | undefined;
}

/** The number of remembered views. */
const remembered = 100_000;
const maxPerMinute = 120;

/** The key of a message. A message without a nonce, of a reader without script, counts once a minute. */
export function messageKey(visitor: string, path: string, nonce: string | undefined, now: number): string {
  const text = `${visitor} ${nonce ?? `minute ${Math.floor(now / 60_000)}`} ${path}`;
  return toBigint(hash('sha256', text));
}

export function createReplayGuard(now: () => number = Date.now): ReplayGuard {
  const recent = createRecentKeys(remembered);
  const isTooMany = createMinuteLimit(maxPerMinute, now);
  return {
    findFault(visitor, message) {
      if (!recent.add(message)) return 'replayed';
      return isTooMany(visitor) ? 'too-many' : undefined;
    },
  };
}
