import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReadCredential } from '../../backend/identity/api-keys.ts';
import { createKeyRing } from '../../backend/identity/key-ring.ts';
import { createReadCaller } from '../../backend/identity/read-caller.ts';
import { createVerifyByJwks } from './verify-by-jwks.ts';
import { createVerifyInProcess } from './verify-in-process.ts';
import { createReadVisitor } from './visitor.ts';

const issuer = 'https://example.com/auth/v1';
const keyRing = createKeyRing({ jwtSecret: 'a-secret-of-at-least-32-characters!' });
const seconds = () => Math.floor(Date.now() / 1000);
const user = '0a000000-0000-4000-8000-000000000001';
const claims = { sub: user, email: 'a@example.com', iss: issuer, aud: 'authenticated' };
const token = (change: Record<string, unknown> = {}) =>
  keyRing.sign({ ...claims, exp: seconds() + 600, ...change });

const readCredential = createReadCredential(keyRing, {
  publishableKey: 'sb_publishable_a',
  secretKey: 'sb_secret_a',
});
const readCaller = createReadCaller({ readCredential, issuer, audience: 'authenticated' });
const readVisitor = createReadVisitor(createVerifyInProcess(readCaller));
const visit = (cookie?: string) =>
  readVisitor(new Request('https://example.com/account', { headers: cookie ? { cookie } : {} }));

describe('a visitor is', () => {
  test('signed out without cookies', async () => {
    expect(await visit()).toEqual({ state: 'signed-out' });
    expect(await visit('theme=dark')).toEqual({ state: 'signed-out' });
  });

  test('signed in with a valid token', async () => {
    expect(await visit(`sb-access-token=${token()}; sb-refresh-token=r`)).toMatchObject({
      state: 'signed-in',
      claims: { sub: user, email: 'a@example.com' },
    });
  });

  test.each([
    ['has run out', () => token({ exp: seconds() - 5 })],
    ['never ends', () => keyRing.sign(claims)],
    ['is of another site', () => token({ iss: 'https://other.example/auth/v1' })],
    ['is for another audience', () => token({ aud: 'other' })],
    ['has no subject', () => token({ sub: '' })],
    ['is an API key', () => 'sb_secret_a'],
    ['is an API key with a subject', () => keyRing.sign({ role: 'service_role', sub: user })],
    ['was given to an application', () => token({ client_id: 'c1', scope: 'email' })],
    ['was tampered with', () => `${token().slice(0, -3)}AAA`],
    ['is none', () => 'nonsense'],
  ])('unsettled when the token %s', async (_reason, make) => {
    expect(await visit(`sb-access-token=${make()}; sb-refresh-token=r`)).toEqual({ state: 'unsettled' });
  });

  test('unsettled with a refresh token alone: only the browser may use it', async () => {
    expect(await visit('sb-refresh-token=r')).toEqual({ state: 'unsettled' });
  });
});

describe('with a hosted project', () => {
  let server: Server;
  let url: string;
  let keys: { keys: object[] };
  let asked = 0;
  let sign: (change?: Record<string, unknown>) => Promise<string>;
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);

  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] };
    server = createServer((_request, response) => {
      asked++;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(keys));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    sign = (change = {}) =>
      new SignJWT({ ...claims, iss: `${url}/auth/v1`, exp: seconds() + 600, ...change })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .sign(privateKey);
  });
  afterAll(() => new Promise((done) => server.close(done)));

  test('a token is verified with the published keys, which are fetched once', async () => {
    const verify = createVerifyByJwks({ supabaseUrl: url, warn });
    expect(await verify(await sign())).toMatchObject({ sub: user });
    expect(await verify(await sign({ sub: 'u2' }))).toMatchObject({ sub: 'u2' });
    expect(asked).toBe(1);
  });

  test('a token of another issuer, audience or time is invalid, and so is one of an application', async () => {
    const verify = createVerifyByJwks({ supabaseUrl: url, warn });
    expect(await verify(await sign({ iss: 'https://other.example/auth/v1' }))).toBeUndefined();
    expect(await verify(await sign({ aud: 'anon' }))).toBeUndefined();
    expect(await verify(await sign({ exp: seconds() - 5 }))).toBeUndefined();
    expect(await verify(await sign({ client_id: 'c1' }))).toBeUndefined();
  });

  test('a shared secret is used only when it is set', async () => {
    const secret = 'the-project-secret-of-32-characters';
    const shared = createKeyRing({ jwtSecret: secret }).sign({
      ...claims,
      iss: `${url}/auth/v1`,
      exp: seconds() + 600,
    });
    expect(await createVerifyByJwks({ supabaseUrl: url, jwtSecret: secret, warn })(shared)).toMatchObject({
      sub: user,
    });
    expect(await createVerifyByJwks({ supabaseUrl: url, warn })(shared)).toBeUndefined();
    const other = createVerifyByJwks({ supabaseUrl: url, jwtSecret: `${secret}x`, warn });
    expect(await other(shared)).toBeUndefined();
  });

  test('keys that cannot be read leave the visitor unsettled, and the log says why', async () => {
    const verify = createVerifyByJwks({ supabaseUrl: 'http://127.0.0.1:9', warn });
    warnings.length = 0;
    expect(await verify(await sign())).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('could not be read from http://127.0.0.1:9/auth/v1');
  });
});
