import { createHash, timingSafeEqual } from 'node:crypto';
import { type Claims, type KeyRing, TokenError } from './key-ring.ts';
import type { Secrets } from './secrets.ts';

/**
 * The claims of a bearer token or `apikey` header: a JWT of the key ring, or one of the newer opaque keys, which map to a role. Throws
 * TokenError for anything else.
 */
export type ReadCredential = (credential: string, nowSeconds: number) => Claims;

export function createReadCredential(
  keyRing: KeyRing,
  secrets: Pick<Secrets, 'publishableKey' | 'secretKey'>,
): ReadCredential {
  const opaque = [
    { digest: digest(secrets.publishableKey), claims: { role: 'anon' } },
    { digest: digest(secrets.secretKey), claims: { role: 'service_role' } },
  ];
  return (credential, nowSeconds) => {
    if (credential.startsWith('sb_')) {
      const given = digest(credential);
      const found = opaque.find((key) => timingSafeEqual(key.digest, given));
      if (found === undefined) throw new TokenError('unknown-api-key', 'the API key is not known');
      return found.claims;
    }
    return keyRing.verify(credential, nowSeconds);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
