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
  /** In a page that a cache keeps for longer than a token holds: it never changes, and is exchanged for a token of the day. */
  mark(path: string): string;
  /** Undefined when the mark is not that of the path: this site has not served the page. */
  exchange(path: string, mark: string): string | undefined;
  /** Undefined for a valid token. */
  findFault(path: string, token: string): TokenFault | undefined;
  /** Changes when tokens do: pages with the old ones must be rendered again. */
  window(): number;
}

export function createPageTokens(secret: string, now: () => number = Date.now): PageTokens {
  const window = () => Math.floor(now() / dayMs);

  function digest(text: string): string {
    return createHmac('sha256', secret).update(text).digest().toString('base64url', 0, digestBytes);
  }
  const signFor = (day: number, path: string) =>
    `${day.toString(36)}.${digest(`page view\n${day}\n${path}`)}`;
  const sign = (path: string) => signFor(window(), path);
  const mark = (path: string) => digest(`page\n${path}`);

  return {
    sign,
    mark,
    exchange: (path, given) => (isSame(given, mark(path)) ? sign(path) : undefined),
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
