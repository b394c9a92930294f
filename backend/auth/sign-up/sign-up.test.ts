import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail, freshPhone } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let confirming: TestService;
let open: TestService;

const openToml = `
[auth]
minimum_password_length = 6
enable_anonymous_sign_ins = true
[auth.email]
enable_confirmations = false
max_frequency = "1s"
[auth.sms]
enable_signup = true
enable_confirmations = false
`;

beforeAll(async () => {
  test = await openTestDatabase();
  confirming = await test.start(`
    [auth.sms]
    enable_signup = true`);
  open = await test.start(openToml);
});
afterAll(() => test.close());

describe('sign-up', () => {
  it('A9: without autoconfirm answers with the bare user and sends a mail', async () => {
    const email = freshEmail();
    const { status, body } = await confirming.post('/signup', {
      email,
      password: 'secret-1',
      data: { name: 'Ada' },
    });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('access_token');
    expect(body).toMatchObject({ email, role: 'authenticated', aud: 'authenticated', is_anonymous: false });
    expect(confirming.lastMail(email).kind).toBe('confirmation');
  });

  it('A10: the identity and the metadata carry the claims and the given data', async () => {
    const email = freshEmail();
    const { body } = await confirming.post('/signup', { email, password: 'secret-1', data: { name: 'Ada' } });
    const claims = { sub: body.id, email, email_verified: false, phone_verified: false, name: 'Ada' };
    expect(body.user_metadata).toEqual(claims);
    expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(body.identities).toHaveLength(1);
    expect(body.identities[0]).toMatchObject({
      id: body.id,
      user_id: body.id,
      provider: 'email',
      identity_data: claims,
    });
    expect(body.identities[0].identity_id).not.toBe(body.id);
  });

  it('A5: email addresses are lower-cased, have at most 255 characters and a valid format', async () => {
    const email = freshEmail('Upper');
    const { body } = await confirming.post('/signup', { email: email.toUpperCase(), password: 'secret-1' });
    expect(body.email).toBe(email.toLowerCase());
    for (const bad of [
      'no-at-sign',
      'two@@example.com',
      'a b@example.com',
      `a@${'b'.repeat(300)}.com`,
      'x@y\r\nBcc: z',
    ]) {
      const answer = await confirming.post('/signup', { email: bad, password: 'secret-1' });
      expect(answer.status, bad).toBe(400);
      expect(answer.body.error_code).toBe('validation_failed');
    }
    const { body: wrong } = await confirming.post('/signup', { email: 'nonsense', password: 'secret-1' });
    expect(wrong.msg).toBe('Unable to validate email address: invalid format');
  });

  it('A6: phone numbers are stored without plus sign and spaces and must be E.164', async () => {
    const phone = freshPhone();
    const { body } = await confirming.post('/signup', {
      phone: `+${phone.slice(0, 3)} ${phone.slice(3)}`,
      password: 'secret-1',
    });
    expect(body.phone).toBe(phone);
    expect(confirming.lastSms(phone).otp).toMatch(/^\d{6}$/);
    const { status, body: bad } = await confirming.post('/signup', { phone: '0123', password: 'secret-1' });
    expect([status, bad.msg]).toEqual([400, 'Invalid phone number format (E.164 required)']);
  });

  it('A7: both addresses are refused, none means anonymous, and both can be switched off', async () => {
    const both = await open.post('/signup', {
      email: freshEmail(),
      phone: freshPhone(),
      password: 'secret-1',
    });
    expect([both.status, both.body.error_code]).toEqual([400, 'validation_failed']);
    const anonymous = await confirming.post('/signup', {});
    expect([anonymous.status, anonymous.body.error_code]).toEqual([422, 'anonymous_provider_disabled']);
    const closed = await test.start('[auth]\nenable_signup = false\nenable_anonymous_sign_ins = true');
    const byMail = await closed.post('/signup', { email: freshEmail(), password: 'secret-12' });
    expect([byMail.status, byMail.body.error_code]).toEqual([422, 'signup_disabled']);
    expect((await closed.post('/signup', {})).body.error_code).toBe('signup_disabled');
  });

  it('A38: an anonymous user has a session, no identity and no address', async () => {
    const { status, body } = await open.post('/signup', { data: { colour: 'green' } });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      is_anonymous: true,
      email: '',
      phone: '',
      identities: [],
      app_metadata: {},
    });
    expect(body.user.user_metadata).toEqual({ colour: 'green' });
    const { data } = await open.client().auth.signInAnonymously();
    expect(data.user?.is_anonymous).toBe(true);
  });

  it('A8: a confirmed address is not revealed where addresses are confirmed', async () => {
    const email = freshEmail();
    const first = await confirming.post('/signup', { email, password: 'secret-1' });
    await confirming.post('/verify', {
      type: 'signup',
      email,
      token: confirming.lastMail(email).variables.Token,
    });
    const sent = confirming.mails.length;
    const again = await confirming.post('/signup', { email, password: 'secret-2', data: { mine: true } });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ email, role: '', identities: [], user_metadata: { mine: true } });
    expect(again.body.id).not.toBe(first.body.id);
    expect(confirming.mails).toHaveLength(sent);
  });

  it('A8: with autoconfirm a taken address is 422', async () => {
    const email = freshEmail();
    await open.post('/signup', { email, password: 'secret-1' });
    const { status, body } = await open.post('/signup', { email, password: 'secret-1' });
    expect([status, body.error_code, body.msg]).toEqual([
      422,
      'user_already_exists',
      'User already registered',
    ]);
  });

  it('A8, stricter: a second sign-up of an unconfirmed address replaces the first', async () => {
    const email = freshEmail();
    await confirming.post('/signup', { email, password: 'the-first' });
    confirming.advance(61);
    expect((await confirming.post('/signup', { email, password: 'the-second' })).status).toBe(200);
    await confirming.post('/verify', {
      type: 'signup',
      email,
      token: confirming.lastMail(email).variables.Token,
    });
    expect(
      (await confirming.post('/token?grant_type=password', { email, password: 'the-first' })).status,
    ).toBe(400);
    expect(
      (await confirming.post('/token?grant_type=password', { email, password: 'the-second' })).status,
    ).toBe(200);
  });

  it('stricter: a repeated sign-up is refused alike for taken and new addresses', async () => {
    const taken = freshEmail();
    await confirming.post('/signup', { email: taken, password: 'secret-1' });
    await confirming.post('/verify', {
      type: 'signup',
      email: taken,
      token: confirming.lastMail(taken).variables.Token,
    });
    confirming.advance(61);
    const fresh = freshEmail();
    const statuses = async (email: string) => [
      (await confirming.post('/signup', { email, password: 'secret-1' })).status,
      (await confirming.post('/signup', { email, password: 'secret-1' })).status,
    ];
    expect(await statuses(taken)).toEqual([200, 429]);
    expect(await statuses(fresh)).toEqual([200, 429]);
  });

  it('A3: a weak password is 422 with its reasons, one over 72 bytes is 400', async () => {
    const { error } = await confirming.client().auth.signUp({ email: freshEmail(), password: '123' });
    expect(error).toMatchObject({ code: 'weak_password', status: 422, reasons: ['length'] });
    const strict = await test.start(
      '[auth]\npassword_requirements = "letters_digits"\nminimum_password_length = 8',
    );
    const { status, body } = await strict.post('/signup', { email: freshEmail(), password: 'abc' });
    expect([status, body.error_code, body.weak_password]).toEqual([
      422,
      'weak_password',
      { reasons: ['length', 'characters'] },
    ]);
    expect(body.msg).toContain(
      'Password should be at least 8 characters. Password should contain at least one character of each',
    );
    const long = await confirming.post('/signup', { email: freshEmail(), password: 'ä'.repeat(37) });
    expect([long.status, long.body.error_code]).toEqual([400, 'validation_failed']);
  });

  it('member names are read in any case, and none of them creates an anonymous account', async () => {
    const email = freshEmail();
    const { body } = await open.post('/signup', {
      Email: email,
      PASSWORD: 'secret-1',
      Data: { Name: 'Ada' },
    });
    expect(body.user).toMatchObject({ email, is_anonymous: false, user_metadata: { Name: 'Ada' } });
    const phone = freshPhone();
    expect((await open.post('/signup', { PHONE: phone, Password: 'secret-1' })).body.user.phone).toBe(phone);
    const twice = await open.post('/signup', { email, Email: freshEmail(), password: 'secret-1' });
    expect([twice.status, twice.body.error_code]).toEqual([400, 'bad_json']);
    for (const given of [
      { password: 'secret-1' },
      { Password: 'secret-1' },
      { email: '', password: 'secret-1' },
    ]) {
      const answer = await open.post('/signup', given);
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
    }
    const signedIn = await open.post('/token?grant_type=password', { eMail: email, passWord: 'secret-1' });
    expect(signedIn.status).toBe(200);
  });

  it('stricter: common passwords are refused where that is configured', async () => {
    const strict = await test.start('[porchlight.auth]\nrefuse_common_passwords = true');
    for (const password of [
      'password',
      '12345678',
      'PassWord',
      'qwertyuiop',
      'iloveyou',
      '123456',
      'Football1',
    ]) {
      const { error } = await strict.client().auth.signUp({ email: freshEmail(), password });
      expect(error, password).toMatchObject({ code: 'weak_password', status: 422, reasons: ['pwned'] });
      expect(error?.message).toContain('easy to guess');
    }
    const { body } = await strict.post('/signup', { email: freshEmail(), password: 'sunny-porch-41' });
    expect(body.email).toBeDefined();
    const usual = await open.post('/signup', { email: freshEmail(), password: 'password' });
    expect(usual.status).toBe(200);
  });

  it('A32: phone sign-up has no PKCE', async () => {
    const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' };
    const { status, body } = await confirming.post('/signup', {
      phone: freshPhone(),
      password: 'secret-1',
      ...challenge,
    });
    expect([status, body.msg]).toEqual([400, 'PKCE not supported for phone signups']);
  });

  it('gives one account to fifty sign-ups of one address at once', async () => {
    const email = freshEmail();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => open.post('/signup', { email, password: 'secret-1' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(49);
  });
});
