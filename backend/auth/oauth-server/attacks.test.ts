/** Attacks by an application, a thief of a code or another user's browser. */
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Application,
  beginFlow,
  createSigningKey,
  decide,
  exchange,
  type Person,
  registerApplication,
  requestTokens,
  settings,
  signInThrough,
  signUpUser,
} from '../../../tests/harness/auth/test-application.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';

let opened: TestDatabase;
let service: TestService;
let app: Application;
let person: Person;
const redirectUri = 'https://app.example/callback';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

beforeAll(async () => {
  opened = await openTestDatabase();
  service = await opened.start(settings, { signingKeys: [createSigningKey()] });
  app = await registerApplication(service, {
    token_endpoint_auth_method: 'none',
    redirect_uris: [redirectUri],
  });
  person = await signUpUser(service);
});
afterAll(() => opened.close());

function authorize(changes: Record<string, string | string[] | undefined>, headers?: Record<string, string>) {
  const query = new URLSearchParams();
  const defaults = {
    client_id: app.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'mine',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries({ ...defaults, ...changes }))
    for (const each of [value ?? []].flat()) query.append(name, each);
  return service.call('GET', `/oauth/authorize?${query}`, headers === undefined ? {} : { headers });
}

describe('a redirect URI that does not match a registered one exactly is never followed:', () => {
  it.each([
    'https://app.example/callback/',
    'https://app.example/Callback',
    'https://app.example/callback?',
    'https://app.example/callback?next=1',
    'https://app.example/callback#x',
    'https://app.example:443/callback',
    'https://APP.example/callback',
    'https://app.example./callback',
    'https://app.example/callback/../callback',
    'https://app.example/%63allback',
    'https://app.example//callback',
    'https://app.example\\callback',
    'https://app.example/callback\\@evil.example',
    'https://app.example@evil.example/callback',
    'https://app.example%2f@evil.example/callback',
    'https://evil.example/callback',
    'https://evil.example/https://app.example/callback',
    'https://app.example.evil.example/callback',
    'https:app.example/callback',
    'https:///app.example/callback',
    '//app.example/callback',
    '/callback',
    'http://app.example/callback',
    ' https://app.example/callback',
    'https://app.example/callback\t',
    'https://app.example/callback,https://evil.example',
    'javascript:alert(1)',
    'data:text/html,hello',
    '',
  ])('%j', async (uri) => {
    for (const extra of [
      {},
      { response_type: 'token' },
      { scope: 'nonsense' },
      { code_challenge: undefined },
    ]) {
      const answer = await authorize({ redirect_uri: uri, ...extra });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('Location')).toBeNull();
    }
  });

  it('nor a second one beside a registered one', async () => {
    for (const uris of [
      [redirectUri, 'https://evil.example'],
      ['https://evil.example', redirectUri],
    ])
      expect((await authorize({ redirect_uri: uris })).status).toBe(400);
    expect((await authorize({ client_id: [app.id, crypto.randomUUID()] })).status).toBe(400);
  });

  it('nor that of another application', async () => {
    const other = await registerApplication(service);
    expect((await authorize({ redirect_uri: other.redirectUri })).status).toBe(400);
  });

  it('the user gets the error on the site', async () => {
    const answer = await authorize({ redirect_uri: 'https://evil.example' }, { Accept: 'text/html,*/*' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      302,
      'http://localhost:3000/oauth/consent?error=validation_failed',
    ]);
  });
});

describe('an unknown application', () => {
  it.each([crypto.randomUUID(), 'planner', "' or 1=1 --", '\0', ''])('%j is refused', async (id) => {
    const answer = await authorize({ client_id: id });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('Location')).toBeNull();
  });
});

describe('a faulty authorization request is answered to the application:', () => {
  it.each<[string, string, Record<string, string | string[] | undefined>]>([
    ['no PKCE', 'invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a challenge without its method', 'invalid_request', { code_challenge_method: undefined }],
    ['a plain challenge', 'invalid_request', { code_challenge_method: 'plain' }],
    ['a challenge that is no hash', 'invalid_request', { code_challenge: 'short' }],
    ['a token in the address', 'unsupported_response_type', { response_type: 'token' }],
    ['a hybrid', 'unsupported_response_type', { response_type: 'code id_token' }],
    ['another way to answer', 'invalid_request', { response_mode: 'fragment' }],
    ['a scope that does not exist', 'invalid_scope', { scope: 'openid admin' }],
    ['a resource with a fragment', 'invalid_target', { resource: 'https://api.example/#x' }],
    ['a parameter twice', 'invalid_request', { scope: ['openid', 'email'] }],
    ['no question to the person', 'interaction_required', { prompt: 'none' }],
    ['a request object', 'request_not_supported', { request: 'a.b.c' }],
    ['a very long nonce', 'invalid_request', { nonce: 'n'.repeat(300) }],
  ])('%s is %s', async (_name, error, changes) => {
    const answer = await authorize(changes);
    const location = new URL(answer.headers.get('Location') ?? '');
    expect(answer.status).toBe(302);
    expect(location.origin + location.pathname).toBe(redirectUri);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error, state: 'mine' });
    // An empty fragment, so that the browser does not keep the fragment of the current URL.
    expect(location.href.endsWith('#')).toBe(true);
  });
});

describe('a code', () => {
  it('is exchanged once, also by concurrent requests', async () => {
    const flow = await beginFlow(service, app);
    const callback = await decide(service, person, flow);
    const form = {
      grant_type: 'authorization_code',
      client_id: app.id,
      code: callback.searchParams.get('code') ?? '',
      code_verifier: flow.verifier,
    };
    const before = await countSessions();
    const answers = await Promise.all(Array.from({ length: 50 }, () => requestTokens(service, form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(49);
    expect(await countSessions()).toBe(before + 1);
    expect((await requestTokens(service, form)).body.error).toBe('invalid_grant');
  });

  it('is refused for another application, with another verifier, redirect URI or resource, or when it has expired', async () => {
    const other = await registerApplication(service, { token_endpoint_auth_method: 'none' });
    const flow = await beginFlow(service, app);
    const callback = await decide(service, person, flow);
    const form = {
      grant_type: 'authorization_code',
      client_id: app.id,
      code: callback.searchParams.get('code') ?? '',
      code_verifier: flow.verifier,
    };
    const wrong: Record<string, string>[] = [
      { client_id: other.id },
      { code_verifier: oidc.randomPKCECodeVerifier() },
      { code_verifier: '' },
      { code_verifier: await oidc.calculatePKCECodeChallenge(flow.verifier) },
      { redirect_uri: 'https://evil.example' },
      { code: crypto.randomUUID() },
      { code: "' or true --" },
    ];
    for (const change of wrong)
      expect((await requestTokens(service, { ...form, ...change })).body).toMatchObject({
        error: 'invalid_grant',
      });
    const resource = { resource: 'https://other.example' };
    expect((await requestTokens(service, { ...form, ...resource })).body.error).toBe('invalid_target');
    service.advance(301);
    expect((await requestTokens(service, form)).body.error).toBe('invalid_grant');
  });

  it('is void after a password change, a ban, and the deletion of the application', async () => {
    const owner = await signUpUser(service);
    const begin = async (of: Application) => {
      const flow = await beginFlow(service, of);
      return { flow, callback: await decide(service, owner, flow) };
    };
    const mine = await registerApplication(service);
    const [one, two] = [await begin(app), await begin(mine)];
    const admin = { token: opened.secrets.serviceRoleKey };
    await service.call('DELETE', `/admin/oauth/clients/${mine.id}`, admin);
    await expect(exchange(mine, two.flow, two.callback)).rejects.toThrow();
    await service.call('PUT', '/user', { token: owner.token, body: { password: 'another one' } });
    await expect(exchange(app, one.flow, one.callback)).rejects.toMatchObject({ error: 'invalid_grant' });
    const three = await begin(app);
    await service.call('PUT', `/admin/users/${owner.id}`, { ...admin, body: { ban_duration: '1h' } });
    await expect(exchange(app, three.flow, three.callback)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a request for consent', () => {
  it('belongs to the user who opens it first', async () => {
    const other = await signUpUser(service);
    const { authorizationId } = await beginFlow(service, app, 'openid phone');
    const path = `/oauth/authorizations/${authorizationId}`;
    const approve = (token: string) => service.post(`${path}/consent`, { action: 'approve' }, { token });
    expect((await approve(person.token)).status).toBe(404);
    expect((await service.call('GET', path, { token: person.token })).body.scope).toBe('openid phone');
    expect((await service.call('GET', path, { token: other.token })).status).toBe(404);
    expect((await approve(other.token)).status).toBe(404);
    const decided = await Promise.all(Array.from({ length: 10 }, () => approve(person.token)));
    expect(decided.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  it('expires after ten minutes', async () => {
    const { token } = await signUpUser(service);
    const { authorizationId } = await beginFlow(service, app, 'phone');
    const path = `/oauth/authorizations/${authorizationId}`;
    await service.call('GET', path, { token });
    service.advance(601);
    const answer = await service.post(`${path}/consent`, { action: 'approve' }, { token });
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'oauth_authorization_not_found' } });
    expect((await service.call('GET', path, { token })).status).toBe(404);
  });

  it('cannot be decided from another site, without a token, with an invalid action or id', async () => {
    const { authorizationId } = await beginFlow(service, app, 'phone');
    const path = `/oauth/authorizations/${authorizationId}`;
    const { token } = await signUpUser(service);
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example']) {
      const foreign = await service.call('GET', path, { token, headers: { Origin: origin } });
      expect(foreign).toMatchObject({ status: 400, body: { msg: 'unauthorized request origin' } });
    }
    const own = await service.call('GET', path, { token, headers: { Origin: 'http://localhost:3000' } });
    expect(own.status).toBe(200);
    expect((await service.call('GET', path)).status).toBe(401);
    expect((await service.post(`${path}/consent`, { action: 'maybe' }, { token })).status).toBe(400);
    expect((await service.call('GET', '/oauth/authorizations/%00', { token })).status).toBe(400);
  });

  it('is void when its redirect URI was removed in the meantime', async () => {
    const mine = await registerApplication(service);
    const { authorizationId } = await beginFlow(service, mine);
    await service.call('PUT', `/admin/oauth/clients/${mine.id}`, {
      token: opened.secrets.serviceRoleKey,
      body: { redirect_uris: ['https://elsewhere.example'] },
    });
    const path = `/oauth/authorizations/${authorizationId}`;
    expect((await service.call('GET', path, { token: person.token })).status).toBe(404);
  });
});

describe('the token of an application', () => {
  it('is refused by every route for the user alone', async () => {
    const { access_token: token, refresh_token } = await signInThrough(service, app, person, 'openid');
    const flow = await beginFlow(service, app, 'openid email profile phone');
    const attempts: [string, string, unknown?][] = [
      ['GET', `/oauth/authorizations/${flow.authorizationId}`],
      ['POST', `/oauth/authorizations/${flow.authorizationId}/consent`, { action: 'approve' }],
      ['GET', '/user/oauth/grants'],
      ['DELETE', `/user/oauth/grants?client_id=${app.id}`],
      ['PUT', '/user', { password: 'taken over' }],
      ['POST', '/factors', { factor_type: 'totp' }],
      ['POST', '/logout'],
      ['GET', '/admin/users'],
    ];
    for (const [method, path, body] of attempts)
      expect([path, (await service.call(method, path, { token, body })).status]).toEqual([path, 403]);
    const renewed = await service.post('/token?grant_type=refresh_token', { refresh_token });
    expect(renewed.body.error_code).toBe('refresh_token_not_found');
    expect((await service.call('GET', '/user', { token })).status).toBe(200);
    expect((await service.call('POST', '/logout?scope=local', { token })).status).toBe(204);
    expect((await service.call('GET', '/oauth/userinfo', { token })).status).toBe(403);
  });

  it('cannot be replaced by the ID token', async () => {
    const { id_token: token = '' } = await signInThrough(service, app, person);
    for (const path of ['/user', '/oauth/userinfo', '/admin/users'])
      expect((await service.call('GET', path, { token })).status).toBe(403);
  });

  it('cannot be refreshed by another application, nor get more scopes', async () => {
    const other = await registerApplication(service, { token_endpoint_auth_method: 'none' });
    const { refresh_token = '' } = await signInThrough(service, app, person, 'openid');
    const form = { grant_type: 'refresh_token', client_id: app.id, refresh_token };
    expect((await requestTokens(service, { ...form, client_id: other.id })).body.error).toBe('invalid_grant');
    expect((await requestTokens(service, { ...form, scope: 'openid email' })).body.error).toBe(
      'invalid_scope',
    );
    const own = await service.post('/token?grant_type=password', {
      email: person.email,
      password: 'long enough',
    });
    const taken = await requestTokens(service, { ...form, refresh_token: own.body.refresh_token });
    expect(taken.body.error).toBe('invalid_grant');
    expect((await requestTokens(service, { ...form, scope: 'openid' })).status).toBe(200);
  });
});

// The last test, because it moves the clock past the lifetime of every token.
describe('a request that expired an hour ago', () => {
  it('is deleted', async () => {
    const { token } = await signUpUser(service);
    const [open, denied] = [await beginFlow(service, app), await beginFlow(service, app)];
    const ids = [open.authorizationId, denied.authorizationId];
    const path = `/oauth/authorizations/${denied.authorizationId}`;
    await service.call('GET', path, { token });
    expect((await service.post(`${path}/consent`, { action: 'deny' }, { token })).status).toBe(200);
    service.advance(600 + 3601);
    for (let more = 0; more < 5; more += 1) await beginFlow(service, app);
    const left = await opened.database.sql`
      select from auth.oauth_authorizations where authorization_id = any(${ids})`;
    expect(left).toHaveLength(0);
  });
});

async function countSessions(): Promise<number> {
  const [row] = await opened.database.sql<{ count: number }[]>`
    select count(*)::int as count from auth.sessions where user_id = ${person.id}`;
  return row?.count ?? 0;
}
