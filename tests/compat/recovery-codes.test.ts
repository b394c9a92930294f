import { beforeEach, describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail } from '../harness/fresh-contact.ts';
import { useBackend } from './compat-backend.ts';
import { enrollApp } from './second-factors.ts';
import { password, settings } from './test-users.ts';

const experimental = { recoveryCodes: true };

describeOnEveryServer('recovery codes', (server) => {
  const more = '[auth.mfa.recovery_codes]\nenroll_enabled = true\nverify_enabled = true';
  const open = useBackend(() => server().database, { toml: settings({ confirm: false, more }) });
  // Factor calls have a fixed limit a minute.
  beforeEach(() => open().advance(60));

  /** A user with an authenticator app, in a session that was raised with it. */
  async function raised() {
    const client = open().client({ experimental });
    const email = freshEmail();
    await client.auth.signUp({ email, password });
    const app = await enrollApp(client);
    await client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code(open().now()) });
    return { client, email };
  }

  async function withCodes() {
    const person = await raised();
    const { data, error } = await person.client.auth.mfa.recoveryCodes.generate();
    if (data === null) throw new Error('There are no codes.', { cause: error });
    const there = open().client({ experimental });
    await there.auth.signInWithPassword({ email: person.email, password });
    return { ...person, there, codes: data.codes, id: data.id };
  }

  describe('auth.mfa.recoveryCodes.generate', () => {
    it('returns ten codes under the chosen name', async () => {
      const { client } = await raised();
      const { data } = await client.auth.mfa.recoveryCodes.generate({ friendlyName: 'on paper' });
      expect(data).toMatchObject({ type: 'recovery_code', friendly_name: 'on paper', total: 10 });
      expect(data?.codes).toHaveLength(10);
      expect((await client.auth.mfa.listFactors()).data?.recovery_code).toHaveLength(1);
    });
  });

  describe('auth.mfa.recoveryCodes.verify', () => {
    it('raises a session, and accepts each code once', async () => {
      const { there, codes } = await withCodes();
      const verify = () => there.auth.mfa.recoveryCodes.verify({ code: codes[3] ?? '' });
      expect([(await verify()).error, (await verify()).error?.code]).toEqual([
        null,
        'mfa_verification_failed',
      ]);
      const { data } = await there.auth.mfa.getAuthenticatorAssuranceLevel();
      expect(data?.currentLevel).toBe('aal2');
    });
  });

  describe('auth.mfa.recoveryCodes.getStatus', () => {
    it('counts the remaining codes', async () => {
      const { client, there, codes, id } = await withCodes();
      await there.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });
      const { data } = await client.auth.mfa.recoveryCodes.getStatus();
      expect(data).toEqual({ id, type: 'recovery_code', total: 10, remaining: 9 });
    });
  });

  describe('auth.mfa.recoveryCodes.regenerate', () => {
    it('replaces the old codes by new ones', async () => {
      const { client, there, codes, id } = await withCodes();
      const { data } = await client.auth.mfa.recoveryCodes.regenerate();
      expect(data?.id).toBe(id);
      const { error } = await there.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });
      expect(error?.code).toBe('mfa_verification_failed');
    });
  });

  describe('auth.mfa.recoveryCodes.unenroll', () => {
    it('removes them', async () => {
      const { client, id } = await withCodes();
      expect((await client.auth.mfa.recoveryCodes.unenroll()).data).toEqual({ id });
      const { error } = await client.auth.mfa.recoveryCodes.getStatus();
      expect([error?.status, error?.code]).toEqual([404, 'mfa_factor_not_found']);
    });
  });
});
