import {
  type Algorithm,
  createSecretTokenKey,
  createTokenKey,
  type SigningJwk,
  type TokenKey,
} from './signing-keys.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

export type Claims = Record<string, unknown>;

/** The machine-readable reason why a credential is invalid. */
export type TokenFault =
  | 'unknown-api-key'
  | 'malformed'
  | 'wrong-type'
  | 'unknown-key'
  | 'wrong-algorithm'
  | 'wrong-signature'
  | 'expired'
  | 'not-yet-valid';

/** An invalid token. The message becomes part of a public sentence; services decide by the reason. */
export class TokenError extends Error {
  override name = 'TokenError';
  readonly reason: TokenFault;

  constructor(reason: TokenFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface KeyRing {
  sign(claims: Claims): string;
  /** The algorithm of `sign`. Only tokens that are not HS256 can be verified without our secret. */
  signsWith: Algorithm;
  /** The claims of a token with a valid signature, algorithm, type and time. Throws TokenError otherwise. */
  verify(token: string, nowSeconds: number): Claims;
  /** The public keys of the asymmetric keys. */
  jwks: { keys: SigningJwk[] };
}

/** The tolerated clock difference between two machines. */
const leewaySeconds = 60;

/**
 * Tokens are signed with the first key that may sign, or else with the secret. They are verified with the key that their `kid` names; a
 * token without a known `kid` is verified with the secret.
 */
export function createKeyRing(options: { jwtSecret: string; signingKeys?: readonly SigningJwk[] }): KeyRing {
  const secretKey = createSecretTokenKey(Buffer.from(options.jwtSecret));
  const keys = (options.signingKeys ?? []).map(createTokenKey);
  const byKid = new Map<string, TokenKey>([secretKey, ...keys].map((key) => [key.kid, key]));
  if (byKid.size !== keys.length + 1) throw new Error('two signing keys have the same "kid"');
  const signer = keys.find((key) => key.sign !== undefined) ?? secretKey;
  const header = encode({ alg: signer.algorithm, kid: signer.kid, typ: 'JWT' });
  const verified = createVerifiedTokens();

  function verifySignature(token: string): Claims {
    const [head = '', body = '', signature = '', ...rest] = token.split('.');
    if (rest.length > 0 || signature === '' || !/^[\w-]+$/.test(signature)) {
      throw new TokenError('malformed', 'token is malformed');
    }
    const { alg, kid, typ, crit } = decode(head);
    if (typ !== undefined && String(typ).toUpperCase() !== 'JWT')
      throw new TokenError('wrong-type', 'token has the wrong type');
    if (crit !== undefined)
      throw new TokenError('malformed', 'token needs an extension that is not supported');
    const key =
      (typeof kid === 'string' ? byKid.get(kid) : undefined) ?? (alg === 'HS256' ? secretKey : undefined);
    if (key === undefined) throw new TokenError('unknown-key', 'token is signed with an unknown key');
    if (key.algorithm !== alg) throw new TokenError('wrong-algorithm', 'token has the wrong algorithm');
    if (!key.verify(`${head}.${body}`, Buffer.from(signature, 'base64url'))) {
      throw new TokenError('wrong-signature', 'token signature is invalid');
    }
    return decode(body);
  }

  return {
    signsWith: signer.algorithm,
    jwks: { keys: keys.flatMap((key) => (key.publicJwk === undefined ? [] : [key.publicJwk])) },
    sign(claims) {
      const data = `${header}.${encode(claims)}`;
      if (signer.sign === undefined) throw new Error('no key may sign');
      return `${data}.${signer.sign(data).toString('base64url')}`;
    },
    verify(token, nowSeconds) {
      let claims = verified.find(token);
      if (claims === undefined) {
        claims = verifySignature(token);
        verified.keep(token, claims);
      }
      requireTimes(claims, nowSeconds);
      return claims;
    },
  };
}

function requireTimes(claims: Claims, nowSeconds: number): void {
  const { exp, nbf } = claims;
  if (exp !== undefined) {
    if (typeof exp !== 'number' || !Number.isFinite(exp))
      throw new TokenError('malformed', 'token has an expiry that is no number');
    if (exp <= nowSeconds) throw new TokenError('expired', 'token is expired');
  }
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > nowSeconds + leewaySeconds)) {
    throw new TokenError('not-yet-valid', 'token is not valid yet');
  }
}

function encode(value: Claims): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(part: string): Claims {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Falls through to the single error for unreadable values.
  }
  throw new TokenError('malformed', 'token is malformed');
}
