import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail, freshPhone } from '../harness/fresh-contact.ts';
import { useBackend } from './compat-backend.ts';
import { password, settings, signedUp } from './test-users.ts';

describeOnEveryServer('codes and links', (server) => {
  const database = () => server().database;
  const open = useBackend(database, { toml: settings({ confirm: false }) });
  const careful = useBackend(database, { toml: settings({ confirm: true }) });

  async function confirmed() {
    const client = careful().client();
    const email = freshEmail();
    await client.auth.signUp({ email, password });
    await client.auth.verifyOtp({ email, token: (await careful().mail(email)).code, type: 'signup' });
    return { client, email };
  }

  describe('auth.verifyOtp', () => {
    it('type signup confirms an address', async () => {
      const client = careful().client();
      const email = freshEmail();
      await client.auth.signUp({ email, password });
      const { code: token } = await careful().mail(email);
      const { data } = await client.auth.verifyOtp({ email, token, type: 'signup' });
      expect(data.session?.user.email).toBe(email);
    });

    it('type email accepts the code of a sign-up and that of a magic link', async () => {
      const client = careful().client();
      const email = freshEmail();
      for (const kind of ['confirmation', 'magic_link']) {
        await client.auth.signInWithOtp({ email });
        const mail = await careful().mail(email);
        expect(mail.kind).toBe(kind);
        const { error } = await client.auth.verifyOtp({ email, token: mail.code, type: 'email' });
        expect(error).toBeNull();
      }
    });

    it('type magiclink signs in', async () => {
      const { email } = await signedUp(open());
      const client = open().client();
      await client.auth.signInWithOtp({ email });
      const { code: token } = await open().mail(email);
      const { data } = await client.auth.verifyOtp({ email, token, type: 'magiclink' });
      expect(data.session?.user.email).toBe(email);
    });

    it('type recovery signs in', async () => {
      const { email } = await signedUp(open());
      const client = open().client();
      await client.auth.resetPasswordForEmail(email);
      const { code: token } = await open().mail(email);
      const { data } = await client.auth.verifyOtp({ email, token, type: 'recovery' });
      expect(data.session?.user.email).toBe(email);
    });

    it('type invite accepts an invitation', async () => {
      const email = freshEmail();
      await careful().admin().inviteUserByEmail(email);
      const { code: token } = await careful().mail(email);
      const { data } = await careful().client().auth.verifyOtp({ email, token, type: 'invite' });
      expect(data.session?.user.email).toBe(email);
    });

    it('type email_change needs the codes of both addresses', async () => {
      const { client, email } = await confirmed();
      const newEmail = freshEmail();
      await client.auth.updateUser({ email: newEmail });
      const { code: oldToken } = await careful().mail(email);
      const first = await client.auth.verifyOtp({ email, token: oldToken, type: 'email_change' });
      expect([first.error, first.data.session]).toEqual([null, null]);
      expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: newEmail });
      const { code: token } = await careful().mail(newEmail);
      const { data } = await client.auth.verifyOtp({ email: newEmail, token, type: 'email_change' });
      expect(data.session?.user.email).toBe(newEmail);
    });

    it('type phone_change confirms a new number', async () => {
      const { client } = await confirmed();
      const phone = freshPhone();
      await client.auth.updateUser({ phone });
      const token = await careful().textCode(phone);
      const { data } = await client.auth.verifyOtp({ phone, token, type: 'phone_change' });
      expect(data.session?.user.phone).toBe(phone);
    });

    it('accepts the hash in a link', async () => {
      const { email } = await signedUp(open());
      await open().client().auth.signInWithOtp({ email });
      const token_hash = new URL((await open().mail(email)).link).searchParams.get('token') ?? '';
      const { data } = await open().client().auth.verifyOtp({ token_hash, type: 'magiclink' });
      expect(data.session?.user.email).toBe(email);
    });

    it('accepts a code once, and no wrong one', async () => {
      const { email } = await signedUp(open());
      const client = open().client();
      await client.auth.signInWithOtp({ email });
      const { code } = await open().mail(email);
      const wrong = code === '000000' ? '000001' : '000000';
      const verify = (token: string) => client.auth.verifyOtp({ email, token, type: 'email' });
      const answers = [await verify(wrong), await verify(code), await verify(code)];
      expect(answers.map(({ error }) => error?.code)).toEqual(['otp_expired', undefined, 'otp_expired']);
      expect(answers[0]?.error).toMatchObject({ status: 403, message: 'Token has expired or is invalid' });
    });
  });

  describe('auth.verifyOtp with a code of another kind', () => {
    const mailTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change'] as const;
    const hashOf = (address: string, code: string) =>
      createHash('sha224').update(`${address}${code}`).digest('hex');

    /** An account that waits for the confirmation of both its address and its number. */
    async function unconfirmed() {
      const [email, phone] = [freshEmail(), freshPhone()];
      const { data } = await careful().admin().createUser({ email, phone, password });
      const read = async () =>
        (
          await careful()
            .admin()
            .getUserById(data.user?.id ?? '')
        ).data.user;
      return { client: careful().client(), email, phone, read };
    }

    it('a code that went to a phone proves no email address', async () => {
      const { client, email, phone, read } = await unconfirmed();
      await client.auth.signInWithOtp({ phone });
      const token = await careful().textCode(phone);
      for (const type of mailTypes) {
        const byAddress = await client.auth.verifyOtp({ email, token, type });
        expect(byAddress.error).toMatchObject({ code: 'otp_expired', status: 403 });
        const byHash = await client.auth.verifyOtp({ token_hash: hashOf(phone, token), type });
        expect(byHash.error).toMatchObject({ code: 'otp_expired', status: 403 });
      }
      const asChange = await client.auth.verifyOtp({ phone, token, type: 'phone_change' });
      expect(asChange.error?.code).toBe('otp_expired');
      expect(await read()).not.toHaveProperty('email_confirmed_at');
      expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
      expect(await read()).not.toHaveProperty('email_confirmed_at');
    });

    it('a code that went to an email address proves no phone number', async () => {
      const { client, email, phone, read } = await unconfirmed();
      await client.auth.signInWithOtp({ email });
      const { code: token } = await careful().mail(email);
      for (const type of ['sms', 'phone_change'] as const) {
        const { error } = await client.auth.verifyOtp({ phone, token, type });
        expect(error).toMatchObject({ code: 'otp_expired', status: 403 });
      }
      const changed = await client.auth.verifyOtp({ email, token, type: 'email_change' });
      expect(changed.error?.code).toBe('otp_expired');
      expect((await client.auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull();
      expect(await read()).not.toHaveProperty('phone_confirmed_at');
    });
  });

  describe('auth.resend', () => {
    it('sends the confirmation of a sign-up by email again, and the older code no longer works', async () => {
      const client = careful().client();
      const email = freshEmail();
      await client.auth.signUp({ email, password });
      const { code: old } = await careful().mail(email);
      expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
      const { code } = await careful().mail(email);
      expect(code).not.toBe(old);
      expect((await client.auth.verifyOtp({ email, token: old, type: 'signup' })).error?.code).toBe(
        'otp_expired',
      );
      expect((await client.auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull();
    });

    it('sends the confirmation of a sign-up by phone again', async () => {
      const client = careful().client();
      const phone = freshPhone();
      await client.auth.signUp({ phone, password });
      expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull();
      const token = await careful().textCode(phone);
      expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
    });

    it('sends the confirmation of a new address again', async () => {
      const { client, email } = await signedUp(open());
      const newEmail = freshEmail();
      await client.auth.updateUser({ email: newEmail });
      const { code: old } = await open().mail(newEmail);
      expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull();
      expect((await open().mail(newEmail)).code).not.toBe(old);
    });

    it('sends the confirmation of a new number again', async () => {
      const phone = freshPhone();
      const client = careful().client();
      await client.auth.signUp({ phone, password });
      await client.auth.verifyOtp({ phone, token: await careful().textCode(phone), type: 'sms' });
      const newPhone = freshPhone();
      await client.auth.updateUser({ phone: newPhone });
      const old = await careful().textCode(newPhone);
      expect((await client.auth.resend({ type: 'phone_change', phone })).error).toBeNull();
      expect(await careful().textCode(newPhone)).not.toBe(old);
    });

    it('answers in the same way for an unknown address', async () => {
      const { error } = await careful().client().auth.resend({ type: 'signup', email: freshEmail() });
      expect(error).toBeNull();
    });
  });
});
