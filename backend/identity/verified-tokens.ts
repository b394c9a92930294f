type Claims = Record<string, unknown>;

/**
 * Tokens whose signature was found right. A text that was signed once is signed for good, and a client shows the same one with every
 * request for an hour. What changes with time is not remembered: whether it has expired, and whether its session lives.
 */
export interface VerifiedTokens {
  find(token: string): Claims | undefined;
  keep(token: string, claims: Claims): void;
}

/** Two megabytes at most. A longer token is checked each time. */
const maxTokenLength = 4096;

export function createVerifiedTokens(most = 500): VerifiedTokens {
  const known = new Map<string, Claims>();
  return {
    find: (token) => known.get(token),
    keep(token, claims) {
      if (token.length > maxTokenLength) return;
      if (known.size >= most) {
        // A Map keeps the order of insertion, so the first key is the oldest.
        const [oldest] = known.keys();
        if (oldest !== undefined) known.delete(oldest);
      }
      // Many requests are given the same object: whoever wants to change it has to copy it.
      known.set(token, Object.freeze(claims));
    },
  };
}
