/** For tests: keys of a provider, and the ID tokens that it signs with them. */
import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

export interface TestIssuer {
  jwks: { keys: JWK[] };
  sign(claims: JWTPayload, more?: { kid?: string; times?: boolean }): Promise<string>;
}

export async function createTestIssuer(algorithm = 'RS256', kid = 'first'): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm);
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' };
  return {
    jwks: { keys: [jwk] },
    async sign(claims, more = {}) {
      const token = new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: more.kid ?? kid });
      if (more.times !== false) token.setIssuedAt().setExpirationTime('10m');
      return token.sign(privateKey);
    },
  };
}

/** `at_hash` of an access token, for algorithms with SHA-256. */
export function hashOf(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
}
