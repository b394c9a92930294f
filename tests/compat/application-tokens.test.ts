/** What an application can do with the token of a user who shared their email address, on a site with all its tables. */
import { createHash, randomBytes } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { type CompatBackend, useBackend } from './compat-backend.ts';
import { type Person, settings, signedInAgain, signedUp } from './test-users.ts';

const redirectUri = 'https://app.example/callback';
const zone = { name: 'home', latitude: 52.5, longitude: 13.4, radius: 200 };

/** An application requests a scope, the user allows it, and the code is exchanged for a token. */
async function authorizeApplication(
  backend: CompatBackend,
  { client }: Person,
  scope: string,
): Promise<string> {
  const { data: app } = await backend
    .admin()
    .oauth.createClient({ client_name: 'Planner', redirect_uris: [redirectUri] });
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: app?.client_id ?? '',
    redirect_uri: redirectUri,
    scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const page = await backend.follow(`${backend.url}/auth/v1/oauth/authorize?${query}`);
  const id = page.searchParams.get('authorization_id') ?? '';
  await client.auth.oauth.getAuthorizationDetails(id);
  const { data } = await client.auth.oauth.approveAuthorization(id);
  const code = new URL(data?.redirect_url ?? 'missing:').searchParams.get('code') ?? '';
  const response = await fetch(`${backend.url}/auth/v1/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${app?.client_id}:${app?.client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, code_verifier: verifier }),
  });
  const tokens: { access_token: string } = await response.json();
  return tokens.access_token;
}

/** The official client as the application would use it. */
function clientWith(backend: CompatBackend, token: string): SupabaseClient {
  return createClient(backend.url, backend.anonKey, { accessToken: async () => token });
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describeSiteOnEveryServer('an application with access to an email address', (server) => {
  const oauth = '[auth.oauth_server]\nenabled = true';
  const closed = useBackend(() => server().database, { toml: settings({ confirm: false, more: oauth }) });
  const open = useBackend(() => server().database, {
    toml: settings({ confirm: false, more: `${oauth}\n[porchlight.auth]\napplications_use_data = true` }),
  });

  async function callAuth(
    backend: CompatBackend,
    token: string,
    method: string,
    path: string,
    body?: object,
  ) {
    const response = await fetch(`${backend.url}/auth/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.status;
  }

  it.each([
    ['by default', closed],
    ['where applications may use data', open],
  ])('gets none of the user’s data, %s', async (_, backend) => {
    const person = await signedUp(backend());
    const elsewhere = await signedInAgain(backend(), person.email);
    expect((await person.client.from('privacy_zones').insert(zone)).error).toBeNull();
    const token = await authorizeApplication(backend(), person, 'email');
    const app = clientWith(backend(), token);

    const refused = { code: '42501' };
    expect((await app.rpc('export_my_data')).error).toMatchObject(refused);
    expect((await app.rpc('my_sessions')).error).toMatchObject(refused);
    const { session_id: session } = claimsOf(elsewhere.session.access_token);
    expect((await app.rpc('end_my_session', { session })).error).toMatchObject(refused);
    expect((await app.rpc('delete_my_account')).error).toMatchObject(refused);
    expect((await app.from('privacy_zones').insert(zone)).error).toMatchObject(refused);
    expect((await app.from('privacy_zones').select()).data ?? []).toEqual([]);
    const files = app.storage.from('run-files');
    expect((await files.list(person.session.user.id)).data ?? []).toEqual([]);
    expect((await files.upload(`${person.session.user.id}/a/b.gpx`, 'x')).error).not.toBeNull();

    expect(await callAuth(backend(), token, 'PUT', '/user', { data: { a: 1 } })).toBe(403);
    expect(await callAuth(backend(), token, 'POST', '/logout?scope=others')).toBe(403);
    expect(await callAuth(backend(), token, 'POST', '/logout')).toBe(403);
    expect((await elsewhere.client.auth.getUser()).error).toBeNull();
    expect((await person.client.from('privacy_zones').select('name')).data).toEqual([{ name: 'home' }]);
  });

  it('reads the address and nothing else, in the user and in its token', async () => {
    const person = await signedUp(closed());
    await person.client.auth.updateUser({ data: { name: 'Ada', shoe: 41 } });
    const token = await authorizeApplication(closed(), person, 'email');
    const { data } = await closed().client().auth.getUser(token);
    expect(data.user).toEqual({
      id: person.session.user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: person.email,
      email_confirmed_at: expect.any(String),
      phone: '',
      is_anonymous: false,
      app_metadata: {},
      user_metadata: {},
      identities: [],
    });
    expect(claimsOf(token)).toMatchObject({ email: person.email, app_metadata: {}, user_metadata: {} });
  });

  it('reads the profile without the address where only that was allowed', async () => {
    const person = await signedUp(closed());
    await person.client.auth.updateUser({ data: { shoe: 41 } });
    const token = await authorizeApplication(closed(), person, 'profile');
    const { data } = await closed().client().auth.getUser(token);
    expect(data.user).toMatchObject({ email: '', user_metadata: { shoe: 41 } });
    const response = await fetch(`${closed().url}/auth/v1/oauth/userinfo`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const shown = JSON.stringify([data.user, claimsOf(token), await response.json()]);
    expect(shown).toContain('shoe');
    expect(shown).not.toContain(person.email);
  });
});
