import { describe, expect, it } from 'vitest';
import type { OutgoingFetch } from '../../backend/http/outgoing-fetch.ts';
import { freshGithubId, type GithubUser, githubToml, testGithub } from '../harness/auth/test-github.ts';
import { createTestIssuer } from '../harness/auth/test-issuer.ts';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail } from '../harness/fresh-contact.ts';
import { useBackend } from './compat-backend.ts';
import { settings, signedUp } from './test-users.ts';

const google = await createTestIssuer();

/** GitHub, and the keys of Google. */
const outgoing: OutgoingFetch = async (address, request) =>
  String(address) === 'https://www.googleapis.com/oauth2/v3/certs'
    ? { status: 200, headers: new Headers(), text: JSON.stringify(google.jwks) }
    : testGithub(address, request);

const more = `
${githubToml}
[auth.external.google]
enabled = true
client_id = "app"
`;

describeOnEveryServer('providers', (server) => {
  const toml = settings({ confirm: false, auth: 'enable_manual_linking = true', more });
  const open = useBackend(() => server().database, { toml, outgoing });
  const closed = useBackend(() => server().database, { toml: settings({ confirm: false }) });

  const person = (email = freshEmail()): GithubUser => ({
    id: freshGithubId(),
    emails: [{ email, verified: true, primary: true }],
  });

  /** The browser goes to the provider, and comes back as this person. */
  async function visit(start: string, who: GithubUser): Promise<URL> {
    const { searchParams } = new URL(start);
    const code = Buffer.from(JSON.stringify(who)).toString('base64url');
    const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '' });
    return open().follow(`${open().url}/auth/v1/callback?${query}`);
  }

  const idToken = (email: string) =>
    google.sign({
      iss: 'https://accounts.google.com',
      aud: 'app',
      sub: crypto.randomUUID(),
      email,
      email_verified: true,
    });

  describe('auth.signInWithOAuth', () => {
    it('redirects to the provider, and back with a code that is exchanged', async () => {
      const { auth } = open().client({ flowType: 'pkce' });
      const { data } = await auth.signInWithOAuth({
        provider: 'github',
        options: { skipBrowserRedirect: true, redirectTo: 'http://localhost:3000/account', scopes: 'gist' },
      });
      const leaving = await open().follow(data.url ?? '');
      expect(leaving.hostname).toBe('github.com');
      expect(leaving.searchParams.get('scope')).toBe('user:email gist');
      const who = person();
      const back = await visit(leaving.href, who);
      expect(back.pathname).toBe('/account');
      const session = await auth.exchangeCodeForSession(back.searchParams.get('code') ?? '');
      expect(session.data.user?.email).toBe(who.emails[0]?.email);
      expect(session.data.session?.provider_token).toMatch(/./);
    });

    it('redirects back with a session in the fragment, when it started without a challenge', async () => {
      const { auth } = open().client({ flowType: 'implicit' });
      const { data } = await auth.signInWithOAuth({
        provider: 'github',
        options: { skipBrowserRedirect: true },
      });
      const back = await visit((await open().follow(data.url ?? '')).href, person());
      expect(back.hash).toContain('provider_token=');
      expect(back.hash).toContain('access_token=');
    });

    it('redirects to an address that names the provider that is not enabled', async () => {
      const { auth } = closed().client();
      const { data } = await auth.signInWithOAuth({
        provider: 'google',
        options: { skipBrowserRedirect: true },
      });
      const response = await fetch(data.url ?? '');
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error_code: 'validation_failed' },
      ]);
    });
  });

  describe('auth.signInWithIdToken', () => {
    it('signs in with a token that the app obtained itself', async () => {
      const email = freshEmail();
      const { auth } = open().client();
      const { data, error } = await auth.signInWithIdToken({
        provider: 'google',
        token: await idToken(email),
      });
      expect([error, data.user?.email]).toEqual([null, email]);
    });

    it('refuses an invalid token, and a provider that is disabled', async () => {
      const bad = await open().client().auth.signInWithIdToken({ provider: 'google', token: 'a.b.c' });
      expect(bad.error?.message).toBe('Bad ID token');
      const off = await closed().client().auth.signInWithIdToken({ provider: 'google', token: 'a.b.c' });
      expect(off.error?.message).toContain('is not enabled');
    });
  });

  describe('auth.linkIdentity', () => {
    it('links the identity of a provider to the account', async () => {
      const { session, client } = await signedUp(open());
      const { data } = await client.auth.linkIdentity({ provider: 'github' });
      await visit(data && 'url' in data ? (data.url ?? '') : 'missing:', person());
      const { data: linked } = await client.auth.getUserIdentities();
      expect(linked?.identities.map(({ provider, user_id }) => [provider, user_id])).toEqual([
        ['email', session.user.id],
        ['github', session.user.id],
      ]);
    });

    it('links one by an ID token', async () => {
      const { client, session } = await signedUp(open());
      const token = await idToken(freshEmail());
      const { data, error } = await client.auth.linkIdentity({ provider: 'google', token });
      expect([error, data && 'user' in data && data.user?.id]).toEqual([null, session.user.id]);
    });

    it('is refused where manual linking is disabled', async () => {
      const { client } = await signedUp(closed());
      const { error } = await client.auth.linkIdentity({ provider: 'google' });
      expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
    });
  });

  describe('auth.unlinkIdentity', () => {
    it('removes an identity, but not the last one', async () => {
      const { client } = await signedUp(open());
      await client.auth.linkIdentity({ provider: 'google', token: await idToken(freshEmail()) });
      const { data } = await client.auth.getUserIdentities();
      const [email, linked] = data?.identities ?? [];
      if (email === undefined || linked === undefined) throw new Error('There are no two identities.');
      expect((await client.auth.unlinkIdentity(linked)).error).toBeNull();
      const { error } = await client.auth.unlinkIdentity(email);
      expect(error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' });
    });

    it('is refused where manual linking is disabled', async () => {
      const { client, session } = await signedUp(closed());
      const [identity] = session.user.identities ?? [];
      if (identity === undefined) throw new Error('There is no identity.');
      const { error } = await client.auth.unlinkIdentity(identity);
      expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
    });
  });

  const provider = () => ({
    provider_type: 'oauth2' as const,
    identifier: `custom:p-${freshGithubId()}`,
    name: 'Company',
    client_id: 'a',
    client_secret: 'b',
    authorization_url: 'https://oauth.example/authorize',
    token_url: 'https://oauth.example/token',
    userinfo_url: 'https://oauth.example/me',
  });
  const customProviders = () => open().admin().customProviders;

  describe('auth.admin.customProviders.createProvider', () => {
    it('adds a provider for sign-in, and does not reveal its secret', async () => {
      const wanted = provider();
      const { data, error } = await customProviders().createProvider(wanted);
      expect(error).toBeNull();
      expect(data).toMatchObject({ identifier: wanted.identifier, enabled: true });
      expect(data).not.toHaveProperty('client_secret');
      const query = new URLSearchParams({ provider: wanted.identifier });
      const leaving = await open().follow(`${open().url}/auth/v1/authorize?${query}`);
      expect(leaving.origin).toBe('https://oauth.example');
    });

    it('refuses incomplete input', async () => {
      const { error } = await customProviders().createProvider({ ...provider(), token_url: '' });
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    });
  });

  describe('auth.admin.customProviders.listProviders', () => {
    it('lists those of a type', async () => {
      const wanted = provider();
      await customProviders().createProvider(wanted);
      const names = async (type: 'oauth2' | 'oidc') =>
        (await customProviders().listProviders({ type })).data.providers.map(({ identifier }) => identifier);
      expect(await names('oauth2')).toContain(wanted.identifier);
      expect(await names('oidc')).not.toContain(wanted.identifier);
    });
  });

  describe('auth.admin.customProviders.getProvider', () => {
    it('finds one by its identifier, or reports that there is none', async () => {
      const wanted = provider();
      await customProviders().createProvider(wanted);
      expect((await customProviders().getProvider(wanted.identifier)).data).toMatchObject({
        name: 'Company',
      });
      expect((await customProviders().getProvider('custom:none')).error).toMatchObject({ status: 404 });
    });
  });

  describe('auth.admin.customProviders.updateProvider', () => {
    it('changes the given fields', async () => {
      const wanted = provider();
      await customProviders().createProvider(wanted);
      const { data } = await customProviders().updateProvider(wanted.identifier, { name: 'Other' });
      expect(data).toMatchObject({ name: 'Other', client_id: 'a' });
    });
  });

  describe('auth.admin.customProviders.deleteProvider', () => {
    it('removes one', async () => {
      const wanted = provider();
      await customProviders().createProvider(wanted);
      expect((await customProviders().deleteProvider(wanted.identifier)).error).toBeNull();
      expect((await customProviders().getProvider(wanted.identifier)).error).toMatchObject({ status: 404 });
    });
  });
});
