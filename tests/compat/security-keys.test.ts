import { beforeEach, describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { useBackend } from './compat-backend.ts';
import { openPageWithKey } from './page-with-key.ts';
import { settings, signedInAgain, signedUp } from './test-users.ts';

const origin = 'http://localhost:3000';
const webauthn = { rpId: 'localhost', rpOrigins: [origin] };

describeOnEveryServer('security keys', (server) => {
  const more = '[auth.mfa.web_authn]\nenroll_enabled = true\nverify_enabled = true';
  const open = useBackend(() => server().database, { toml: settings({ confirm: false, more }) });
  // Factor calls have a fixed limit a minute.
  beforeEach(() => open().advance(60));

  /** A user who is signed in twice, with a key in the page that only the first session has used. */
  async function withKey() {
    const here = await signedUp(open());
    openPageWithKey(origin);
    const { data, error } = await here.client.auth.mfa.webauthn.register({ friendlyName: 'key', webauthn });
    const there = await signedInAgain(open(), here.email);
    return { ...here, error, there, factorId: data?.user.factors?.[0]?.id ?? '' };
  }

  const levelOf = async ({ client }: Pick<Awaited<ReturnType<typeof signedUp>>, 'client'>) =>
    (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;

  describe('auth.mfa.webauthn.register', () => {
    it('enrolls a key and raises the session with it', async () => {
      const person = await withKey();
      expect([person.error, await levelOf(person)]).toEqual([null, 'aal2']);
      expect((await person.client.auth.mfa.listFactors()).data?.webauthn).toHaveLength(1);
    });
  });

  describe('auth.mfa.webauthn.authenticate', () => {
    it('raises a later session', async () => {
      const { there, factorId } = await withKey();
      const { error } = await there.client.auth.mfa.webauthn.authenticate({ factorId, webauthn });
      expect([error, await levelOf(there)]).toEqual([null, 'aal2']);
      const { data } = await there.client.auth.mfa.getAuthenticatorAssuranceLevel();
      expect(data?.currentAuthenticationMethods).toContainEqual(
        expect.objectContaining({ method: 'mfa/webauthn' }),
      );
    });
  });

  describe('auth.mfa.webauthn.enroll', () => {
    it('enrolls a factor for a key', async () => {
      const { client } = await signedUp(open());
      const { data } = await client.auth.mfa.webauthn.enroll({ friendlyName: 'blue key' });
      expect(data).toMatchObject({ type: 'webauthn', friendly_name: 'blue key' });
    });
  });

  describe('auth.mfa.webauthn.challenge', () => {
    it('requests a key for a new factor, and its use for an old one', async () => {
      const { client, factorId } = await withKey();
      const old = await client.auth.mfa.webauthn.challenge({ factorId, webauthn });
      const { data: fresh } = await client.auth.mfa.webauthn.enroll({ friendlyName: 'second' });
      const created = await client.auth.mfa.webauthn.challenge({ factorId: fresh?.id ?? '', webauthn });
      expect([old.data?.webauthn.type, created.data?.webauthn.type]).toEqual(['request', 'create']);
    });
  });

  describe('auth.mfa.webauthn.verify', () => {
    it('accepts an answer once', async () => {
      const { there, factorId } = await withKey();
      const { data } = await there.client.auth.mfa.webauthn.challenge({ factorId, webauthn });
      if (data === null) throw new Error('There is no challenge.');
      const { challengeId } = data;
      const verify = () =>
        there.client.auth.mfa.webauthn.verify({
          factorId,
          challengeId,
          webauthn: { ...webauthn, ...data.webauthn },
        });
      const codes = [(await verify()).error, (await verify()).error?.code];
      expect([codes, await levelOf(there)]).toEqual([[null, 'mfa_factor_not_found'], 'aal2']);
    });
  });
});
