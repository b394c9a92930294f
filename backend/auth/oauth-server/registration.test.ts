import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSigningKey,
  fetchThrough,
  issuer,
  settings,
} from '../../../tests/harness/auth/test-application.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';

let opened: TestDatabase;
let service: TestService;
beforeAll(async () => {
  opened = await openTestDatabase();
  service = await opened.start(settings, { signingKeys: [createSigningKey()] });
});
afterAll(() => opened.close());

let visitor = 0;
/** Each from an IP address of its own, because registrations are limited. */
function register(body: unknown) {
  visitor += 1;
  service.address = `198.51.100.${visitor}`;
  return service.post('/oauth/clients/register', body);
}

describe('an application that registers itself', () => {
  it('gets its id, its secret and the registered metadata', async () => {
    const answer = await register({
      redirect_uris: ['https://app.example/cb'],
      client_name: 'App',
      scope: 'x',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      client_type: 'confidential',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      registration_type: 'dynamic',
      client_secret_expires_at: 0,
    });
    const [row] = await opened.database.sql<{ row: string }[]>`
      select c::text as row from auth.oauth_clients c where id = ${answer.body.client_id}`;
    expect(row?.row).not.toContain(answer.body.client_secret);
  });

  it('gets no secret when it is public', async () => {
    const open = { redirect_uris: ['http://localhost:9/cb'], token_endpoint_auth_method: 'none' };
    const { body } = await register(open);
    expect(body).toMatchObject({ client_type: 'public' });
    expect(body).not.toHaveProperty('client_secret');
    expect(body).not.toHaveProperty('client_secret_expires_at');
  });

  it.each([
    'https://app.example/cb',
    'https://app.example/cb?a=1',
    'http://localhost:4000/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:4000/cb',
    'com.example.app://callback',
  ])('may have the redirect URI %s', async (uri) => {
    expect((await register({ redirect_uris: [uri] })).status).toBe(201);
  });

  it.each([
    'http://app.example/cb',
    'https://app.example/cb#x',
    'https://me@app.example/cb',
    'https://app.example/cb,javascript:alert(1)',
    'https://app.example/a b',
    'https://app.example\\@evil.example/',
    'https://app.example:443/cb',
    'https://äpp.example/cb',
    'http://127.1/cb',
    'http://2130706433/cb',
    'http://localhost.evil.example/cb',
    'javascript://app.example/%0aalert(1)',
    'JavaScript://x/%0aalert(1)',
    'data://text/html',
    'file://host/etc',
    'intent://scan/',
    'mailto:someone@example.com',
    '/callback',
    '//app.example/cb',
    '',
  ])('may not have the redirect URI %j', async (uri) => {
    const { status, body } = await register({ redirect_uris: ['https://app.example/cb', uri] });
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  it.each<[unknown, string]>([
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array(11).fill('https://app.example') }, 'invalid_redirect_uri'],
    [{ redirect_uris: 'https://app.example' }, 'invalid_client_metadata'],
    [{ grant_types: ['password'] }, 'invalid_client_metadata'],
    [{ response_types: ['token'] }, 'invalid_client_metadata'],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [{ client_type: 'public', token_endpoint_auth_method: 'client_secret_post' }, 'invalid_client_metadata'],
    [{ client_type: 'other' }, 'invalid_client_metadata'],
    [{ client_name: 'a'.repeat(1025) }, 'invalid_client_metadata'],
    [{ client_name: 'moc.elpmaxe\u202e' }, 'invalid_client_metadata'],
    [{ client_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
    [{ logo_uri: '/logo.png' }, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    ['text', 'invalid_client_metadata'],
  ])('with %j is refused', async (change, error) => {
    const defaults = { redirect_uris: ['https://app.example/cb'] };
    const isEmpty = JSON.stringify(change) === '{}';
    const isRecord = typeof change === 'object' && !Array.isArray(change) && !isEmpty;
    const { status, body } = await register(isRecord ? { ...defaults, ...change } : change);
    expect([status, body.error]).toEqual([400, error]);
  });

  it('is limited by IP address', async () => {
    service.address = '192.0.2.77';
    const body = { redirect_uris: ['https://app.example/cb'] };
    for (let time = 0; time < 10; time += 1)
      expect((await service.post('/oauth/clients/register', body)).status).toBe(201);
    const last = await service.post('/oauth/clients/register', body);
    expect(last.status).toBe(429);
    expect(last.headers.has('Retry-After')).toBe(true);
  });

  it('is refused where the configuration does not allow it', async () => {
    const closed = await opened.start(settings.replace('allow_dynamic_registration = true', ''));
    const answer = await closed.post('/oauth/clients/register', { redirect_uris: ['https://app.example'] });
    expect(answer).toMatchObject({
      status: 403,
      body: { error_code: 'oauth_dynamic_client_registration_disabled' },
    });
    const { body } = await closed.call('GET', '/.well-known/oauth-authorization-server');
    expect(body).not.toHaveProperty('registration_endpoint');
  });
});

describe('the discovery document', () => {
  it.each(['oidc', 'oauth2'] as const)('is found by a client of %s', async (algorithm) => {
    const config = await oidc.discovery(new URL(issuer), 'any', undefined, undefined, {
      algorithm,
      execute: [oidc.allowInsecureRequests],
      [oidc.customFetch]: fetchThrough(service),
    });
    expect(config.serverMetadata()).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      registration_endpoint: `${issuer}/oauth/clients/register`,
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['ES256'],
    });
  });

  it.each([
    'oauth-authorization-server',
    'openid-configuration',
  ])('%s is also served before the path of the issuer, and nowhere else', async (name) => {
    const ask = (path: string) => service.backend.fetch(new Request(`http://backend.test${path}`));
    expect((await ask(`/.well-known/${name}/auth/v1`)).status).toBe(200);
    expect((await ask(`/auth/v1/.well-known/${name}`)).status).toBe(200);
    for (const path of [
      `/.well-known/${name}`,
      `/.well-known/${name}/rest/v1`,
      '/.well-known/jwks.json/auth/v1',
    ])
      expect((await ask(path)).status).toBe(404);
  });

  it('offers no ID tokens without a key pair that could sign them', async () => {
    const secretive = await opened.start(settings);
    const { body } = await secretive.call('GET', '/.well-known/openid-configuration');
    expect(body.scopes_supported).not.toContain('openid');
    const made = await secretive.post('/oauth/clients/register', {
      redirect_uris: ['https://app.example/cb'],
    });
    const query = new URLSearchParams({
      client_id: made.body.client_id,
      redirect_uri: 'https://app.example/cb',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const { headers } = await secretive.call('GET', `/oauth/authorize?${query}`);
    expect(new URL(headers.get('Location') ?? '').searchParams.get('error')).toBe('invalid_scope');
  });

  it('is not found, like all other routes, where the server is disabled', async () => {
    const off = await opened.start();
    const paths: [string, string][] = [
      ['GET', '/.well-known/oauth-authorization-server'],
      ['GET', '/oauth/authorize'],
      ['POST', '/oauth/token'],
      ['GET', '/oauth/userinfo'],
      ['GET', '/user/oauth/grants'],
      ['GET', '/oauth/authorizations/a'],
      ['GET', '/admin/oauth/clients'],
    ];
    for (const [method, path] of paths)
      expect(await off.call(method, path)).toMatchObject({
        status: 404,
        body: { error_code: 'feature_disabled' },
      });
  });
});
