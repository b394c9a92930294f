import { describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail, freshPhone } from '../harness/fresh-contact.ts';
import { useBackend } from './compat-backend.ts';
import { password, settings, signedUp } from './test-users.ts';

describeOnEveryServer('signing in', (server) => {
  const database = () => server().database;
  const open = useBackend(database, { toml: settings({ confirm: false }) });
  const careful = useBackend(database, { toml: settings({ confirm: true }) });

  describe('auth.signInWithPassword', () => {
    it('by email gives a session', async () => {
      const { email } = await signedUp(open());
      const { data, error } = await open().client().auth.signInWithPassword({ email, password });
      expect([error, data.session?.user.email]).toEqual([null, email]);
    });

    it('by phone gives a session', async () => {
      const phone = freshPhone();
      await open().client().auth.signUp({ phone, password });
      const { data, error } = await open().client().auth.signInWithPassword({ phone, password });
      expect([error, data.session?.user.phone]).toEqual([null, phone]);
    });

    it('refuses a wrong password and an unknown address alike', async () => {
      const { email } = await signedUp(open());
      for (const credentials of [
        { email, password: 'not the one' },
        { email: freshEmail(), password },
      ]) {
        const { data, error } = await open().client().auth.signInWithPassword(credentials);
        expect([error?.status, error?.code, error?.message]).toEqual([
          400,
          'invalid_credentials',
          'Invalid login credentials',
        ]);
        expect(data.session).toBeNull();
      }
    });

    it('reports the missing confirmation', async () => {
      const email = freshEmail();
      await careful().client().auth.signUp({ email, password });
      const { error } = await careful().client().auth.signInWithPassword({ email, password });
      expect([error?.status, error?.code]).toEqual([400, 'email_not_confirmed']);
    });
  });

  describe('auth.signInWithOtp', () => {
    it('by email creates an account and sends a code that signs in', async () => {
      const client = careful().client();
      const email = freshEmail();
      const { error } = await client.auth.signInWithOtp({ email, options: { data: { name: 'Ada' } } });
      expect(error).toBeNull();
      const { code } = await careful().mail(email);
      const { data } = await client.auth.verifyOtp({ email, token: code, type: 'email' });
      expect(data.session?.user).toMatchObject({ email, user_metadata: { name: 'Ada' } });
    });

    it('by email sends a link that signs in by the fragment of the page it leads to', async () => {
      const { email } = await signedUp(open());
      const options = { emailRedirectTo: 'http://localhost:3000/confirm' };
      await open().client().auth.signInWithOtp({ email, options });
      const { link, kind } = await open().mail(email);
      expect(kind).toBe('magic_link');
      const target = await open().follow(link);
      expect(target.href).toMatch(/^http:\/\/localhost:3000\/confirm#/);
      const fragment = new URLSearchParams(target.hash.slice(1));
      const { data } = await open()
        .client()
        .auth.getUser(fragment.get('access_token') ?? '');
      expect([fragment.get('type'), data.user?.email]).toEqual(['magiclink', email]);
    });

    it('by phone sends a code that signs in', async () => {
      const client = careful().client();
      const phone = freshPhone();
      expect((await client.auth.signInWithOtp({ phone })).error).toBeNull();
      const token = await careful().textCode(phone);
      const { data } = await client.auth.verifyOtp({ phone, token, type: 'sms' });
      expect(data.session?.user.phone).toBe(phone);
    });

    it('creates no account where that is disabled', async () => {
      const options = { shouldCreateUser: false };
      const { error } = await careful().client().auth.signInWithOtp({ email: freshEmail(), options });
      expect([error?.status, error?.code]).toEqual([422, 'otp_disabled']);
    });
  });

  describe('auth.resetPasswordForEmail', () => {
    it('sends a code after which the password can be changed', async () => {
      const { email } = await signedUp(open());
      const client = open().client();
      expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
      const { code, kind } = await open().mail(email);
      expect(kind).toBe('recovery');
      await client.auth.verifyOtp({ email, token: code, type: 'recovery' });
      expect((await client.auth.updateUser({ password: 'another one 2' })).error).toBeNull();
      const again = await open().client().auth.signInWithPassword({ email, password: 'another one 2' });
      expect(again.error).toBeNull();
    });

    it('answers in the same way for an unknown address', async () => {
      const { data, error } = await open().client().auth.resetPasswordForEmail(freshEmail());
      expect([data, error]).toEqual([{}, null]);
    });
  });

  describe('auth.exchangeCodeForSession', () => {
    it('exchanges the code of a magic link once, and reports the kind of link', async () => {
      const { email } = await signedUp(open());
      const client = open().client({ flowType: 'pkce' });
      await client.auth.resetPasswordForEmail(email);
      const code = (await open().follow((await open().mail(email)).link)).searchParams.get('code') ?? '';
      const { data, error } = await client.auth.exchangeCodeForSession(code);
      expect([error, data.user?.email]).toEqual([null, email]);
      expect(data).toMatchObject({ redirectType: 'recovery' });
    });

    it('refuses the code without the verifier of the client that asked', async () => {
      const { email } = await signedUp(open());
      const [asking, other] = [open().client({ flowType: 'pkce' }), open().client({ flowType: 'pkce' })];
      await asking.auth.signInWithOtp({ email });
      const code = (await open().follow((await open().mail(email)).link)).searchParams.get('code') ?? '';
      await other.auth.signInWithOtp({ email: freshEmail() });
      const { error } = await other.auth.exchangeCodeForSession(code);
      expect([error?.status, error?.code]).toEqual([400, 'bad_code_verifier']);
      const missing = await open().client({ flowType: 'pkce' }).auth.exchangeCodeForSession(code);
      expect(missing.error?.name).toBe('AuthPKCECodeVerifierMissingError');
      expect((await asking.auth.exchangeCodeForSession(code)).error).toBeNull();
    });

    it('refuses an unknown code', async () => {
      const client = open().client({ flowType: 'pkce' });
      await client.auth.signInWithOtp({ email: freshEmail() });
      const { error } = await client.auth.exchangeCodeForSession(crypto.randomUUID());
      expect([error?.status, error?.code]).toEqual([404, 'flow_state_not_found']);
    });
  });
});
