import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../tests/harness/auth/test-service.ts';
import { freshEmail, freshPhone } from '../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;
let open: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start('[auth.sms]\nenable_signup = true');
  open = await test.start('[auth.email]\nenable_confirmations = false');
});
afterAll(() => test.close());

const verify = (body: unknown) => service.post('/verify', body);
const codeFor = (email: string) => service.lastMail(email).variables.Token ?? '';

async function confirmed() {
  const email = freshEmail();
  await service.post('/signup', { email, password: 'secret-1' });
  await verify({ type: 'signup', email, token: codeFor(email) });
  service.advance(61);
  return { email };
}

describe('messages', () => {
  it('A11: get the same answer for known and unknown addresses', async () => {
    for (const [path, body] of [
      ['/recover', { email: freshEmail() }],
      ['/resend', { type: 'signup', email: freshEmail() }],
      ['/otp', { email: freshEmail() }],
    ] as const) {
      const answer = await service.post(path, body);
      expect([answer.status, answer.body]).toEqual([200, {}]);
    }
    // A text message has an id, for known and unknown numbers alike.
    for (const [path, body] of [
      ['/otp', { phone: freshPhone() }],
      ['/resend', { type: 'sms', phone: freshPhone() }],
      ['/resend', { type: 'phone_change', phone: freshPhone() }],
    ] as const) {
      const answer = await service.post(path, body);
      expect([answer.status, answer.body]).toEqual([200, { message_id: expect.any(String) }]);
    }
    const { error } = await service
      .client()
      .auth.signInWithOtp({ email: freshEmail(), options: { shouldCreateUser: false } });
    expect([error?.status, error?.code]).toEqual([422, 'otp_disabled']);
  });

  it('A12: a magic link for a new address is a sign-up', async () => {
    const email = freshEmail();
    await service.post('/otp', { email, data: { from: 'otp' } });
    expect(service.lastMail(email).kind).toBe('confirmation');
    const { body } = await verify({ type: 'email', email, token: codeFor(email) });
    expect(body.user.user_metadata.from).toBe('otp');
    service.advance(61);
    await service.post('/magiclink', { email });
    expect(service.lastMail(email).kind).toBe('magic_link');
    expect((await verify({ type: 'magiclink', email, token: codeFor(email) })).status).toBe(200);
    const autoconfirmed = freshEmail();
    await open.post('/otp', { email: autoconfirmed });
    expect(open.lastMail(autoconfirmed).kind).toBe('magic_link');
  });

  it('A13: are sent at most once in the configured time, of each kind', async () => {
    const { email } = await confirmed();
    expect((await service.post('/recover', { email })).status).toBe(200);
    for (const path of ['/recover', '/otp']) {
      const { status, body, headers } = await service.post(path, { email });
      expect([status, body.error_code]).toEqual([429, 'over_email_send_rate_limit']);
      expect(body.msg).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    service.advance(61);
    expect((await service.post('/otp', { email })).status).toBe(200);
  });

  it('stricter: have a cooldown that does not reveal whether an account exists', async () => {
    const { email } = await confirmed();
    const twice = async (address: string) => [
      (await service.post('/recover', { email: address })).status,
      (await service.post('/recover', { email: address })).status,
    ];
    expect(await twice(email)).toEqual(await twice(freshEmail()));
  });

  it('for recovery sign in and allow a new password', async () => {
    const { email } = await confirmed();
    const client = service.client();
    await client.auth.resetPasswordForEmail(email);
    const { data } = await client.auth.verifyOtp({ email, token: codeFor(email), type: 'recovery' });
    expect(data.session?.user.recovery_sent_at).toBeTruthy();
    expect((await client.auth.updateUser({ password: 'quite-another' })).error).toBeNull();
    expect(
      (await service.post('/token?grant_type=password', { email, password: 'quite-another' })).status,
    ).toBe(200);
  });
});
