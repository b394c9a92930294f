import { beforeEach, describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { freshPhone } from '../harness/fresh-contact.ts';
import { useBackend } from './compat-backend.ts';
import { enrollApp } from './second-factors.ts';
import { settings, signedInAgain, signedUp } from './test-users.ts';

describeOnEveryServer('second factors', (server) => {
  const open = useBackend(() => server().database, { toml: settings({ confirm: false }) });
  // Factor calls have a fixed limit a minute.
  beforeEach(() => open().advance(60));

  async function raised() {
    const person = await signedUp(open());
    const app = await enrollApp(person.client);
    const code = app.code(open().now());
    await person.client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
    open().advance(60);
    return { ...person, app };
  }

  describe('auth.mfa.enroll', () => {
    it('returns a TOTP secret, its URI and a QR code', async () => {
      const app = await enrollApp((await signedUp(open())).client);
      expect(app.uri).toMatch(/^otpauth:\/\/totp\//);
      expect(app.qrCode).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    });

    it('accepts a phone number', async () => {
      const { client } = await signedUp(open());
      const phone = freshPhone();
      const { data } = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'texts', phone });
      expect(data).toMatchObject({ type: 'phone', friendly_name: 'texts', phone });
    });

    it('refuses a name of another factor', async () => {
      const { client } = await signedUp(open());
      await enrollApp(client, 'same');
      const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'same' });
      expect([error?.status, error?.code]).toEqual([422, 'mfa_factor_name_conflict']);
    });
  });

  describe('auth.mfa.challenge', () => {
    it('starts a challenge for an app', async () => {
      const { client } = await signedUp(open());
      const { factorId } = await enrollApp(client);
      const { data } = await client.auth.mfa.challenge({ factorId });
      expect(data).toMatchObject({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) });
    });

    it('sends a code to a phone, which raises the session', async () => {
      const { client } = await signedUp(open());
      const phone = freshPhone();
      const { data } = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'texts', phone });
      const factorId = data?.id ?? '';
      const { data: challenge } = await client.auth.mfa.challenge({ factorId });
      const code = await open().textCode(phone);
      const { error } = await client.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code });
      expect(error).toBeNull();
      const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      expect(level?.currentLevel).toBe('aal2');
      expect(level?.currentAuthenticationMethods).toContainEqual(
        expect.objectContaining({ method: 'mfa/phone' }),
      );
    });
  });

  describe('auth.mfa.verify', () => {
    it('raises the session to aal2', async () => {
      const { client } = await signedUp(open());
      const app = await enrollApp(client);
      const { data: challenge } = await client.auth.mfa.challenge({ factorId: app.factorId });
      const { data, error } = await client.auth.mfa.verify({
        factorId: app.factorId,
        challengeId: challenge?.id ?? '',
        code: app.code(open().now()),
      });
      expect([error, data?.user.factors?.[0]?.status]).toEqual([null, 'verified']);
      expect((await client.auth.getClaims()).data?.claims.aal).toBe('aal2');
    });

    it('refuses a wrong code, and a used one', async () => {
      const { client, app } = await raised();
      const verify = (code: string) => client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
      const code = app.code(open().now());
      const wrong = code === '000000' ? '000001' : '000000';
      const answers = [await verify(wrong), await verify(code), await verify(code)];
      expect(answers.map(({ error }) => error?.code)).toEqual([
        'mfa_verification_failed',
        undefined,
        'mfa_verification_failed',
      ]);
    });
  });

  describe('auth.mfa.challengeAndVerify', () => {
    it('challenges and verifies an app, and sessions of aal1 end', async () => {
      const here = await signedUp(open());
      const there = await signedInAgain(open(), here.email);
      const app = await enrollApp(here.client);
      const code = app.code(open().now());
      const { error } = await here.client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code });
      expect(error).toBeNull();
      expect((await there.client.auth.getUser()).error).not.toBeNull();
    });
  });

  describe('auth.mfa.unenroll', () => {
    it('removes a factor, and requires aal2 where it is verified', async () => {
      const { client, email, app } = await raised();
      const low = await signedInAgain(open(), email);
      const { error } = await low.client.auth.mfa.unenroll({ factorId: app.factorId });
      expect([error?.status, error?.code]).toEqual([422, 'insufficient_aal']);
      const { data } = await client.auth.mfa.unenroll({ factorId: app.factorId });
      expect(data?.id).toBe(app.factorId);
      expect((await client.auth.mfa.listFactors()).data?.all).toEqual([]);
    });
  });

  describe('auth.mfa.listFactors', () => {
    it('groups the verified ones by type', async () => {
      const { client, app } = await raised();
      await enrollApp(client, 'not verified');
      const { data } = await client.auth.mfa.listFactors();
      expect(data?.totp.map(({ id }) => id)).toEqual([app.factorId]);
      expect([data?.phone.length, data?.all.length]).toEqual([0, 2]);
    });
  });

  describe('auth.mfa.getAuthenticatorAssuranceLevel', () => {
    it('reports that a second factor can be verified', async () => {
      const { client, email } = await raised();
      const low = await signedInAgain(open(), email);
      const levels = [
        (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data,
        (await low.client.auth.mfa.getAuthenticatorAssuranceLevel()).data,
      ];
      expect(levels).toMatchObject([
        { currentLevel: 'aal2', nextLevel: 'aal2' },
        { currentLevel: 'aal1', nextLevel: 'aal2' },
      ]);
    });
  });
});
