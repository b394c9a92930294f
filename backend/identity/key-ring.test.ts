import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createKeyRing } from './key-ring.ts';
import type { SigningJwk } from './signing-keys.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

const jwtSecret = 'a secret of at least thirty-two characters';
const now = 1_800_000_000;

async function rsaKey(kid: string, operations: string[]): Promise<SigningJwk> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', key_ops: operations };
}

const withHeader = (token: string, header: object) =>
  [Buffer.from(JSON.stringify(header)).toString('base64url'), ...token.split('.').slice(1)].join('.');

describe('the key ring', () => {
  it('verifies its own tokens, and those of another library with the same secret', async () => {
    const ring = createKeyRing({ jwtSecret });
    expect(ring.verify(ring.sign({ sub: 'x' }), now)).toEqual({ sub: 'x' });
    const foreign = await new SignJWT({ sub: 'y' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(jwtSecret));
    expect(ring.verify(foreign, now)).toEqual({ sub: 'y' });
  });

  it('rotates: the new key signs, the old one still verifies, a removed one does not', async () => {
    const [old, next] = [await rsaKey('old', ['sign', 'verify']), await rsaKey('next', ['sign', 'verify'])];
    const token = createKeyRing({ jwtSecret, signingKeys: [old] }).sign({ sub: 'x' });
    const rotated = createKeyRing({ jwtSecret, signingKeys: [next, { ...old, key_ops: ['verify'] }] });
    expect(rotated.verify(token, now)).toEqual({ sub: 'x' });
    expect(rotated.jwks.keys.map(({ kid }) => kid)).toEqual(['next', 'old']);
    expect(
      JSON.parse(Buffer.from(rotated.sign({}).split('.')[0] ?? '', 'base64url').toString()),
    ).toMatchObject({ kid: 'next', alg: 'RS256' });
    const dropped = createKeyRing({ jwtSecret, signingKeys: [next] });
    expect(() => dropped.verify(token, now)).toThrow('unknown key');
  });

  it('exports public keys only', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = { ...(await exportJWK(privateKey)), kid: 'ec', alg: 'ES256' };
    const secret = {
      kty: 'oct',
      k: Buffer.from(jwtSecret).toString('base64url'),
      kid: 'shared',
      key_ops: ['verify'],
    };
    const { keys } = createKeyRing({ jwtSecret, signingKeys: [jwk, secret] }).jwks;
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual([
      'alg',
      'crv',
      'key_ops',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ]);
  });

  it('does not accept a public key as a shared secret', async () => {
    const key = await rsaKey('rsa', ['sign', 'verify']);
    const ring = createKeyRing({ jwtSecret, signingKeys: [key] });
    const confused = await new SignJWT({ sub: 'x' })
      .setProtectedHeader({ alg: 'HS256', kid: 'rsa' })
      .sign(Buffer.from(JSON.stringify(ring.jwks.keys[0])));
    expect(() => ring.verify(confused, now)).toThrow('token has the wrong algorithm');
  });

  it.each([
    ['expired', { exp: now }, 'token is expired'],
    ['not valid yet', { nbf: now + 61 }, 'token is not valid yet'],
    ['without a sensible end', { exp: 'never' }, 'token has an expiry that is no number'],
  ])('refuses what is %s', (_name, claims, message) => {
    const ring = createKeyRing({ jwtSecret });
    expect(() => ring.verify(ring.sign(claims), now)).toThrow(message);
  });

  it('caches a signature and checks the clock each time', () => {
    const ring = createKeyRing({ jwtSecret });
    const token = ring.sign({ exp: now + 10, nbf: now - 10 });
    const claims = ring.verify(token, now);
    expect(() => ring.verify(token, now + 10)).toThrow('token is expired');
    expect(() => ring.verify(token, now - 100)).toThrow('token is not valid yet');
    expect(ring.verify(token, now)).toEqual(claims);
    expect(() => Object.assign(claims, { exp: now + 1000 })).toThrow(TypeError);
    expect(() => ring.verify(token, now + 10)).toThrow('token is expired');
  });

  it('caches the newest tokens only, and no very long one', () => {
    const verified = createVerifiedTokens(2);
    for (const token of ['a', 'b', 'c', 'd'.repeat(5000)]) verified.keep(token, { token });
    expect(['a', 'b', 'c', 'd'.repeat(5000)].map((token) => verified.find(token)?.token)).toEqual([
      undefined,
      'b',
      'c',
      undefined,
    ]);
  });

  it.each([
    ['no algorithm', { alg: 'none' }],
    ['another algorithm', { alg: 'HS512' }],
    ['another type', { alg: 'HS256', typ: 'secevent+jwt' }],
    ['a critical extension', { alg: 'HS256', crit: ['b64'], b64: false }],
  ])('refuses a header with %s', (_name, header) => {
    const ring = createKeyRing({ jwtSecret });
    expect(() => ring.verify(withHeader(ring.sign({}), header), now)).toThrow();
  });

  it.each([
    '',
    'a',
    'a.b',
    'a.b.c',
    'a.b.c.d',
    '..',
    `${'a'.repeat(100_000)}.b.c`,
  ])('calls %.20j malformed', (token) => {
    expect(() => createKeyRing({ jwtSecret }).verify(token, now)).toThrow('token is malformed');
  });

  it('names an unusable key', () => {
    const build = (key: SigningJwk) => () => createKeyRing({ jwtSecret, signingKeys: [key] });
    expect(build({ kty: 'RSA' })).toThrow('a signing key has no "kid"');
    expect(build({ kty: 'OKP', kid: 'ed' })).toThrow(
      'signing key ed must be an RSA key, a P-256 key or a shared secret',
    );
  });
});
