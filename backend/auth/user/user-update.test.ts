import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail, freshPhone } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let open: TestService;
let confirming: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  open = await test.start(`
    [auth]
    minimum_password_length = 6
    enable_anonymous_sign_ins = true
    [auth.email]
    enable_confirmations = false
    [auth.email.notification.password_changed]
    enabled = true
    [auth.sms]
    enable_signup = true`);
  confirming = await test.start(`
    [auth.sms]
    enable_signup = true`);
});
afterAll(() => test.close());

const update = (on: TestService, token: string, body: unknown) => on.call('PUT', '/user', { token, body });
const codeFor = (to: string, on: TestService) => on.lastMail(to).variables.Token ?? '';

async function signUp(on: TestService, email = freshEmail()) {
  const { body } = await on.post('/signup', { email, password: 'secret-1' });
  if (body.access_token !== undefined) return { email, session: body };
  const answer = await on.post('/verify', { type: 'signup', email, token: codeFor(email, on) });
  return { email, session: answer.body };
}

describe('changing a password', () => {
  it('A18: signs out all other sessions and voids what was sent', async () => {
    const { email, session } = await signUp(open);
    const other = (await open.post('/token?grant_type=password', { email, password: 'secret-1' })).body;
    await open.post('/recover', { email });
    const { status } = await update(open, session.access_token, { password: 'secret-2' });
    expect(status).toBe(200);
    expect((await open.call('GET', '/user', { token: other.access_token })).body.error_code).toBe(
      'session_not_found',
    );
    expect((await open.call('GET', '/user', { token: session.access_token })).status).toBe(200);
    const old = await open.post('/verify', { type: 'recovery', token_hash: openHash(email) });
    expect(old.body.error_code).toBe('otp_expired');
    expect(
      await test.database.sql`select id from auth.one_time_tokens where user_id = ${session.user.id}`,
    ).toHaveLength(0);
    expect(open.lastMail(email).kind).toBe('password_changed_notification');
  });

  const openHash = (email: string) =>
    open.mails.findLast((mail) => mail.to === email && mail.kind === 'recovery')?.variables.TokenHash;

  it('A18: to the same one is 422, to a weak one too', async () => {
    const { session } = await signUp(open);
    const same = await update(open, session.access_token, { password: 'secret-1' });
    expect([same.status, same.body.error_code]).toEqual([422, 'same_password']);
    expect((await update(open, session.access_token, { password: 'abc' })).body.error_code).toBe(
      'weak_password',
    );
  });

  it('A18: with a verified factor asks for aal2, stricter: also for metadata', async () => {
    const { session } = await signUp(open);
    await test.database.sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${session.user.id}, 'phone', 'totp', 'verified', now(), now())`;
    const changes = [
      { password: 'secret-2' },
      { email: freshEmail() },
      { phone: freshPhone() },
      { data: { a: 1 } },
    ];
    for (const body of changes) {
      const answer = await update(open, session.access_token, body);
      expect([answer.status, answer.body.error_code]).toEqual([401, 'insufficient_aal']);
    }
  });

  it('A18: of an anonymous user needs an address', async () => {
    const { body } = await open.post('/signup', {});
    const answer = await update(open, body.access_token, { password: 'secret-1' });
    expect([answer.status, answer.body.error_code]).toEqual([422, 'validation_failed']);
  });

  it('A18: and address of an SSO user cannot be changed here', async () => {
    const { session } = await signUp(open);
    await test.database.sql`update auth.users set is_sso_user = true where id = ${session.user.id}`;
    const answer = await update(open, session.access_token, { password: 'secret-2' });
    expect([answer.status, answer.body.error_code]).toEqual([422, 'user_sso_managed']);
  });

  it('A20: asks for a code in a session older than a day, if that is configured', async () => {
    const careful = await test.start(`
      [auth]
      minimum_password_length = 6
      jwt_expiry = 604800
      [auth.email]
      enable_confirmations = false
      secure_password_change = true`);
    const { email, session } = await signUp(careful);
    expect((await update(careful, session.access_token, { password: 'secret-2' })).status).toBe(200);
    careful.advance(24 * 3600 + 60);
    const token = session.access_token;
    const needed = await update(careful, token, { password: 'secret-3' });
    expect([needed.status, needed.body.error_code]).toEqual([400, 'reauthentication_needed']);
    expect((await careful.call('GET', '/reauthenticate', { token })).body).toEqual({});
    const wrong = await update(careful, token, { password: 'secret-3', nonce: 'nonsense' });
    expect([wrong.status, wrong.body.error_code]).toEqual([422, 'reauthentication_not_valid']);
    const nonce = codeFor(email, careful);
    expect((await update(careful, token, { password: 'secret-3', nonce })).status).toBe(200);
    const again = await update(careful, token, { password: 'secret-4', nonce });
    expect(again.body.error_code).toBe('reauthentication_not_valid');
  });
});

describe('metadata', () => {
  it('A19: is merged, and null removes a key', async () => {
    const client = open.client();
    await client.auth.signUp({
      email: freshEmail(),
      password: 'secret-1',
      options: { data: { a: 1, b: { c: 2 } } },
    });
    const { data } = await client.auth.updateUser({ data: { a: null, d: [3] } });
    expect(data.user?.user_metadata).toMatchObject({ b: { c: 2 }, d: [3] });
    expect(data.user?.user_metadata).not.toHaveProperty('a');
  });

  it('A19: does not reach a prototype', async () => {
    const { session } = await signUp(open);
    const body = '{"data":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}';
    expect((await open.call('PUT', '/user', { token: session.access_token, text: body })).status).toBe(200);
    expect({}).not.toHaveProperty('polluted');
  });

  it('A18: of the application is not for users', async () => {
    const { session } = await signUp(open);
    const answer = await update(open, session.access_token, { app_metadata: { role: 'admin' } });
    expect([answer.status, answer.body.error_code]).toEqual([403, 'not_admin']);
  });
});

describe('changing an address', () => {
  it.each(['old first', 'new first'])('A17: is confirmed from both addresses, %s', async (order) => {
    const { email, session } = await signUp(confirming);
    const next = freshEmail('next');
    const pending = await update(confirming, session.access_token, { email: next });
    expect(pending.body).toMatchObject({ email, new_email: next });
    const steps = order === 'old first' ? [email, next] : [next, email];
    const verify = (address: string) =>
      confirming.post('/verify', {
        type: 'email_change',
        email: address,
        token: codeFor(address, confirming),
      });
    const half = await verify(steps[0] ?? '');
    expect(half.body).toEqual({
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      code: '200',
    });
    expect((await confirming.call('GET', '/user', { token: session.access_token })).body.email).toBe(email);
    const done = await verify(steps[1] ?? '');
    expect(done.body.user).toMatchObject({ email: next, identities: [{ identity_data: { email: next } }] });
    expect(done.body.user).not.toHaveProperty('new_email');
  });

  it('A17: says so in the fragment when the first link is followed', async () => {
    const { session } = await signUp(confirming);
    const next = freshEmail('next');
    await update(confirming, session.access_token, { email: next });
    const link = new URL(confirming.lastMail(next).variables.ConfirmationURL ?? '');
    const answer = await confirming.call('GET', `/verify${link.search}`);
    expect(answer.headers.get('location')).toContain('#message=Confirmation+link+accepted');
  });

  it('A17: one address cannot confirm for both', async () => {
    const { email, session } = await signUp(confirming);
    const next = freshEmail('next');
    await update(confirming, session.access_token, { email: next });
    const token = codeFor(next, confirming);
    const answers = await Promise.all(
      Array.from({ length: 9 }, () =>
        confirming.post('/verify', { type: 'email_change', email: next, token }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await confirming.call('GET', '/user', { token: session.access_token })).body.email).toBe(email);
  });

  it('A17: both confirmations at the same moment change the address', async () => {
    const { email, session } = await signUp(confirming);
    const next = freshEmail('next');
    await update(confirming, session.access_token, { email: next });
    const answers = await Promise.all(
      [email, next].map((address) =>
        confirming.post('/verify', {
          type: 'email_change',
          email: address,
          token: codeFor(address, confirming),
        }),
      ),
    );
    expect(answers.map(({ body }) => body.user?.email ?? body.code).sort()).toEqual(['200', next]);
  });

  it('A17: without confirmations elsewhere, one mail is enough', async () => {
    const { session } = await signUp(open);
    const next = freshEmail('next');
    await update(open, session.access_token, { email: next });
    const answer = await open.post('/verify', {
      type: 'email_change',
      email: next,
      token: codeFor(next, open),
    });
    expect(answer.body.user.email).toBe(next);
  });

  it('to one that is taken is 422', async () => {
    const [one, two] = [await signUp(open), await signUp(open)];
    const answer = await update(open, one.session.access_token, { email: two.email });
    expect([answer.status, answer.body.error_code]).toEqual([422, 'email_exists']);
  });

  it('stricter: voids everything that was sent to the old one', async () => {
    const { email, session } = await signUp(open);
    await open.post('/recover', { email });
    const recovery = open.lastMail(email).variables.TokenHash;
    const next = freshEmail('next');
    await update(open, session.access_token, { email: next });
    await open.post('/verify', { type: 'email_change', email: next, token: codeFor(next, open) });
    expect((await open.post('/verify', { type: 'recovery', token_hash: recovery })).status).toBe(403);
  });

  it('A38: makes an anonymous user a permanent one with the same id', async () => {
    const { body: session } = await open.post('/signup', {});
    const email = freshEmail();
    const { body } = await update(open, session.access_token, { email, password: 'secret-1' });
    expect(body).toMatchObject({ id: session.user.id, email, is_anonymous: false });
    expect(body.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] });
    expect((await open.post('/token?grant_type=password', { email, password: 'secret-1' })).status).toBe(200);
  });

  it('of a phone is confirmed by its code', async () => {
    const { session } = await signUp(open);
    const phone = freshPhone();
    const pending = await update(open, session.access_token, { phone });
    expect(pending.body).toMatchObject({ phone: '', new_phone: phone });
    const token = open.lastSms(phone).otp;
    const { body } = await open.post('/verify', { type: 'phone_change', phone, token });
    expect(body.user).toMatchObject({ phone, app_metadata: { providers: ['email', 'phone'] } });
    expect(body.user.phone_confirmed_at).toBeTruthy();
  });
});
