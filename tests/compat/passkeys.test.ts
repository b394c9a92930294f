import { describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail } from '../harness/fresh-contact.ts';
import { createAuthenticator } from '../harness/software-authenticator.ts';
import { useBackend } from './compat-backend.ts';
import { openPageWithKey } from './page-with-key.ts';
import { password, settings } from './test-users.ts';

const origin = 'http://localhost:3000';
const experimental = { passkey: true };

describeOnEveryServer('passkeys', (server) => {
  const toml = settings({ confirm: false, more: '[auth.passkey]\nenabled = true' });
  const open = useBackend(() => server().database, { toml });

  async function signedUp() {
    const client = open().client({ experimental });
    const email = freshEmail();
    const { data, error } = await client.auth.signUp({ email, password });
    if (data.user === null) throw new Error('Signing up gave no user.', { cause: error });
    return { client, email, userId: data.user.id };
  }

  /** A user with a passkey, created step by step without the client's helper methods. */
  async function withPasskey() {
    const person = await signedUp();
    const key = createAuthenticator(origin);
    const { data: start } = await person.client.auth.passkey.startRegistration();
    if (start === null) throw new Error('The registration did not start.');
    const credential = key.create(start.options);
    const made = await person.client.auth.passkey.verifyRegistration({
      challengeId: start.challenge_id,
      credential,
    });
    return { ...person, key, made, passkeyId: made.data?.id ?? '' };
  }

  describe('auth.registerPasskey', () => {
    it('creates a passkey in the page', async () => {
      const { client } = await signedUp();
      openPageWithKey(origin);
      const { data, error } = await client.auth.registerPasskey();
      expect([error, data?.friendly_name]).toEqual([null, 'Passkey']);
      expect((await client.auth.passkey.list()).data).toHaveLength(1);
    });
  });

  describe('auth.signInWithPasskey', () => {
    it('signs in the owner of the page’s passkey, without a name', async () => {
      const { client, email } = await signedUp();
      const visitor = open().client({ experimental });
      openPageWithKey(origin);
      await client.auth.registerPasskey();
      const { data, error } = await visitor.auth.signInWithPasskey();
      expect([error, data?.user?.email]).toEqual([null, email]);
    });
  });

  describe('auth.passkey.startRegistration', () => {
    it('returns the options of a discoverable key', async () => {
      const { client, email } = await signedUp();
      const { data } = await client.auth.passkey.startRegistration();
      expect(data?.options).toMatchObject({
        rp: { id: 'localhost' },
        user: { name: email },
        authenticatorSelection: { residentKey: 'required' },
      });
    });
  });

  describe('auth.passkey.verifyRegistration', () => {
    it('stores the key', async () => {
      const { made } = await withPasskey();
      expect([made.error, made.data]).toMatchObject([null, { created_at: expect.any(String) }]);
    });
  });

  describe('auth.passkey.startAuthentication', () => {
    it('requests no specific key', async () => {
      const { data } = await open().client({ experimental }).auth.passkey.startAuthentication();
      expect(data?.options.rpId).toBe('localhost');
      expect(data?.options.allowCredentials ?? []).toEqual([]);
    });
  });

  describe('auth.passkey.verifyAuthentication', () => {
    it('returns a session of aal1, once', async () => {
      const { key, userId } = await withPasskey();
      const { auth } = open().client({ experimental });
      const { data: start } = await auth.passkey.startAuthentication();
      if (start === null) throw new Error('The authentication did not start.');
      const answer = { challengeId: start.challenge_id, credential: key.get(start.options) };
      const { data } = await auth.passkey.verifyAuthentication(answer);
      expect(data?.user?.id).toBe(userId);
      expect((await auth.getClaims()).data?.claims).toMatchObject({ aal: 'aal1', sub: userId });
      const again = await auth.passkey.verifyAuthentication(answer);
      expect(again.error).toMatchObject({ status: 400, code: 'webauthn_challenge_not_found' });
    });
  });

  describe('auth.passkey.list', () => {
    it('lists the passkeys of the account', async () => {
      const { client, passkeyId } = await withPasskey();
      expect((await client.auth.passkey.list()).data?.map(({ id }) => id)).toEqual([passkeyId]);
    });
  });

  describe('auth.passkey.update', () => {
    it('renames a passkey', async () => {
      const { client, passkeyId } = await withPasskey();
      const { data } = await client.auth.passkey.update({ passkeyId, friendlyName: 'blue key' });
      expect(data?.friendly_name).toBe('blue key');
    });
  });

  describe('auth.passkey.delete', () => {
    it('removes a passkey, which then no longer signs in', async () => {
      const { client, key, passkeyId } = await withPasskey();
      expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull();
      const { auth } = open().client({ experimental });
      const { data: start } = await auth.passkey.startAuthentication();
      if (start === null) throw new Error('The authentication did not start.');
      const credential = key.get(start.options);
      const { error } = await auth.passkey.verifyAuthentication({
        challengeId: start.challenge_id,
        credential,
      });
      expect(error?.code).toBe('webauthn_verification_failed');
    });
  });

  describe('auth.admin.passkey.listPasskeys', () => {
    it('lists the passkeys of an account', async () => {
      const { userId, passkeyId } = await withPasskey();
      const { data } = await open().admin({ experimental }).passkey.listPasskeys({ userId });
      expect(data?.map(({ id }) => id)).toEqual([passkeyId]);
    });
  });

  describe('auth.admin.passkey.deletePasskey', () => {
    it('removes a passkey', async () => {
      const { client, userId, passkeyId } = await withPasskey();
      const { error } = await open().admin({ experimental }).passkey.deletePasskey({ userId, passkeyId });
      expect(error).toBeNull();
      expect((await client.auth.passkey.list()).data).toEqual([]);
    });
  });
});
