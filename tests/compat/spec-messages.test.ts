/** The messages of docs/specification.md, S4, each produced through the client. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, it, vi } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail } from '../harness/fresh-contact.ts';
import { openPage } from './browser-page.ts';
import { useBackend } from './compat-backend.ts';
import { startFaultyServer } from './faulty-server.ts';
import { password, settings, signedUp } from './test-users.ts';

/** Input that ignores the client's types. */
type Given = ReturnType<typeof JSON.parse>;
const nothing: Given = {};

describeOnEveryServer('messages of the specification', (server) => {
  const strong = 'password_requirements = "lower_upper_letters_digits"';
  const toml = settings({ confirm: false, auth: strong });
  const open = useBackend(() => server().database, { toml: settings({ confirm: false }) });
  const strict = useBackend(() => server().database, { toml });

  describe('S4.1 to S4.6, missing members', () => {
    const emailOrPhone = 'You must provide either an email or phone number';
    it.each<[string, (auth: SupabaseClient['auth']) => Promise<{ error: Error | null }>]>([
      [`${emailOrPhone} and a password`, (auth) => auth.signUp(nothing)],
      [`${emailOrPhone} and a password`, (auth) => auth.signInWithPassword(nothing)],
      [`${emailOrPhone}.`, (auth) => auth.signInWithOtp(nothing)],
      [`${emailOrPhone} and a type`, (auth) => auth.resend(nothing)],
      ['Auth session missing!', (auth) => auth.setSession({ access_token: '', refresh_token: 'a' })],
      ['Auth session missing!', (auth) => auth.setSession({ access_token: 'a', refresh_token: '' })],
    ])('%s (case %#)', async (message, attempt) => {
      const { error } = await attempt(open().client().auth);
      expect(error?.message).toBe(message);
    });

    it('supabaseUrl is required. supabaseKey is required.', () => {
      expect(() => createClient('', 'key')).toThrow('supabaseUrl is required.');
      expect(() => createClient(open().url, '')).toThrow('supabaseKey is required.');
    });
  });

  describe('S4.7 to S4.9, errors of the server', () => {
    it('Auth session missing', async () => {
      const { error } = await open().client().auth.getUser();
      expect([error?.name, error?.message]).toEqual(['AuthSessionMissingError', 'Auth session missing!']);
    });

    it('Invalid credentials', async () => {
      const { error } = await open().client().auth.signInWithPassword({ email: freshEmail(), password });
      expect([error?.status, error?.message]).toEqual([400, 'Invalid login credentials']);
    });

    it('Invalid grants', async () => {
      const { auth } = open().client();
      const malformed = await auth.refreshSession({ refresh_token: 'not a token' });
      expect([malformed.error?.status, malformed.error?.code]).toEqual([400, 'validation_failed']);
      const unknown = await auth.refreshSession({ refresh_token: 'abcdefghijkl' });
      expect([unknown.error?.status, unknown.error?.code]).toEqual([400, 'refresh_token_not_found']);
    });

    it('Weak password, with its reasons', async () => {
      const short = await strict().client().auth.signUp({ email: freshEmail(), password: 'aB1' });
      expect(short.error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] });
      const plain = await strict().client().auth.signUp({ email: freshEmail(), password: 'all lower case' });
      expect(plain.error).toMatchObject({ code: 'weak_password', reasons: ['characters'] });
      expect(plain.error?.message).not.toBe('');
    });
  });

  describe('S4.10 to S4.12, errors of the network', () => {
    const attempt = async (url: string) => {
      const client = createClient(url, 'key', { auth: { persistSession: false, autoRefreshToken: false } });
      return client.auth.verifyOtp({ email: freshEmail(), token: '123456', type: 'email' });
    };

    it.each([502, 503, 504])('Retryable fetch error on %i', async (status) => {
      const { error } = await attempt(await startFaultyServer({ status, body: '{"message":"down"}' }));
      expect([error?.name, error?.status]).toEqual(['AuthRetryableFetchError', status]);
    });

    it('Retryable fetch error when the network fails', async () => {
      const { error } = await attempt(await startFaultyServer('hangs up'));
      expect([error?.name, error?.status]).toEqual(['AuthRetryableFetchError', 0]);
    });

    it.each([
      ['A retryable error keeps the session', 503, true],
      ['An error that is not retryable ends the session', 400, false],
    ])('%s', async (_title, status, survives) => {
      const { session } = await signedUp(open());
      const url = await startFaultyServer({ status, body: '{"error_code":"refresh_token_not_found"}' });
      const entries = new Map([['key', JSON.stringify({ ...session, expires_at: 1 })]]);
      const storage = {
        getItem: (name: string) => entries.get(name) ?? null,
        setItem: () => {},
        removeItem: (name: string) => void entries.delete(name),
      };
      // Fake time, so that the client does not retry for half a minute.
      let time = Date.now();
      vi.spyOn(Date, 'now').mockImplementation(() => {
        time += 20_000;
        return time;
      });
      const options = { storage, storageKey: 'key', autoRefreshToken: false, persistSession: true };
      // The client logs that it could not refresh the session.
      const warning = vi.spyOn(console, 'warn').mockReturnValue();
      const { error } = await createClient(url, 'key', { auth: options }).auth.getSession();
      expect(warning).toHaveBeenCalled();
      vi.restoreAllMocks();
      expect([error?.status, entries.has('key')]).toEqual([status, survives]);
    });

    it('Unknown error', async () => {
      const { error } = await attempt(await startFaultyServer({ status: 400, body: '<h1>not JSON</h1>' }));
      expect(error?.name).toBe('AuthUnknownError');
    });

    // 'An error occurred on token verification.' is still in the client, behind a line that fails first.
    it('An error occurs when a verification returns nothing', async () => {
      const url = await startFaultyServer({ status: 200, body: 'null' });
      await expect(attempt(url)).rejects.toThrow(Error);
    });
  });

  describe('S4.13 to S4.17, errors of a callback', () => {
    /** The error of a client that starts on a page. */
    const wake = async (
      href: string,
      flowType: 'implicit' | 'pkce',
      entries: Record<string, string> = {},
    ) => {
      openPage(href);
      const storage = {
        getItem: (key: string) => entries[key] ?? null,
        setItem: () => {},
        removeItem: () => {},
      };
      const storageKey = `key-${crypto.randomUUID()}`;
      entries[`${storageKey}-code-verifier`] = JSON.stringify('verifier');
      const client = open().client({ flowType, storage, storageKey, detectSessionInUrl: true });
      const { error } = await client.auth.initialize();
      await client.auth.dispose();
      return error;
    };
    const page = 'http://localhost:3000/confirm';

    it('Not a valid implicit grant flow url.', async () => {
      expect((await wake(`${page}?code=a`, 'implicit'))?.message).toBe(
        'Not a valid implicit grant flow url.',
      );
    });

    it('Not a valid PKCE flow url.', async () => {
      expect((await wake(`${page}#access_token=a`, 'pkce'))?.message).toBe('Not a valid PKCE flow url.');
    });

    it('No session defined in URL', async () => {
      expect((await wake(`${page}#access_token=a`, 'implicit'))?.message).toBe('No session defined in URL');
    });

    it('Error in URL with unspecified error_description', async () => {
      const message = 'Error in URL with unspecified error_description';
      expect((await wake(`${page}#error=access_denied`, 'implicit'))?.message).toBe(message);
    });

    it('the description of a link that was used before', async () => {
      const { email } = await signedUp(open());
      await open().client().auth.signInWithOtp({ email });
      const { link } = await open().mail(email);
      await open().follow(link);
      const error = await wake((await open().follow(link)).href, 'implicit');
      expect(error?.message).toBe('Email link is invalid or has expired');
      expect(error).toMatchObject({ details: { error: 'access_denied', code: 'otp_expired' } });
    });

    it('the warning about a session that is older than two minutes', async () => {
      const { session } = await signedUp(open());
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      const { access_token, refresh_token, expires_at = 0 } = session;
      const fragment = { access_token, refresh_token, token_type: 'bearer', expires_in: '3600' };
      const query = new URLSearchParams({ ...fragment, expires_at: String(expires_at - 200) });
      expect(await wake(`${page}#${query}`, 'implicit')).toBeNull();
      expect(warn.mock.calls.flat().join(' ')).toContain('issued over 120s ago');
      warn.mockRestore();
    });

    // The client checks for a browser and a code before these two.
    it.each([
      ['No browser detected.', undefined],
      ['No code detected.', `${page}?state=a`],
    ])('%s', async (message, href) => {
      const { auth } = open().client({ flowType: 'pkce' });
      if (href !== undefined) openPage(href);
      const read: Given = Reflect.get(auth, '_getSessionFromURL');
      const answer: Given = await Reflect.apply(read, auth, [{}, 'pkce']);
      expect(answer.error.message).toBe(message);
    });
  });
});
