import type { AuthChangeEvent, SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, it, vi } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail } from '../harness/fresh-contact.ts';
import { openPage } from './browser-page.ts';
import { useBackend } from './compat-backend.ts';
import { enrollApp } from './second-factors.ts';
import { password, settings, signedUp } from './test-users.ts';

describeOnEveryServer('events', (server) => {
  const database = () => server().database;
  const open = useBackend(database, { toml: settings({ confirm: false }) });

  /** The events of a client, and a function that waits for the next one. */
  function watch(client: SupabaseClient) {
    const seen: AuthChangeEvent[] = [];
    const { data } = client.auth.onAuthStateChange((event) => void seen.push(event));
    const has = (event: AuthChangeEvent) => vi.waitFor(() => expect(seen).toContain(event), 10_000);
    return { seen, has, stop: () => data.subscription.unsubscribe() };
  }

  describe('auth.onAuthStateChange', () => {
    it('reports INITIAL_SESSION, SIGNED_IN, TOKEN_REFRESHED, USER_UPDATED and SIGNED_OUT in order', async () => {
      const client = open().client();
      const events = watch(client);
      await events.has('INITIAL_SESSION');
      await client.auth.signUp({ email: freshEmail(), password });
      await client.auth.refreshSession();
      await client.auth.updateUser({ data: { name: 'Ada' } });
      await client.auth.signOut();
      expect(events.seen).toEqual([
        'INITIAL_SESSION',
        'SIGNED_IN',
        'TOKEN_REFRESHED',
        'USER_UPDATED',
        'SIGNED_OUT',
      ]);
      events.stop();
    });

    it('reports MFA_CHALLENGE_VERIFIED when a second factor was verified', async () => {
      const { client } = await signedUp(open());
      const app = await enrollApp(client);
      const events = watch(client);
      const code = app.code(open().now());
      expect((await client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code })).error).toBeNull();
      await events.has('MFA_CHALLENGE_VERIFIED');
      events.stop();
    });

    it('reports SIGNED_IN on the page that a magic link leads to', async () => {
      const { email } = await signedUp(open());
      await open().client().auth.signInWithOtp({ email });
      const page = openPage((await open().follow((await open().mail(email)).link)).href);
      const client = open().client({ detectSessionInUrl: true, storageKey: crypto.randomUUID() });
      const events = watch(client);
      await events.has('SIGNED_IN');
      expect((await client.auth.getUser()).data.user?.email).toBe(email);
      expect(page.location.hash).toBe('');
      await client.auth.dispose();
    });

    it('reports PASSWORD_RECOVERY on the page that a recovery link leads to', async () => {
      const { email } = await signedUp(open());
      await open().client().auth.resetPasswordForEmail(email);
      openPage((await open().follow((await open().mail(email)).link)).href);
      const client = open().client({ detectSessionInUrl: true, storageKey: crypto.randomUUID() });
      await watch(client).has('PASSWORD_RECOVERY');
      await client.auth.dispose();
    });

    it('reports SIGNED_OUT when a session has expired and cannot be refreshed', async () => {
      const { client, session } = await signedUp(open());
      const events = watch(client);
      await open().admin().deleteUser(session.user.id);
      const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 4_000_000);
      const { data, error } = await client.auth.getSession();
      later.mockRestore();
      expect([data.session, error?.code]).toEqual([null, 'refresh_token_not_found']);
      await events.has('SIGNED_OUT');
    });
  });
});
