import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type JsonWebKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';

/** One entry of the `signing_keys_path` file of config.toml. */
export type SigningJwk = JsonWebKey & { kid?: string; alg?: string; key_ops?: string[] };
export type Algorithm = 'HS256' | 'RS256' | 'ES256';

/** A key that verifies tokens, and signs them if it has `sign`. */
export interface TokenKey {
  kid: string;
  algorithm: Algorithm;
  sign?: (data: string) => Buffer;
  verify: (data: string, signature: Buffer) => boolean;
  /** The public key for the JWKS; undefined for a shared secret. */
  publicJwk?: SigningJwk;
}

export function createSecretTokenKey(secret: Uint8Array, kid?: string, maySign = true): TokenKey {
  const key = createSecretKey(secret);
  const digest = (data: string) => createHmac('sha256', key).update(data).digest();
  return {
    kid: kid ?? createHash('sha256').update('kid').update(secret).digest('hex').slice(0, 16),
    algorithm: 'HS256',
    ...(maySign ? { sign: digest } : {}),
    verify: (data, signature) => {
      const expected = digest(data);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    },
  };
}

/** Creates a key from its JWK; throws with the reason when it is unusable. */
export function createTokenKey(jwk: SigningJwk): TokenKey {
  const kid = jwk.kid;
  if (kid === undefined || kid === '') throw new Error('a signing key has no "kid"');
  const maySign = jwk.key_ops === undefined || jwk.key_ops.includes('sign');
  if (jwk.kty === 'oct') {
    if (jwk.k === undefined) throw new Error(`signing key ${kid} has no "k"`);
    return createSecretTokenKey(Buffer.from(jwk.k, 'base64url'), kid, maySign);
  }
  if (jwk.kty === 'RSA') return asymmetricKey(jwk, kid, 'RS256', maySign);
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return asymmetricKey(jwk, kid, 'ES256', maySign);
  throw new Error(`signing key ${kid} must be an RSA key, a P-256 key or a shared secret`);
}

function asymmetricKey(
  jwk: SigningJwk,
  kid: string,
  algorithm: 'RS256' | 'ES256',
  maySign: boolean,
): TokenKey {
  if (jwk.alg !== undefined && jwk.alg !== algorithm)
    throw new Error(`signing key ${kid} must have alg ${algorithm}`);
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const privateKey = jwk.d === undefined ? undefined : createPrivateKey({ key: jwk, format: 'jwk' });
  const withEncoding = (key: KeyObject) => ({ key, dsaEncoding: 'ieee-p1363' as const });
  const shown = publicKey.export({ format: 'jwk' });
  return {
    kid,
    algorithm,
    ...(privateKey !== undefined && maySign
      ? { sign: (data: string) => sign('sha256', Buffer.from(data), withEncoding(privateKey)) }
      : {}),
    verify: (data, signature) => verify('sha256', Buffer.from(data), withEncoding(publicKey), signature),
    publicJwk: { ...shown, kid, alg: algorithm, use: 'sig', key_ops: ['verify'] },
  };
}
