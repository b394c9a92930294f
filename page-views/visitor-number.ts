import { createHmac, randomBytes } from 'node:crypto';
import type { ViewStore } from './view-store.ts';

/**
 * Turns address and user agent into a number that is the same for the rest of the day and means nothing afterwards: its key is a random
 * salt that the store makes for the day and deletes after two. Of the salts, the process remembers today's and yesterday's.
 */
export interface VisitorNumbers {
  of(day: string, address: string, userAgent: string): Promise<string>;
  /** Lets go of what the store deletes as well, also where nobody has come by since. */
  forgetBeforeYesterday(today: string): void;
}

interface VisitorNumberOptions {
  /** Told when the store gives no salt. */
  onFault?: (error: unknown) => void;
  now?: () => number;
}

const tryAgainMs = 5_000;
const dayMs = 86_400_000;

export function createVisitorNumbers(
  store: Pick<ViewStore, 'readSalt'>,
  { onFault = () => {}, now = Date.now }: VisitorNumberOptions = {},
): VisitorNumbers {
  const salts = new Map<string, { salt: Promise<string>; until: number }>();

  /** While the store is away, visitors are told apart by a salt of our own: better counted twice than not at all. */
  async function readSalt(day: string): Promise<string> {
    try {
      return await store.readSalt(day);
    } catch (error) {
      onFault(error);
      const kept = salts.get(day);
      if (kept) kept.until = now() + tryAgainMs;
      return randomBytes(32).toString('hex');
    }
  }

  function saltOf(day: string): Promise<string> {
    const known = salts.get(day);
    if (known && now() < known.until) return known.salt;
    const kept = { salt: Promise.resolve(''), until: Number.POSITIVE_INFINITY };
    salts.set(day, kept);
    kept.salt = readSalt(day);
    forgetBeforeYesterday(day);
    return kept.salt;
  }

  function forgetBeforeYesterday(today: string): void {
    const yesterday = new Date(Date.parse(today) - dayMs).toISOString().slice(0, 10);
    for (const day of salts.keys()) if (day < yesterday) salts.delete(day);
  }

  return {
    async of(day, address, userAgent) {
      const digest = createHmac('sha256', await saltOf(day))
        .update(`${address}\n${userAgent}`)
        .digest();
      return digest.readBigInt64BE(0).toString();
    },
    forgetBeforeYesterday,
  };
}
