import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  challenge,
  enrollApp,
  factorToml,
  signInOwner,
  signUpOwner,
  signUpWithAal2,
  withoutLimits,
} from '../../../tests/harness/auth/test-owner.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshPhone } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;
beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(factorToml, withoutLimits);
});
afterAll(() => test.close());

describe('POST /factors', () => {
  it('A39: a TOTP factor comes with secret, address and QR code as raw SVG; the issuer is the site', async () => {
    const owner = await signUpOwner(service);
    const { status, body } = await service.post(
      '/factors',
      { factor_type: 'totp', friendly_name: 'my app' },
      { token: owner.token },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'totp', friendly_name: 'my app' });
    expect(body.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.totp.qr_code).toMatch(/^<svg .*<\/svg>$/);
    const uri = new URL(body.totp.uri);
    expect(uri.searchParams.get('issuer')).toBe('localhost:3000');
    expect(uri.searchParams.get('secret')).toBe(body.totp.secret);
    expect(decodeURIComponent(uri.pathname)).toContain(owner.email);
  });

  it('A39: supabase-js shows it as a picture and lists the factor', async () => {
    const client = service.client();
    await client.auth.signUp({ email: `js-${crypto.randomUUID()}@example.com`, password: 'secret-1' });
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', issuer: 'Acme Co' });
    expect(error).toBeNull();
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(data?.totp.uri).toContain('issuer=Acme%20Co');
    const { data: factors } = await client.auth.mfa.listFactors();
    expect(factors?.all).toMatchObject([{ id: data?.id, status: 'unverified', factor_type: 'totp' }]);
    expect(factors?.totp).toEqual([]);
  });

  it('an issuer too long for a QR code is refused', async () => {
    const owner = await signUpOwner(service);
    const body = { factor_type: 'totp', issuer: 'x'.repeat(5000) };
    const { status, body: refused } = await service.post('/factors', body, { token: owner.token });
    expect([status, refused.msg]).toEqual([400, 'The issuer is too long for a QR code']);
  });

  it('A39: a name is unique, also the empty one', async () => {
    const owner = await signUpOwner(service);
    for (const name of ['phone at home', '']) {
      const body = { factor_type: 'totp', friendly_name: name };
      expect((await service.post('/factors', body, { token: owner.token })).status).toBe(200);
      const again = await service.post('/factors', body, { token: owner.token });
      expect([again.status, again.body.error_code]).toEqual([422, 'mfa_factor_name_conflict']);
      expect(again.body.msg).toBe(`A factor with the friendly name "${name}" for this user already exists`);
    }
  });

  it('A39: there are at most ten, also after twenty requests at once', async () => {
    const owner = await signUpOwner(service);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        service.post('/factors', { factor_type: 'totp', friendly_name: `n${index}` }, { token: owner.token }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.error_code]).toEqual([422, 'too_many_enrolled_mfa_factors']);
  });

  it('A39: with a verified factor, another one needs aal2', async () => {
    const { owner } = await signUpWithAal2(service);
    const low = await signInOwner(service, owner.email);
    const body = { factor_type: 'totp', friendly_name: 'second' };
    const refused = await service.post('/factors', body, { token: low.token });
    expect([refused.status, refused.body.error_code]).toEqual([403, 'insufficient_aal']);
    expect((await service.post('/factors', body, { token: owner.token })).status).toBe(200);
  });

  it('A39: unverified factors are deleted after five minutes, unless a challenge is open', async () => {
    const owner = await signUpOwner(service);
    const stale = await enrollApp(service, owner, 'stale');
    const used = await enrollApp(service, owner, 'used');
    service.advance(200);
    await challenge(service, owner, used.factorId);
    service.advance(150);
    const third = await enrollApp(service, owner, 'stale');
    const { body } = await service.call('GET', '/user', { token: owner.token });
    const ids = body.factors.map((factor: { id: string }) => factor.id);
    expect(ids).toEqual([used.factorId, third.factorId]);
    expect(ids).not.toContain(stale.factorId);
  });

  it('A38: anonymous users have no factors', async () => {
    const { body } = await service.post('/signup', {});
    const answer = await service.post('/factors', { factor_type: 'totp' }, { token: body.access_token });
    expect([answer.status, answer.body.error_code]).toEqual([403, 'no_authorization']);
  });

  it('a phone factor needs a number, and a new enrollment replaces an unverified one', async () => {
    const owner = await signUpOwner(service);
    const phone = freshPhone();
    const enroll = (body: object) =>
      service.post('/factors', { factor_type: 'phone', ...body }, { token: owner.token });
    expect((await enroll({})).body.msg).toBe('Phone number required to enroll Phone factor');
    expect((await enroll({ phone: '0' })).body.msg).toBe('Invalid phone number format (E.164 required)');
    const first = await enroll({ phone: `+${phone}`, friendly_name: 'a' });
    expect([first.status, first.body.type, first.body.phone]).toEqual([200, 'phone', `+${phone}`]);
    const second = await enroll({ phone, friendly_name: 'b' });
    expect(second.status).toBe(200);
    const { body } = await service.call('GET', '/user', { token: owner.token });
    expect(body.factors).toMatchObject([{ id: second.body.id, friendly_name: 'b', phone }]);
  });

  it('a disabled type is reported, and an unknown one gets a list of the known types', async () => {
    const closed = await test.start(
      '[auth.email]\nenable_confirmations = false\n[auth.mfa.totp]\nenroll_enabled = false',
      withoutLimits,
    );
    const owner = await signUpOwner(closed);
    const code = async (type: string) =>
      (await closed.post('/factors', { factor_type: type, phone: '123456' }, { token: owner.token })).body
        .error_code;
    expect(await code('totp')).toBe('mfa_totp_enroll_not_enabled');
    expect(await code('phone')).toBe('mfa_phone_enroll_not_enabled');
    expect(await code('webauthn')).toBe('mfa_webauthn_enroll_not_enabled');
    expect(await code('carrier pigeon')).toBe('validation_failed');
  });

  it('limits enrollments per account', async () => {
    const limited = await test.start(factorToml);
    const owner = await signUpOwner(limited);
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      statuses.push((await limited.post('/factors', { factor_type: 'none' }, { token: owner.token })).status);
    }
    expect(statuses[0]).toBe(400);
    expect(statuses.at(-1)).toBe(429);
  });
});
