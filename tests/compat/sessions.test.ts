import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail } from '../harness/fresh-contact.ts';
import { useBackend } from './compat-backend.ts';
import { password, settings, signedInAgain, signedUp } from './test-users.ts';

const keyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signingKey = {
  ...createPrivateKey(keyPair.privateKey.export({ type: 'pkcs8', format: 'pem' })).export({ format: 'jwk' }),
  kid: 'first',
  alg: 'ES256',
};

describeOnEveryServer('sessions', (server) => {
  const database = () => server().database;
  const open = useBackend(database, { toml: settings({ confirm: false }) });
  const asymmetric = useBackend(database, { toml: settings({ confirm: false }), signingKeys: [signingKey] });
  // Shorter than the margin in which the client renews a session.
  const brief = useBackend(database, { toml: settings({ confirm: false, auth: 'jwt_expiry = 60' }) });

  describe('auth.getSession', () => {
    it('returns the session after sign-in, and none before', async () => {
      expect((await open().client().auth.getSession()).data.session).toBeNull();
      const { client, session } = await signedUp(open());
      expect((await client.auth.getSession()).data.session).toEqual(session);
    });

    it('refreshes an expired session', async () => {
      const { client, session } = await signedUp(open());
      const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 4_000_000);
      const { data, error } = await client.auth.getSession();
      later.mockRestore();
      expect(error).toBeNull();
      expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    });
  });

  describe('auth.getUser', () => {
    it('reads the signed-in user from the server', async () => {
      const { client, email, session } = await signedUp(open());
      expect((await client.auth.getUser()).data.user?.email).toBe(email);
      expect((await open().client().auth.getUser(session.access_token)).data.user?.email).toBe(email);
    });

    it('refuses a token that was tampered with', async () => {
      const { session } = await signedUp(open());
      const [head, , signature] = session.access_token.split('.');
      const body = Buffer.from(JSON.stringify({ sub: session.user.id, role: 'service_role' })).toString(
        'base64url',
      );
      const { error } = await open().client().auth.getUser(`${head}.${body}.${signature}`);
      expect([error?.status, error?.code]).toEqual([403, 'bad_jwt']);
    });
  });

  describe('auth.getClaims', () => {
    it('has a token of the shared secret checked by the server', async () => {
      const { client, email } = await signedUp(open());
      const { data } = await client.auth.getClaims();
      expect(data?.claims).toMatchObject({ email, role: 'authenticated', aal: 'aal1', aud: 'authenticated' });
      expect(data?.claims.amr).toMatchObject([{ method: 'password' }]);
    });

    it('checks an ES256 token itself with the published key', async () => {
      const { client, email } = await signedUp(asymmetric());
      const { data, error } = await client.auth.getClaims();
      expect([error, data?.header.alg, data?.header.kid]).toEqual([null, 'ES256', 'first']);
      expect(data?.claims.email).toBe(email);
    });
  });

  describe('auth.refreshSession', () => {
    it('returns new tokens of the same session', async () => {
      const { client, session } = await signedUp(open());
      const { data, error } = await client.auth.refreshSession();
      expect([error, data.user?.id]).toEqual([null, session.user.id]);
      expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    });

    it('refuses a token that was used long ago, and ends the session', async () => {
      const { client, session } = await signedUp(open());
      await client.auth.refreshSession();
      await client.auth.refreshSession();
      open().advance(11);
      const { error } = await open().client().auth.refreshSession({ refresh_token: session.refresh_token });
      expect([error?.status, error?.code]).toEqual([400, 'refresh_token_already_used']);
      expect((await client.auth.refreshSession()).error).not.toBeNull();
    });
  });

  describe('auth.setSession', () => {
    it('adopts a session', async () => {
      const { session, email } = await signedUp(open());
      const client = open().client();
      const { data, error } = await client.auth.setSession(session);
      expect([error, data.user?.email]).toEqual([null, email]);
      expect((await client.auth.getSession()).data.session?.access_token).toBe(session.access_token);
    });
  });

  describe('auth.signOut', () => {
    const alive = async (client: { auth: { getUser(): Promise<{ error: unknown }> } }) =>
      (await client.auth.getUser()).error === null;

    it('scope local ends this session only', async () => {
      const here = await signedUp(open());
      const there = await signedInAgain(open(), here.email);
      expect((await here.client.auth.signOut({ scope: 'local' })).error).toBeNull();
      expect([await alive(here.client), await alive(there.client)]).toEqual([false, true]);
    });

    it('scope others ends all sessions but this', async () => {
      const here = await signedUp(open());
      const there = await signedInAgain(open(), here.email);
      expect((await here.client.auth.signOut({ scope: 'others' })).error).toBeNull();
      expect([await alive(here.client), await alive(there.client)]).toEqual([true, false]);
    });

    it('scope global, which is the default, ends all of them', async () => {
      const here = await signedUp(open());
      const there = await signedInAgain(open(), here.email);
      expect((await here.client.auth.signOut()).error).toBeNull();
      expect([await alive(here.client), await alive(there.client)]).toEqual([false, false]);
      const { error } = await open().client().auth.getUser(here.session.access_token);
      expect(error?.name).toBe('AuthSessionMissingError');
    });

    it('of a session that has already ended is no error', async () => {
      const { client, session } = await signedUp(open());
      await open().admin().signOut(session.access_token);
      expect((await client.auth.signOut()).error).toBeNull();
    });
  });

  describe('auth.startAutoRefresh', () => {
    it('refreshes the session before it expires', async () => {
      const client = brief().client();
      await client.auth.signUp({ email: freshEmail(), password });
      const renewed = new Promise((resolve) => {
        client.auth.onAuthStateChange((event) => event === 'TOKEN_REFRESHED' && resolve(event));
      });
      await client.auth.startAutoRefresh();
      expect(await renewed).toBe('TOKEN_REFRESHED');
      await client.auth.stopAutoRefresh();
    });
  });

  describe('auth.stopAutoRefresh', () => {
    it('stops refreshing a session', async () => {
      const client = brief().client();
      const { data } = await client.auth.signUp({ email: freshEmail(), password });
      await client.auth.startAutoRefresh();
      await client.auth.stopAutoRefresh();
      expect(data.session?.expires_in).toBe(60);
      expect((await client.auth.getUser()).error).toBeNull();
    });
  });

  describe('auth.initialize', () => {
    it('finds the stored session', async () => {
      const entries = new Map<string, string>();
      const storage = {
        getItem: (key: string) => entries.get(key) ?? null,
        setItem: (key: string, value: string) => void entries.set(key, value),
        removeItem: (key: string) => void entries.delete(key),
      };
      const before = open().client({ storage });
      const { data } = await before.auth.signUp({ email: freshEmail(), password });
      const after = open().client({ storage });
      expect((await after.auth.initialize()).error).toBeNull();
      expect((await after.auth.getUser()).data.user?.id).toBe(data.user?.id);
    });
  });

  describe('auth.dispose', () => {
    it('ends a client and not the session', async () => {
      const { client, session } = await signedUp(open());
      await client.auth.dispose();
      expect((await open().client().auth.getUser(session.access_token)).error).toBeNull();
    });
  });

  describe('auth.isThrowOnErrorEnabled', () => {
    it('turns server errors into exceptions', async () => {
      const client = open().client({ throwOnError: true });
      expect(client.auth.isThrowOnErrorEnabled()).toBe(true);
      const credentials = { email: freshEmail(), password };
      await expect(client.auth.signInWithPassword(credentials)).rejects.toMatchObject({
        code: 'invalid_credentials',
      });
    });
  });
});
