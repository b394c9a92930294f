/**
 * The token of a page that is sent back with its view: it proves that the client got that page from this site, today or yesterday. It is
 * the same for all visitors, so pages stay cacheable; it changes once a day, at midnight UTC.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const dayMs = 86_400_000;
/** Another process's clock may be slightly ahead. */
const leewayMs = 60_000;
const digestBytes = 12;

export type TokenFault = 'missing-token' | 'forged-token' | 'stale-token';

export interface PageTokens {
  sign(path: string): string;
  /** Undefined for a valid token. */
  findFault(path: string, token: string): TokenFault | undefined;
  /** Changes when tokens do: pages with the old ones must be rendered again. */
  window(): number;
}

export function createPageTokens(secret: string, now: () => number = Date.now): PageTokens {
  const window = () => Math.floor(now() / dayMs);

  function signFor(day: number, path: string): string {
    const digest = createHmac('sha256', secret).update(`page view\n${day}\n${path}`).digest();
    return `${day.toString(36)}.${digest.toString('base64url', 0, digestBytes)}`;
  }

  return {
    sign: (path) => signFor(window(), path),
    findFault(path, token) {
      if (token === '') return 'missing-token';
      const day = Number.parseInt(token, 36);
      const expected = Number.isSafeInteger(day) ? signFor(day, path) : '';
      if (!isSame(token, expected)) return 'forged-token';
      const newest = Math.floor((now() + leewayMs) / dayMs);
      return day > newest || day < window() - 1 ? 'stale-token' : undefined;
    },
    window,
  };
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
