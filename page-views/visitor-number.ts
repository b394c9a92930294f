import { createHmac, randomBytes } from 'node:crypto';
import type { ViewStore } from './view-store.ts';

/**
 * Hashes address and user agent to a number that is stable for one day: its key is a random salt that the store generates for the day and
 * deletes after two. The process caches the salts of today and yesterday.
 */
export interface VisitorNumbers {
  of(day: string, address: string, userAgent: string): Promise<string>;
  /** Reads the salt of a day, so that no view has to wait for it. */
  prepare(day: string): void;
  /** Drops salts that the store deletes as well, also without new views. */
  forgetBeforeYesterday(today: string): void;
}

interface VisitorNumberOptions {
  /** Called when the store returns no salt. */
  onFault?: (error: unknown) => void;
  now?: () => number;
}

const retryMs = 5_000;
const dayMs = 86_400_000;

interface DaySalt {
  salt: Promise<string>;
  until: number;
}

export function createVisitorNumbers(
  store: Pick<ViewStore, 'readSalt'>,
  { onFault = () => {}, now = Date.now }: VisitorNumberOptions = {},
): VisitorNumbers {
  const salts = new Map<string, DaySalt>();

  /** While the store is unavailable, a local salt is used: a visitor counted twice is better than one not counted. */
  async function readSalt(day: string): Promise<string> {
    try {
      return await store.readSalt(day);
    } catch (error) {
      onFault(error);
      const kept = salts.get(day);
      if (kept) kept.until = now() + retryMs;
      return randomBytes(32).toString('hex');
    }
  }

  function saltOf(day: string): DaySalt {
    const known = salts.get(day);
    if (known && now() < known.until) return known;
    const kept: DaySalt = { salt: readSalt(day), until: Number.POSITIVE_INFINITY };
    salts.set(day, kept);
    forgetBeforeYesterday(day);
    return kept;
  }

  function forgetBeforeYesterday(today: string): void {
    const yesterday = new Date(Date.parse(today) - dayMs).toISOString().slice(0, 10);
    for (const day of salts.keys()) if (day < yesterday) salts.delete(day);
  }

  return {
    async of(day, address, userAgent) {
      const salt = await saltOf(day).salt;
      return toBigint(createHmac('sha256', salt).update(`${address}\n${userAgent}`).digest('hex'));
    },
    prepare: (day) => void saltOf(day),
    forgetBeforeYesterday,
  };
}

/** The first 64 bits of a hexadecimal digest, as Postgres writes a bigint. */
export function toBigint(digest: string): string {
  return BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`)).toString();
}
