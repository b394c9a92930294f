import { describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail, freshPhone } from '../harness/fresh-contact.ts';
import { useBackend } from './compat-backend.ts';
import { enrollApp } from './second-factors.ts';
import { password, settings, signedInAgain, signedUp } from './test-users.ts';

describeOnEveryServer('an account', (server) => {
  const database = () => server().database;
  const open = useBackend(database, { toml: settings({ confirm: false }) });

  describe('auth.updateUser', () => {
    it('merges user metadata, and null removes a key', async () => {
      const { client } = await signedUp(open());
      await client.auth.updateUser({ data: { name: 'Ada', town: 'London' } });
      const { data } = await client.auth.updateUser({ data: { town: null, age: 36 } });
      expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', age: 36 });
      expect(data.user?.user_metadata).not.toHaveProperty('town');
    });

    it('changes the password, and the other sessions end', async () => {
      const here = await signedUp(open());
      const there = await signedInAgain(open(), here.email);
      expect((await here.client.auth.updateUser({ password: 'another one 2' })).error).toBeNull();
      expect((await there.client.auth.getUser()).error).not.toBeNull();
      expect((await here.client.auth.getUser()).error).toBeNull();
    });

    it('refuses the current password', async () => {
      const { client } = await signedUp(open());
      const { error } = await client.auth.updateUser({ password });
      expect([error?.status, error?.code]).toEqual([422, 'same_password']);
    });

    it('sends a confirmation to a new address before it counts', async () => {
      const { client, email } = await signedUp(open());
      const newEmail = freshEmail();
      const { data } = await client.auth.updateUser({ email: newEmail });
      expect(data.user).toMatchObject({ email, new_email: newEmail });
      const target = await open().follow((await open().mail(newEmail)).link);
      expect(new URLSearchParams(target.hash.slice(1)).get('type')).toBe('email_change');
      expect((await client.auth.getUser()).data.user?.email).toBe(newEmail);
    });

    it('refuses an address and a number of another user', async () => {
      const { client } = await signedUp(open());
      const { email } = await signedUp(open());
      const phone = freshPhone();
      await open().client().auth.signUp({ phone, password });
      expect((await client.auth.updateUser({ email })).error?.code).toBe('email_exists');
      expect((await client.auth.updateUser({ phone })).error?.code).toBe('phone_exists');
    });

    it('requires the second factor before it changes how the user signs in', async () => {
      const { client, email } = await signedUp(open());
      const app = await enrollApp(client);
      await client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code(open().now()) });
      const low = await signedInAgain(open(), email);
      const { error } = await low.client.auth.updateUser({ password: 'another one 2' });
      expect([error?.status, error?.code]).toEqual([401, 'insufficient_aal']);
      expect((await client.auth.updateUser({ password: 'another one 2' })).error).toBeNull();
    });
  });

  describe('auth.reauthenticate', () => {
    it('sends a code that an old session needs to change the password', async () => {
      const { client, email } = await signedUp(open());
      open().advance(25 * 3600);
      await client.auth.refreshSession();
      const refused = await client.auth.updateUser({ password: 'another one 2' });
      expect([refused.error?.status, refused.error?.code]).toEqual([400, 'reauthentication_needed']);
      expect((await client.auth.reauthenticate()).error).toBeNull();
      const { code, kind } = await open().mail(email);
      expect(kind).toBe('reauthentication');
      const wrong = await client.auth.updateUser({ password: 'another one 2', nonce: 'not the code' });
      expect([wrong.error?.status, wrong.error?.code]).toEqual([422, 'reauthentication_not_valid']);
      const changed = await client.auth.updateUser({ password: 'another one 2', nonce: code });
      expect(changed.error).toBeNull();
    });
  });

  describe('auth.getUserIdentities', () => {
    it('lists the identities of the user', async () => {
      const { client, email } = await signedUp(open());
      const { data } = await client.auth.getUserIdentities();
      expect(data?.identities).toMatchObject([{ provider: 'email', identity_data: { email } }]);
    });
  });
});
