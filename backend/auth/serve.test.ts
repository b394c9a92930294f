import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseFull, DatabaseUnavailable } from '../../database/errors.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start('[auth.email]\nenable_confirmations = false');
});
afterAll(() => test.close());

const newest = { 'X-Supabase-Api-Version': '2024-01-01' };

describe('errors', () => {
  it('A1: have one format for old clients and one for new', async () => {
    const old = await service.call('GET', '/user');
    expect(old.body).toEqual({ code: 401, error_code: 'no_authorization', msg: expect.any(String) });
    expect(old.headers.get('x-supabase-api-version')).toBeNull();
    for (const version of ['2024-01-01', '2030-12-31']) {
      const fresh = await service.call('GET', '/user', { headers: { 'X-Supabase-Api-Version': version } });
      expect(fresh.body).toEqual({ code: 'no_authorization', message: expect.any(String) });
      expect(fresh.headers.get('x-supabase-api-version')).toBe('2024-01-01');
      expect(fresh.headers.get('x-sb-error-code')).toBe('no_authorization');
    }
    for (const version of ['2023-12-31', 'tomorrow', '2024-99-99']) {
      const { body } = await service.call('GET', '/user', { headers: { 'X-Supabase-Api-Version': version } });
      expect(body.code, version).toBe(401);
    }
  });

  it('A3: of a weak password carry the reasons in both forms', async () => {
    const body = { email: freshEmail(), password: 'abc' };
    expect((await service.post('/signup', body)).body).toMatchObject({
      code: 422,
      weak_password: { reasons: ['length'] },
    });
    expect((await service.post('/signup', body, { headers: newest })).body).toMatchObject({
      code: 'weak_password',
      weak_password: { reasons: ['length'] },
    });
  });

  it('A4: over 1 MB is 413, broken or missing JSON is 400', async () => {
    const large = await service.call('POST', '/signup', {
      text: JSON.stringify({ email: 'x'.repeat(1024 * 1024) }),
    });
    expect([large.status, large.body.error_code]).toEqual([413, 'request_entity_too_large']);
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '7',
      '{"email":7}',
      '{"data":[]}',
      '{"data":{"size":1e400}}',
      '{"data":{"sizes":[-1E+999]}}',
      `{"data":{"size":${'9'.repeat(400)}}}`,
      '{"a":"\\u0000"}',
      '{"a":"\\ud800"}',
    ]) {
      const answer = await service.call('POST', '/signup', { text });
      expect([answer.status, answer.body.error_code], text).toEqual([400, 'bad_json']);
    }
    const deep = await service.call('POST', '/signup', {
      text: `{"data":{"a":${'['.repeat(9999)}${']'.repeat(9999)}}}`,
    });
    expect([deep.status, deep.body.error_code]).toEqual([400, 'bad_json']);
  });

  it('A52: an unknown path is 404', async () => {
    for (const path of ['/nothing', '/verify/more', '/%2e%2e/health']) {
      expect((await service.call('POST', path)).status, path).toBe(404);
    }
  });

  it.each([
    ['GET', '/token', 'POST'],
    ['DELETE', '/user', 'GET, HEAD, PUT'],
    ['PATCH', `/admin/users/${crypto.randomUUID()}`, 'DELETE, GET, HEAD, PUT'],
    ['HEAD', '/signup', 'POST'],
  ])('name the allowed methods of a path: %s %s', async (method, path, allow) => {
    const { status, headers, body } = await service.call(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(body.error_code).toBe('unknown');
  });

  it('say when to retry while the database is down or full', async () => {
    const start = (error: Error) =>
      test.start('', { log: () => undefined, ports: { limits: { take: () => Promise.reject(error) } } });
    const away = await start(new DatabaseUnavailable('away'));
    const unavailable = await away.post('/token?grant_type=password', {});
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '2']);
    const full = await start(new DatabaseFull('full'));
    expect((await full.post('/token?grant_type=password', {})).status).toBe(507);
  });

  it('reveal nothing about internal faults', async () => {
    const faults: unknown[] = [];
    const broken = await test.start('', {
      log: (entry) => faults.push(entry),
      ports: {
        limits: {
          take: () => Promise.reject(new Error('select secret from /etc/passwd')),
        },
      },
    });
    const { status, body } = await broken.post('/token?grant_type=password', {});
    expect([status, body.error_code]).toEqual([500, 'unexpected_failure']);
    expect(body.error_id).toEqual(expect.any(String));
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(JSON.stringify(faults)).toContain('/etc/passwd');
  });
});

describe('cross-origin calls', () => {
  it('A52, stricter: are allowed without credentials and see the paging headers', async () => {
    const headers = {
      Origin: 'https://app.example',
      'Access-Control-Request-Headers': 'authorization,x-client-info',
    };
    const preflight = await service.call('OPTIONS', '/signup', { headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,x-client-info');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    const { headers: answered } = await service.call('GET', '/health', { headers });
    expect(answered.get('access-control-expose-headers')).toBe('X-Total-Count, Link, X-Supabase-Api-Version');
    expect(answered.get('access-control-allow-origin')).toBe('*');
    expect(answered.has('access-control-allow-credentials')).toBe(false);
  });

  it.each([
    ['GET', '/.well-known/jwks.json'],
    ['GET', '/health'],
    ['GET', '/user'],
    ['POST', '/signup'],
    ['GET', '/nothing'],
  ])('get the same headers from every origin, because of caches (%s %s)', async (method, path) => {
    const headersFor = async (origin: string | undefined) => [
      ...(await service.call(method, path, origin === undefined ? {} : { headers: { Origin: origin } }))
        .headers,
    ];
    const withoutOrigin = await headersFor(undefined);
    expect(Object.fromEntries(withoutOrigin)).toMatchObject({ 'access-control-allow-origin': '*' });
    for (const origin of ['https://app.example', 'https://evil.example', 'null'])
      expect(await headersFor(origin)).toEqual(withoutOrigin);
  });
});

describe('public information', () => {
  it("is the service's health, and what is enabled", async () => {
    expect((await service.call('GET', '/health')).body).toMatchObject({
      name: 'GoTrue',
      version: expect.any(String),
    });
    const { body } = await service.call('GET', '/settings');
    expect(body).toMatchObject({
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      password_min_length: 6,
      password_required_characters: [],
      external: { email: true, phone: false, anonymous_users: false, google: false },
    });
  });

  it('A47: contains no keys where there is only a secret', async () => {
    const { body, headers } = await service.call('GET', '/.well-known/jwks.json');
    expect([body, headers.get('cache-control')]).toEqual([{ keys: [] }, 'public, max-age=600']);
  });

  it('A47: contains the public signing keys, with which the client verifies tokens', async () => {
    const { generateKeyPairSync } = await import('node:crypto');
    for (const [alg, pair] of [
      ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
      ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ] as const) {
      const jwk = {
        ...pair.privateKey.export({ format: 'jwk' }),
        kid: `the ${alg} key`,
        alg,
        key_ops: ['sign', 'verify'],
      };
      const signing = await test.start('[auth.email]\nenable_confirmations = false', { signingKeys: [jwk] });
      const { body } = await signing.call('GET', '/.well-known/jwks.json');
      expect(body.keys).toHaveLength(1);
      expect(body.keys[0]).toMatchObject({ kid: `the ${alg} key`, alg });
      expect(body.keys[0]).not.toHaveProperty('d');
      const client = signing.client();
      await client.auth.signUp({ email: freshEmail(), password: 'secret-1' });
      const { data, error } = await client.auth.getClaims();
      expect([error, data?.header.alg]).toEqual([null, alg]);
      expect((await client.auth.getUser()).error).toBeNull();
    }
  });

  it('names the disabled features', async () => {
    const off = [
      ['POST', '/sso', 'saml_provider_disabled'],
      ['POST', '/passkeys/authentication/options', 'passkey_disabled'],
      ['GET', '/.well-known/oauth-authorization-server', 'feature_disabled'],
    ];
    for (const [method = '', path = '', code] of off) {
      const { status, body } = await service.call(method, path);
      expect([status, body.error_code]).toEqual([404, code]);
    }
    const web3 = await service.post('/token?grant_type=web3', {});
    expect([web3.status, web3.body.error_code]).toEqual([422, 'web3_provider_disabled']);
    const idToken = await service.post('/token?grant_type=id_token', {});
    expect(idToken.body).toEqual({ error: 'invalid request', error_description: 'id_token required' });
    const { body } = await service.post('/signup', { email: freshEmail(), password: 'secret-1' });
    const linking = await service.call('GET', '/user/identities/authorize', { token: body.access_token });
    expect([linking.status, linking.body.error_code]).toEqual([404, 'manual_linking_disabled']);
  });
});

describe('a backend', () => {
  it('runs beside others, each with its own keys, rules and base path', async () => {
    const { readSecrets } = await import('../identity/secrets.ts');
    const { mkdtemp, rm } = await import('node:fs/promises');
    const { tmpdir } = await import('node:os');
    const dataDirectory = await mkdtemp(`${tmpdir()}/porchlight-secrets-`);
    const own = await readSecrets({ dataDirectory });
    await rm(dataDirectory, { recursive: true });
    const other = await test.start('[auth]\nenable_signup = false', { basePath: '/', secrets: own });
    expect((await other.call('GET', '/health')).status).toBe(200);
    expect(
      (await other.post('/signup', { email: freshEmail(), password: 'secret-12' })).body.error_code,
    ).toBe('signup_disabled');
    const { body } = await service.post('/signup', { email: freshEmail(), password: 'secret-1' });
    const foreign = await other.call('GET', '/user', { token: body.access_token });
    expect([foreign.status, foreign.body.error_code]).toEqual([403, 'bad_jwt']);
  });
});
