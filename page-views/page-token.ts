/**
 * The token of a page that is sent back with its view: it proves that the client got that page from this site, today or yesterday. It is
 * the same for all visitors, so pages stay cacheable; it changes once a day, at midnight UTC.
 */
import { createKeyedHash } from './keyed-hash.ts';

const dayMs = 86_400_000;
/** Another process's clock may be slightly ahead. */
const leewayMs = 60_000;
const digestBytes = 12;
const maxEntries = 20_000;

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
  const digestOf = createKeyedHash(secret);

  /** The cache size: a site has few pages, and each is signed and checked again and again. */
  const known = new Map<string, string>();

  function signFor(day: number, path: string): string {
    const key = `${day}\n${path}`;
    let token = known.get(key);
    if (token === undefined) {
      const digest = Buffer.from(digestOf(`page view\n${key}`), 'hex').toString('base64url', 0, digestBytes);
      token = `${day.toString(36)}.${digest}`;
      if (known.size >= maxEntries) known.clear();
      known.set(key, token);
    }
    return token;
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

/** Compares in constant time, without the buffers that node:crypto needs: there are thousands of views a second. */
function isSame(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let at = 0; at < given.length; at++) difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  return difference === 0;
}
