import { describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail, freshPhone } from '../harness/fresh-contact.ts';
import { useBackend } from './compat-backend.ts';
import { password, settings } from './test-users.ts';

describeOnEveryServer('signing up', (server) => {
  const database = () => server().database;
  const open = useBackend(database, { toml: settings({ confirm: false }) });
  const careful = useBackend(database, { toml: settings({ confirm: true }) });
  const captcha = '[auth.captcha]\nenabled = true\nprovider = "hcaptcha"\nsecret = "a"';
  const guarded = useBackend(database, { toml: settings({ confirm: false, more: captcha }) });

  describe('auth.signUp', () => {
    it('by email gives a session where nothing needs to be confirmed', async () => {
      const email = freshEmail();
      const { data, error } = await open()
        .client()
        .auth.signUp({ email, password, options: { data: { name: 'Ada' } } });
      expect(error).toBeNull();
      expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
      expect(data.user).toMatchObject({ email, role: 'authenticated', user_metadata: { name: 'Ada' } });
      expect(data.user?.identities).toHaveLength(1);
    });

    it('by email sends a mail, and the code in it signs in', async () => {
      const client = careful().client();
      const email = freshEmail();
      const { data, error } = await client.auth.signUp({ email, password });
      expect([error, data.session, data.user?.email]).toEqual([null, null, email]);
      const { code, kind } = await careful().mail(email);
      expect(kind).toBe('confirmation');
      const verified = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
      expect(verified.data.session?.user.email_confirmed_at).toBeTruthy();
    });

    it('by phone sends a text, and the code in it signs in', async () => {
      const client = careful().client();
      const phone = freshPhone();
      const { data, error } = await client.auth.signUp({ phone, password });
      expect([error, data.session, data.user?.phone]).toEqual([null, null, phone]);
      const token = await careful().textCode(phone);
      const verified = await client.auth.verifyOtp({ phone, token, type: 'sms' });
      expect(verified.data.session?.user.phone_confirmed_at).toBeTruthy();
    });

    it('by phone gives a session where nothing needs to be confirmed', async () => {
      const phone = freshPhone();
      const { data } = await open().client().auth.signUp({ phone, password });
      expect([data.session?.user.phone, data.user?.app_metadata.provider]).toEqual([phone, 'phone']);
    });

    it('with a taken address reports that only where addresses are not confirmed', async () => {
      const email = freshEmail();
      await open().client().auth.signUp({ email, password });
      const { error } = await open().client().auth.signUp({ email, password });
      expect([error?.status, error?.code]).toEqual([422, 'user_already_exists']);
      const hidden = await careful().client().auth.signUp({ email, password });
      expect([hidden.error, hidden.data.user?.identities]).toEqual([null, []]);
    });

    it('requires a captcha where one is configured, and ignores one elsewhere', async () => {
      const refused = await guarded().client().auth.signUp({ email: freshEmail(), password });
      expect([refused.error?.status, refused.error?.code]).toEqual([400, 'captcha_failed']);
      const options = { captchaToken: 'a token' };
      const { error } = await open().client().auth.signUp({ email: freshEmail(), password, options });
      expect(error).toBeNull();
    });

    it('with PKCE leads from the mail to a code that the same client exchanges', async () => {
      const client = careful().client({ flowType: 'pkce' });
      const email = freshEmail();
      await client.auth.signUp({ email, password });
      const target = await careful().follow((await careful().mail(email)).link);
      const { data, error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
      expect([error, data.user?.email]).toEqual([null, email]);
    });
  });

  describe('auth.signInAnonymously', () => {
    it('returns a session without an address, which can get one later', async () => {
      const client = open().client();
      const { data, error } = await client.auth.signInAnonymously({ options: { data: { from: 'door' } } });
      expect([error, data.user?.is_anonymous, data.user?.email]).toEqual([null, true, '']);
      const email = freshEmail();
      const { data: changed } = await client.auth.updateUser({ email });
      expect(changed.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false });
    });
  });
});
