import { type Claims, type KeyRing, TokenError } from '../../backend/identity/key-ring.ts';
import type { TokenClaims, VerifyToken } from './visitor.ts';

/** For the embedded backend: its keys are in this process, so no request is needed. */
export function createVerifyByKeyRing(options: {
  keyRing: Pick<KeyRing, 'verify'>;
  issuer: string;
  audience: string;
  now?: () => number;
}): VerifyToken {
  const { keyRing, issuer, audience, now = Date.now } = options;
  return async (token) => {
    try {
      const claims = keyRing.verify(token, Math.floor(now() / 1000));
      return isForThisSite(claims, issuer, audience) ? toTokenClaims(claims) : undefined;
    } catch (error) {
      if (error instanceof TokenError) return undefined;
      throw error;
    }
  };
}

function isForThisSite({ iss, aud, exp }: Claims, issuer: string, audience: string): boolean {
  return iss === issuer && aud === audience && typeof exp === 'number';
}

/** A token that the visitor gave to a third-party application (`client_id`) is not a session of this site. */
export function toTokenClaims({ sub, email, app_metadata, client_id }: Claims): TokenClaims | undefined {
  if (typeof sub !== 'string' || sub === '' || client_id) return undefined;
  const metadata =
    typeof app_metadata === 'object' && app_metadata !== null ? { ...app_metadata } : undefined;
  return { sub, email: typeof email === 'string' ? email : undefined, app_metadata: metadata };
}
