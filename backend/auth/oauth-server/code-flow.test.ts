/** The whole flow with the library openid-client as the application. */
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Application,
  beginFlow,
  createSigningKey,
  decide,
  exchange,
  issuer,
  type Person,
  registerApplication,
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

beforeAll(async () => {
  opened = await openTestDatabase();
  service = await opened.start(settings, { signingKeys: [createSigningKey()] });
  app = await registerApplication(service);
  person = await signUpUser(service);
});
afterAll(() => opened.close());

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('an application', () => {
  it('signs a user in: ID token, access token and userinfo agree, and contain what was granted', async () => {
    const tokens = await signInThrough(service, app, person);
    expect(tokens.claims()).toMatchObject({
      iss: issuer,
      sub: person.id,
      aud: [app.id],
      email: person.email,
      email_verified: true,
      name: 'Ada',
    });
    expect(tokens.claims()).toHaveProperty('at_hash');
    expect(tokens.claims()).not.toHaveProperty('role');
    expect(claimsOf(tokens.access_token)).toMatchObject({
      sub: person.id,
      client_id: app.id,
      scope: 'openid email profile',
      aud: 'authenticated',
      amr: [{ method: 'oauth_provider/authorization_code' }],
    });
    const known = await oidc.fetchUserInfo(app.config, tokens.access_token, person.id);
    expect(known).toMatchObject({ sub: person.id, email: person.email, name: 'Ada' });
    expect(known).toHaveProperty('user_metadata.name', 'Ada');
    expect(known).not.toHaveProperty('phone');
  });

  it('gets only the id when it requests no more', async () => {
    const tokens = await signInThrough(service, app, person, 'openid');
    const known = await oidc.fetchUserInfo(app.config, tokens.access_token, person.id);
    expect(known).toEqual({ sub: person.id });
    expect(tokens.claims()).not.toHaveProperty('email');
  });

  it('gets the email address, and no ID token, when it names no scope', async () => {
    const tokens = await signInThrough(service, app, person, '');
    expect(tokens).toMatchObject({ scope: 'email', token_type: 'bearer', expires_in: 3600 });
    expect(tokens.id_token).toBeUndefined();
  });

  it('refreshes its tokens; reuse of an old one ends the session', async () => {
    const first = await signInThrough(service, app, person);
    const second = await oidc.refreshTokenGrant(app.config, first.refresh_token ?? '');
    const third = await oidc.refreshTokenGrant(app.config, second.refresh_token ?? '');
    expect(claimsOf(third.access_token)).toMatchObject({ client_id: app.id, scope: first.scope });
    service.advance(60);
    const refused = expect.objectContaining({ error: 'invalid_grant' });
    await expect(oidc.refreshTokenGrant(app.config, first.refresh_token ?? '')).rejects.toEqual(refused);
    await expect(oidc.refreshTokenGrant(app.config, third.refresh_token ?? '')).rejects.toEqual(refused);
  });

  it('that did not register for refresh tokens gets none', async () => {
    const once = await registerApplication(service, { grant_types: ['authorization_code'] });
    const tokens = await signInThrough(service, once, person);
    expect(tokens.refresh_token).toBeUndefined();
  });

  it('without a secret signs users in as well', async () => {
    const open = await registerApplication(service, { token_endpoint_auth_method: 'none' });
    const tokens = await signInThrough(service, open, person);
    expect(tokens.claims()?.sub).toBe(person.id);
    await expect(oidc.refreshTokenGrant(open.config, tokens.refresh_token ?? '')).resolves.toHaveProperty(
      'access_token',
    );
  });

  it('that sends its secret in the body does so too', async () => {
    const posting = await registerApplication(service, { token_endpoint_auth_method: 'client_secret_post' });
    expect((await signInThrough(service, posting, person)).claims()?.sub).toBe(person.id);
  });

  it('gets an error when the user declines', async () => {
    const flow = await beginFlow(service, app, 'openid phone');
    const callback = await decide(service, person, flow, 'deny');
    expect(callback.searchParams.get('state')).toBe(flow.state);
    await expect(exchange(app, flow, callback)).rejects.toMatchObject({ error: 'access_denied' });
  });

  it('keeps the query of its redirect URI', async () => {
    const redirectUri = 'https://shop.example/callback?tenant=a%20b';
    const shop = await registerApplication(service, { redirect_uris: [redirectUri] });
    const flow = await beginFlow(service, shop);
    const callback = await decide(service, person, flow);
    expect(callback.searchParams.get('tenant')).toBe('a b');
    expect(callback.searchParams.get('iss')).toBe(issuer);
    expect(callback.href).toMatch(/^https:\/\/shop\.example\/callback\?/);
  });
});

describe('a consent', () => {
  it('is remembered for its scopes, and extended by new ones', async () => {
    const mine = await registerApplication(service);
    const ask = async (scope: string) => {
      const flow = await beginFlow(service, mine, scope);
      const path = `/oauth/authorizations/${flow.authorizationId}`;
      return { flow, body: (await service.call('GET', path, { token: person.token })).body };
    };
    await signInThrough(service, mine, person, 'email');
    const again = await ask('email');
    const tokens = await exchange(mine, again.flow, new URL(again.body.redirect_url));
    expect(tokens.scope).toBe('email');
    expect((await ask('openid email')).body).toHaveProperty('authorization_id');
    await signInThrough(service, mine, person, 'openid profile');
    expect((await ask('openid email profile')).body).toHaveProperty('redirect_url');
    const grants = await service.call('GET', '/user/oauth/grants', { token: person.token });
    expect(grants.body[0]).toMatchObject({
      client: { id: mine.id, name: 'Garden Planner' },
      scopes: ['email', 'openid', 'profile'],
    });
  });

  it('is required each time by an application that any program could impersonate', async () => {
    const native = await registerApplication(service, {
      token_endpoint_auth_method: 'none',
      redirect_uris: ['com.example.planner://callback'],
    });
    await signInThrough(service, native, person, 'openid');
    const { authorizationId } = await beginFlow(service, native, 'openid');
    const shown = await service.call('GET', `/oauth/authorizations/${authorizationId}`, {
      token: person.token,
    });
    expect(shown.body).toHaveProperty('authorization_id', authorizationId);
  });

  it('that is revoked ends the sessions of the application at once, and only those', async () => {
    const mine = await registerApplication(service);
    const tokens = await signInThrough(service, mine, person);
    const other = await signInThrough(service, app, person);
    const open = await beginFlow(service, mine);
    const callback = await decide(service, person, open);
    const path = `/user/oauth/grants?client_id=${mine.id}`;
    expect((await service.call('DELETE', path, { token: person.token })).status).toBe(204);
    expect((await service.call('DELETE', path, { token: person.token })).status).toBe(404);
    const known = await service.call('GET', '/oauth/userinfo', { token: tokens.access_token });
    expect(known).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    const refused = expect.objectContaining({ error: 'invalid_grant' });
    await expect(oidc.refreshTokenGrant(mine.config, tokens.refresh_token ?? '')).rejects.toEqual(refused);
    await expect(exchange(mine, open, callback)).rejects.toEqual(refused);
    const flow = await beginFlow(service, mine);
    const shown = await service.call('GET', `/oauth/authorizations/${flow.authorizationId}`, {
      token: person.token,
    });
    expect(shown.body).toHaveProperty('authorization_id');
    await expect(oidc.fetchUserInfo(app.config, other.access_token, person.id)).resolves.toBeDefined();
    expect((await service.call('GET', '/user', { token: person.token })).status).toBe(200);
  });
});
