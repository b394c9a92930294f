import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { toTokenClaims } from './verify-in-process.ts';
import type { VerifyToken } from './visitor.ts';

const algorithms = ['ES256', 'RS256', 'EdDSA'];

/**
 * For a hosted project: verifies with its published keys, which are fetched once, or with its legacy shared secret if set. When the keys
 * cannot be fetched, the token is not rejected: the browser decides.
 */
export function createVerifyByJwks(options: {
  supabaseUrl: string;
  jwtSecret?: string | undefined;
  warn: (message: string) => void;
}): VerifyToken {
  const { supabaseUrl, jwtSecret, warn } = options;
  const issuer = `${supabaseUrl}/auth/v1`;
  const published: JWTVerifyGetKey = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    timeoutDuration: 5000,
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
  });
  const secret = jwtSecret === undefined ? undefined : new TextEncoder().encode(jwtSecret);
  const rules = { issuer, audience: 'authenticated', requiredClaims: ['exp', 'sub'] };

  return async (token) => {
    try {
      const { payload } =
        secret && isSharedSecretToken(token)
          ? await jwtVerify(token, secret, { ...rules, algorithms: ['HS256'] })
          : await jwtVerify(token, published, { ...rules, algorithms });
      return toTokenClaims(payload);
    } catch (error) {
      if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout)
        warn(`The project's keys could not be read from ${issuer}: ${String(error)}`);
      return undefined;
    }
  };
}

function isSharedSecretToken(token: string): boolean {
  const head = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
  return head.includes('"HS256"');
}
