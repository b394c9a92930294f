import { createHash } from 'node:crypto';
import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import type { Metadata } from '../accounts/user-row.ts';
import type { Clock } from '../service/ports.ts';
import type { Documents } from '../service/provider-documents.ts';
import type { IdTokenRules, ProviderSettings } from './provider.ts';

/** Why an ID token is invalid. For the log. */
export class IdTokenError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'IdTokenError';
  }
}

/** An attacker could sign with a public key as the HMAC secret, so only asymmetric algorithms are accepted. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

export interface IdTokenClaims extends Metadata {
  iss: string;
  sub: string;
}

/** Clocks of two machines may differ by this much. */
const leewaySeconds = 60;

/** Verifies signature, issuer, times and, with an access token, its hash. The caller checks the audience. */
export async function verifyIdToken(
  token: string,
  rules: IdTokenRules,
  settings: ProviderSettings,
  given: { documents: Documents; clock: Clock; accessToken: string },
): Promise<IdTokenClaims> {
  const issuer = rules.issuer(settings, claimedIssuer(token));
  if (issuer === undefined) throw new IdTokenError('it has another issuer');
  const keysAt =
    rules.keysAt?.(issuer) ?? (await given.documents.discovery(issuer, rules.discoveryAt)).jwks_uri;
  const options: JWTVerifyOptions = {
    issuer,
    algorithms,
    currentDate: given.clock.now(),
    clockTolerance: leewaySeconds,
    requiredClaims: ['exp', 'iat'],
  };
  const { payload, algorithm } = await verifySignature(token, keysAt, given.documents, options);
  const { iat, at_hash: hash } = payload;
  if (typeof iat === 'number' && iat > given.clock.now().getTime() / 1000 + leewaySeconds)
    throw new IdTokenError('it was issued in the future');
  if (given.accessToken !== '' && hash !== undefined && hash !== accessHash(given.accessToken, algorithm))
    throw new IdTokenError('it belongs to another access token');
  return { ...payload, iss: issuer, sub: typeof payload.sub === 'string' ? payload.sub : '' };
}

/** Whether a token was issued for one of our clients. With several audiences, the authorized party must be ours. */
export function isForOurClient(claims: Metadata, clientIds: readonly string[]): boolean {
  const audience = audienceOf(claims);
  const isOurs = (id: unknown) => typeof id === 'string' && id !== '' && clientIds.includes(id);
  return audience.some(isOurs) && (audience.length === 1 || claims.azp === undefined || isOurs(claims.azp));
}

export function audienceOf(claims: Metadata): unknown[] {
  return Array.isArray(claims.aud) ? claims.aud : [claims.aud];
}

/** The issuer that an unverified token claims. */
export function claimedIssuer(token: string): string {
  try {
    const { iss } = decodeJwt(token);
    return typeof iss === 'string' ? iss : '';
  } catch (error) {
    throw new IdTokenError('it is not a token', error);
  }
}

async function verifySignature(
  token: string,
  keysAt: string,
  documents: Documents,
  options: JWTVerifyOptions,
): Promise<{ payload: JWTPayload; algorithm: string }> {
  try {
    const keys = createLocalJWKSet(await documents.keys(keysAt));
    return await verifyWith(token, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw asTokenError(error);
  }
  // Providers rotate their keys: an unknown one may be new.
  const renewed = createLocalJWKSet(await documents.keys(keysAt, { mustRevalidate: true }));
  return verifyWith(token, renewed, options).catch((error: unknown) => {
    throw asTokenError(error);
  });
}

async function verifyWith(
  token: string,
  keys: ReturnType<typeof createLocalJWKSet>,
  options: JWTVerifyOptions,
): Promise<{ payload: JWTPayload; algorithm: string }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, options);
    return { payload, algorithm: protectedHeader.alg };
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // The token does not name its key: the first that fits is used.
    for await (const key of error) {
      try {
        const { payload, protectedHeader } = await jwtVerify(token, key, options);
        return { payload, algorithm: protectedHeader.alg };
      } catch (inner) {
        if (!(inner instanceof errors.JWSSignatureVerificationFailed)) throw inner;
      }
    }
    throw new IdTokenError('no key of the provider fits', error);
  }
}

/** Faults of the provider are passed on unchanged. */
function asTokenError(error: unknown): unknown {
  return error instanceof errors.JOSEError || error instanceof TypeError
    ? new IdTokenError(error.message, error)
    : error;
}

/** OpenID Connect Core 3.1.3.6: the left half of the hash that belongs to the signature's algorithm. */
function accessHash(accessToken: string, algorithm: string): string {
  const bits = /(256|384|512)$/.exec(algorithm)?.[1] ?? '512';
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}
