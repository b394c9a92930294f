/** Sessions with fewer rights than the user: one that was opened for an application, and one that lacks the second factor. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  registerApplication,
  settings,
  signInThrough,
} from '../../../tests/harness/auth/test-application.ts';
import {
  claimsOf,
  type Owner,
  signInOwner,
  signUpWithAal2,
  withoutLimits,
} from '../../../tests/harness/auth/test-owner.ts';
import { keyToml } from '../../../tests/harness/auth/test-passkeys.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { authRoutes } from '../routes.ts';
import { scimRoutes } from '../scim/routes.ts';

let test: TestDatabase;
let service: TestService;
beforeAll(async () => {
  test = await openTestDatabase();
  const keys = keyToml.slice(keyToml.indexOf('[auth.mfa'));
  const linking = settings.replace('[auth]', '[auth]\nenable_manual_linking = true');
  service = await test.start(linking + keys, withoutLimits);
});
afterAll(() => test.close());

/** Routes that need no user. A new route must be added here or to the list of a test, or it must refuse such sessions. */
const publicRoutes: string[] = [
  'GET /health',
  'GET /settings',
  'GET /.well-known/jwks.json',
  'GET /.well-known/openid-configuration',
  'GET /.well-known/oauth-authorization-server',
  'POST /signup',
  'POST /token',
  'POST /otp',
  'POST /magiclink',
  'POST /recover',
  'POST /resend',
  'GET /verify',
  'POST /verify',
  'GET /authorize',
  'GET /callback',
  'POST /callback',
  'POST /passkeys/authentication/options',
  'POST /passkeys/authentication/verify',
  'POST /oauth/clients/register',
  'GET /oauth/authorize',
  'POST /oauth/token',
  'POST /sso',
  'GET /sso/saml/metadata',
  'POST /sso/saml/acs',
  ...scimRoutes.map(([method, pattern]) => `${method} ${pattern}`),
];

/** The routes that do not refuse a token in this way. Logout is tested below: it would end the session here. */
async function openRoutes(token: string, refusal: string): Promise<string[]> {
  const open: string[] = [];
  for (const [method, pattern] of authRoutes) {
    const route = `${method} ${pattern}`;
    if (publicRoutes.includes(route) || pattern === '/logout') continue;
    const path = pattern.replaceAll(/:\w+/g, crypto.randomUUID());
    const options = method === 'GET' || method === 'DELETE' ? { token } : { token, body: {} };
    const { body } = await service.call(method, path, options);
    if (body?.error_code !== refusal) open.push(route);
  }
  return open;
}

it('an application can read the user and call nothing else', async () => {
  const { owner } = await signUpWithAal2(service);
  const app = await registerApplication(service);
  const person = { ...owner, id: String(claimsOf(owner.token).sub) };
  const { access_token: token } = await signInThrough(service, app, person, 'email');
  expect(await openRoutes(token, 'no_authorization')).toEqual([
    'GET /user',
    'GET /oauth/userinfo',
    'POST /oauth/userinfo',
  ]);
});

describe('with only the password of a user who has a second factor', () => {
  const read = async ({ token }: Owner) => (await service.call('GET', '/user', { token })).status;

  it('a session can be completed or ended, and nothing else', async () => {
    const { owner } = await signUpWithAal2(service);
    const low = await signInOwner(service, owner.email);
    expect(await openRoutes(low.token, 'insufficient_aal')).toEqual([
      'GET /user',
      // Those that add or remove something check it themselves when there is something to add or remove.
      'POST /factors',
      'POST /factors/:factor/challenge',
      'POST /factors/:factor/verify',
      'DELETE /factors/:factor',
      'GET /factors/recovery-codes',
      'POST /factors/recovery-codes/verify',
      'GET /oauth/userinfo',
      'POST /oauth/userinfo',
    ]);
    for (const path of ['/user/oauth/grants', '/passkeys'])
      expect((await service.call('GET', path, { token: owner.token })).status).toBe(200);
  });

  it('no identity is linked by its ID token', async () => {
    const { owner } = await signUpWithAal2(service);
    const { token } = await signInOwner(service, owner.email);
    const body = { id_token: 'a.b.c', provider: 'google', link_identity: true };
    const answer = await service.post('/token?grant_type=id_token', body, { token });
    expect(answer.body.error_code).toBe('insufficient_aal');
  });

  it('the session itself can always be ended', async () => {
    const { owner } = await signUpWithAal2(service);
    const low = await signInOwner(service, owner.email);
    expect((await service.call('POST', '/logout?scope=local', { token: low.token })).status).toBe(204);
    expect([await read(low), await read(owner)]).toEqual([403, 200]);
  });

  it('the other sessions are not ended, and the answer reports it in a way that auth-js does not ignore', async () => {
    const { owner } = await signUpWithAal2(service);
    const low = await signInOwner(service, owner.email);
    const answer = await service.call('POST', '/logout?scope=others', { token: low.token });
    expect([answer.status, answer.body.error_code]).toEqual([422, 'insufficient_aal']);
    expect([await read(low), await read(owner)]).toEqual([200, 200]);
  });

  it('signing out everywhere ends this session and reports that it is the only one', async () => {
    const { owner } = await signUpWithAal2(service);
    const low = await signInOwner(service, owner.email);
    const answer = await service.call('POST', '/logout', { token: low.token });
    expect([answer.status, answer.body.error_code]).toEqual([403, 'insufficient_aal']);
    expect(answer.body.msg).toContain('Only this session has ended');
    expect([await read(low), await read(owner)]).toEqual([403, 200]);
  });

  it('signing out with the official client signs the user out', async () => {
    const { owner } = await signUpWithAal2(service);
    const client = service.client();
    const { data } = await client.auth.signInWithPassword({ email: owner.email, password: 'secret-1' });
    const low = { ...owner, token: data.session?.access_token ?? '' };
    expect((await client.auth.signOut({ scope: 'others' })).error).toMatchObject({ status: 422 });
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
    expect([await read(low), await read(owner)]).toEqual([403, 200]);
  });
});

it('with the second factor all sessions can be ended', async () => {
  const { owner } = await signUpWithAal2(service);
  const low = await signInOwner(service, owner.email);
  expect((await service.call('POST', '/logout', { token: owner.token })).status).toBe(204);
  for (const { token } of [owner, low])
    expect((await service.call('GET', '/user', { token })).status).toBe(403);
});
