import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestIssuer, hashOf, type TestIssuer } from '../../../tests/harness/auth/test-issuer.ts';
import { withoutLimits } from '../../../tests/harness/auth/test-owner.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';
import type { OutgoingAnswer } from '../../http/outgoing-fetch.ts';

let test: TestDatabase;
let service: TestService;
let google: TestIssuer;
let stranger: TestIssuer;
/** The keys that the provider publishes. */
let published: () => Promise<OutgoingAnswer>;
const requests: string[] = [];

const json = (value: unknown, status = 200) => ({
  status,
  headers: new Headers(),
  text: JSON.stringify(value),
});

const toml = `
[auth]
site_url = "http://localhost:3000"
minimum_password_length = 6
enable_manual_linking = true
enable_anonymous_sign_ins = true
[auth.email]
enable_confirmations = false
[auth.external.google]
enabled = true
client_id = "web,ios"
[auth.external.apple]
enabled = true
client_id = "com.example.app"
skip_nonce_check = true
[auth.external.facebook]
enabled = false
client_id = "1"
[auth.external.github]
enabled = true
client_id = "1"
[auth.external.company]
enabled = true
client_id = "web"
url = "https://id.company.example"
`;

beforeAll(async () => {
  test = await openTestDatabase();
  google = await createTestIssuer();
  stranger = await createTestIssuer();
  published = async () => json(google.jwks);
  service = await test.start(toml, {
    log: () => undefined,
    ports: {
      ...withoutLimits.ports,
      async outgoing(address) {
        requests.push(String(address));
        if (!String(address).endsWith('/openid-configuration')) return published();
        return json({
          issuer: 'https://id.company.example',
          authorization_endpoint: 'https://id.company.example/authorize',
          token_endpoint: 'https://id.company.example/token',
          jwks_uri: 'https://id.company.example/keys',
        });
      },
    },
  });
});
afterAll(() => test.close());

const issuer = 'https://accounts.google.com';

function claims(more: JWTPayload = {}): JWTPayload {
  return {
    iss: issuer,
    aud: 'web',
    sub: crypto.randomUUID(),
    email: freshEmail(),
    email_verified: true,
    ...more,
  };
}

function without(name: 'iss' | 'sub'): JWTPayload {
  return Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name));
}

const grant = (body: object, token?: string) =>
  service.post('/token?grant_type=id_token', body, token === undefined ? {} : { token });

const withGoogle = async (more: JWTPayload = {}, body: object = {}) =>
  grant({ provider: 'google', id_token: await google.sign(claims(more)), ...body });

describe('A37: signing in with an ID token', () => {
  it('gives a session', async () => {
    const email = freshEmail();
    const { status, body } = await withGoogle({ email, name: 'Jo' });
    expect([status, body.user.email, body.user.user_metadata.full_name]).toEqual([200, email, 'Jo']);
    expect(body.user.app_metadata).toEqual({ provider: 'google', providers: ['google'] });
    const token = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
    expect(token.amr[0].method).toBe('oauth');
  });

  it('works through the client, with a nonce and an access token', async () => {
    const email = freshEmail();
    const nonce = 'only the app knows';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const token = await google.sign(claims({ email, nonce: hashed, at_hash: hashOf('access') }));
    const { data, error } = await service
      .client()
      .auth.signInWithIdToken({ provider: 'google', token, nonce, access_token: 'access' });
    expect([error, data.user?.email]).toEqual([null, email]);
  });

  it('accepts tokens for any of our clients, and finds a provider by its issuer', async () => {
    expect((await withGoogle({ aud: 'ios' })).status).toBe(200);
    expect((await withGoogle({ aud: ['ios', 'other'], azp: 'ios' })).status).toBe(200);
    expect((await withGoogle({ iss: 'accounts.google.com' })).status).toBe(200);
    const id_token = await google.sign(claims());
    expect((await grant({ issuer, client_id: 'web', id_token })).status).toBe(200);
  });

  it('finds an OpenID provider of config.toml by its discovery document', async () => {
    const id_token = await google.sign(claims({ iss: 'https://id.company.example' }));
    const { status, body } = await grant({ provider: 'company', id_token });
    expect([status, body.user.app_metadata.provider]).toEqual([200, 'company']);
  });

  const invalid = (description: string) => ({ error: 'invalid request', error_description: description });
  const bad = invalid('Bad ID token');

  it.each<[string, () => Promise<object>, object]>([
    ['no token', async () => ({ provider: 'google' }), invalid('id_token required')],
    ['no provider', async () => ({ id_token: 'a' }), invalid('provider or client_id and issuer required')],
    ['something that is no token', async () => ({ id_token: 'a.b.c' }), bad],
    ['the key of a stranger', async () => ({ id_token: await stranger.sign(claims()) }), bad],
    ['a key that is not known', async () => ({ id_token: await google.sign(claims(), { kid: 'x' }) }), bad],
    ['no signature', async () => ({ id_token: unsigned() }), bad],
    ['a signature with the public key as a secret', async () => ({ id_token: confused() }), bad],
    [
      'another issuer',
      async () => ({ id_token: await google.sign(claims({ iss: 'https://evil.example' })) }),
      bad,
    ],
    ['no issuer', async () => ({ id_token: await google.sign(without('iss')) }), bad],
    [
      'a time that is over',
      async () => ({
        id_token: await google.sign(claims({ iat: seconds(-3600), exp: seconds(-120) }), { times: false }),
      }),
      bad,
    ],
    [
      'no end',
      async () => ({ id_token: await google.sign(claims({ iat: seconds(0) }), { times: false }) }),
      bad,
    ],
    [
      'a beginning in the future',
      async () => ({
        id_token: await google.sign(claims({ iat: seconds(600), exp: seconds(900) }), { times: false }),
      }),
      bad,
    ],
    [
      'a time from which it holds',
      async () => ({ id_token: await google.sign(claims({ nbf: seconds(600) })) }),
      bad,
    ],
    [
      'another access token',
      async () => ({
        id_token: await google.sign(claims({ at_hash: hashOf('mine') })),
        access_token: 'yours',
      }),
      bad,
    ],
    [
      'another audience',
      async () => ({ id_token: await google.sign(claims({ aud: 'other' })) }),
      invalid('Unacceptable audience in id_token: [other]'),
    ],
    [
      'an empty audience',
      async () => ({ id_token: await google.sign(claims({ aud: '' })) }),
      invalid('Unacceptable audience in id_token: []'),
    ],
    [
      'our client among others, requested by another',
      async () => ({ id_token: await google.sign(claims({ aud: ['web', 'other'], azp: 'other' })) }),
      invalid('Unacceptable audience in id_token: [web other]'),
    ],
    [
      'no subject',
      async () => ({ id_token: await google.sign(without('sub')) }),
      invalid('Missing sub claim in id_token'),
    ],
    [
      'a nonce in the token only',
      async () => ({ id_token: await google.sign(claims({ nonce: 'x' })) }),
      invalid('Passed nonce and nonce in id_token should either both exist or not.'),
    ],
    [
      'a nonce in the request only',
      async () => ({ id_token: await google.sign(claims()), nonce: 'x' }),
      invalid('Passed nonce and nonce in id_token should either both exist or not.'),
    ],
    [
      'a nonce that is not hashed',
      async () => ({ id_token: await google.sign(claims({ nonce: 'x' })), nonce: 'x' }),
      { error: 'invalid nonce', error_description: 'Nonces mismatch' },
    ],
  ])('is refused with %s', async (name, make, wanted) => {
    const provider = name === 'no provider' ? {} : { provider: 'google' };
    const { status, body } = await grant({ ...provider, ...(await make()) });
    expect([status, body]).toEqual([400, wanted]);
  });

  it.each([
    ['facebook', 'provider_disabled', 'Provider (issuer "https://www.facebook.com") is not enabled'],
    ['github', 'validation_failed', 'Custom OIDC provider "github" not allowed'],
    ['unknown', 'validation_failed', 'Custom OIDC provider "unknown" not allowed'],
    ['custom:unknown', 'validation_failed', 'Custom OIDC provider "custom:unknown" not allowed'],
  ])('is refused for the provider %s', async (provider, code, message) => {
    const { status, body } = await grant({ provider, id_token: await google.sign(claims()) });
    expect([status, body.error_code, body.msg]).toEqual([400, code, message]);
  });

  it('is refused when the request names another issuer', async () => {
    const body = {
      provider: 'google',
      issuer: 'https://evil.example',
      id_token: await google.sign(claims()),
    };
    expect((await grant(body)).body.error_code).toBe('validation_failed');
  });

  it('skips the nonce where the configuration says so', async () => {
    const id_token = await google.sign(
      claims({ iss: 'https://appleid.apple.com', aud: 'com.example.app', nonce: 'x' }),
    );
    expect((await grant({ provider: 'apple', id_token })).status).toBe(200);
  });

  it('makes no request for a malformed token', async () => {
    const before = requests.length;
    await grant({ provider: 'google', id_token: 'nonsense' });
    expect(requests).toHaveLength(before);
  });

  it('finds a new key of the provider, and cannot be made to ask for it again and again', async () => {
    const next = await createTestIssuer('ES256', 'second');
    published = async () => json({ keys: [...google.jwks.keys, ...next.jwks.keys] });
    service.advance(60);
    const id_token = await next.sign(claims());
    expect((await grant({ provider: 'google', id_token })).status).toBe(200);
    const before = requests.length;
    for (let time = 0; time < 5; time += 1)
      await grant({ provider: 'google', id_token: await google.sign(claims(), { kid: `unknown-${time}` }) });
    expect(requests).toHaveLength(before);
  });

  it('answers that it can be retried, when the provider is down and was never reached', async () => {
    const offline = await test.start(toml, {
      log: () => undefined,
      ports: {
        ...withoutLimits.ports,
        async outgoing() {
          return json({}, 503);
        },
      },
    });
    const body = { provider: 'google', id_token: await google.sign(claims()) };
    const answer = await offline.post('/token?grant_type=id_token', body);
    expect([answer.status, answer.body.error]).toEqual([400, 'temporarily_unavailable']);
  });
});

describe('linking with an ID token', () => {
  async function signedUp() {
    const email = freshEmail();
    const { body } = await service.post('/signup', { email, password: 'secret-1' });
    return { email, token: body.access_token, refreshToken: body.refresh_token, id: body.user.id };
  }

  it('adds an identity, through the client', async () => {
    const person = await signedUp();
    const client = service.client();
    await client.auth.setSession({ access_token: person.token, refresh_token: person.refreshToken });
    const token = await google.sign(claims());
    const { data, error } = await client.auth.linkIdentity({ provider: 'google', token });
    expect([error, data && 'user' in data && data.user?.id]).toEqual([null, person.id]);
    const { data: linked } = await client.auth.getUserIdentities();
    expect(linked?.identities.map(({ provider }) => provider)).toEqual(['email', 'google']);
  });

  it('needs a signed-in user', async () => {
    const id_token = await google.sign(claims());
    const body = { provider: 'google', id_token, link_identity: true };
    expect((await grant(body)).body.error_description).toContain(
      'Linking requires a valid user access token',
    );
    expect((await grant(body, 'nonsense')).body.error_code).toBe('bad_jwt');
  });

  it('is refused for an identity of another user', async () => {
    const known = claims();
    await grant({ provider: 'google', id_token: await google.sign(known) });
    const { token } = await signedUp();
    const { status, body } = await grant(
      { provider: 'google', id_token: await google.sign(known), link_identity: true },
      token,
    );
    expect([status, body.error_code]).toEqual([422, 'identity_already_exists']);
  });
});

function seconds(away: number): number {
  return Math.floor(Date.now() / 1000) + away;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const body = () => part({ ...claims(), iat: seconds(0), exp: seconds(600) });

function unsigned(): string {
  return `${part({ alg: 'none' })}.${body()}.`;
}

function confused(): string {
  const text = `${part({ alg: 'HS256', kid: 'first' })}.${body()}`;
  const secret = JSON.stringify(google.jwks.keys[0]);
  return `${text}.${createHash('sha256').update(text).update(secret).digest('base64url')}`;
}
