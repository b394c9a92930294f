import { BoundedMap } from '../http/bounded-map.ts';

type Claims = Record<string, unknown>;

/**
 * A cache of tokens with a verified signature: a client sends the same token with every request for an hour. Expiry and session are not
 * cached; they are checked each time.
 */
export interface VerifiedTokens {
  find(token: string): Claims | undefined;
  keep(token: string, claims: Claims): void;
}

/** The cache holds two megabytes at most; a longer token is verified each time. */
const maxTokenLength = 4096;

export function createVerifiedTokens(most = 500): VerifiedTokens {
  const known = new BoundedMap<Claims>(most);
  return {
    find: (token) => known.get(token),
    keep(token, claims) {
      if (token.length > maxTokenLength) return;
      // Many requests share this object: a caller that changes it must copy it.
      known.set(token, Object.freeze(claims));
    },
  };
}
