import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail, freshPhone } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(`
    [auth.sms]
    enable_signup = true
    [auth.sms.test_otp]
    15550001111 = "123456"`);
});
afterAll(() => test.close());

const verify = (body: unknown, on: TestService = service) => on.post('/verify', body);
const codeFor = (email: string, on: TestService = service) => on.lastMail(email).variables.Token ?? '';

async function signUp(email = freshEmail(), on: TestService = service) {
  await on.post('/signup', { email, password: 'secret-1' });
  return email;
}

function location(answer: { headers: Headers }): URL {
  return new URL(answer.headers.get('location') ?? '');
}

/** Follows the link of a mail as a browser does. */
function follow(link: string | undefined, on: TestService = service) {
  const url = new URL(link ?? '');
  return on.call('GET', `${url.pathname.replace('/auth/v1', '')}${url.search}`);
}

describe('codes', () => {
  it('A14: are stored as a hash, on the user and in their own table, and replaced by the next', async () => {
    const email = await signUp();
    const first = codeFor(email);
    expect(first).toMatch(/^\d{6}$/);
    const stored = () => test.database.sql`
      select t.token_hash, u.confirmation_token from auth.one_time_tokens t join auth.users u on u.id = t.user_id
      where u.email = ${email} and t.token_type = 'confirmation_token'`;
    const [row] = await stored();
    expect(row?.token_hash).toMatch(/^[0-9a-f]{56}$/);
    expect(row?.confirmation_token).toBe(row?.token_hash);
    service.advance(61);
    await service.post('/resend', { type: 'signup', email });
    expect(await stored()).toHaveLength(1);
    expect((await verify({ type: 'signup', email, token: first })).status).toBe(
      codeFor(email) === first ? 200 : 403,
    );
  });

  it('A15: sign a user up through the client', async () => {
    const email = await signUp();
    const { data, error } = await service
      .client()
      .auth.verifyOtp({ email, token: codeFor(email), type: 'email' });
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBeTruthy();
    expect(data.user?.user_metadata.email_verified).toBe(true);
    expect(data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true);
  });

  it('A15: a wrong code, an expired code and an unknown address are answered alike', async () => {
    const email = await signUp();
    const right = codeFor(email);
    const wrong = await verify({ type: 'signup', email, token: right === '000000' ? '000001' : '000000' });
    const unknown = await verify({ type: 'signup', email: freshEmail(), token: '000000' });
    service.advance(3601);
    const old = await verify({ type: 'signup', email, token: right });
    for (const { status, body } of [wrong, unknown, old]) {
      expect([status, body.error_code, body.msg]).toEqual([
        403,
        'otp_expired',
        'Token has expired or is invalid',
      ]);
    }
  });

  it('A15: need exactly one proof, and a hash comes alone', async () => {
    const bad = [
      { type: 'signup', email: 'a@example.com' },
      { type: 'signup', token: '1', token_hash: '2' },
      { type: 'signup', token: '123456' },
      { type: 'signup', token_hash: 'x', email: 'a@example.com' },
      { type: 'signup', token_hash: 'x', redirect_to: 'http://localhost:3000' },
      { token: '123456', email: 'a@example.com' },
      { type: 'toString', token_hash: 'x' },
    ];
    for (const body of bad) {
      const answer = await verify(body);
      expect([answer.status, answer.body.error_code], JSON.stringify(body)).toEqual([
        400,
        'validation_failed',
      ]);
    }
    const hash = await verify({ type: 'signup', token_hash: 'f'.repeat(56) });
    expect([hash.status, hash.body.msg]).toEqual([403, 'Email link is invalid or has expired']);
  });

  it('A15: of a banned user are 403 user_banned', async () => {
    const email = await signUp();
    await test.database
      .sql`update auth.users set banned_until = now() + interval '1 day' where email = ${email}`;
    const { status, body } = await verify({ type: 'signup', email, token: codeFor(email) });
    expect([status, body.error_code]).toEqual([403, 'user_banned']);
  });

  it('do not work with another type', async () => {
    const email = await signUp();
    for (const type of ['recovery', 'magiclink', 'email_change', 'sms']) {
      expect((await verify({ type, email, token: codeFor(email) })).status).toBe(403);
    }
    expect((await verify({ type: 'signup', email, token: codeFor(email) })).status).toBe(200);
  });

  it('stricter: of fifty uses of one code at once exactly one succeeds', async () => {
    const email = await signUp();
    const { TokenHash: hash } = service.lastMail(email).variables;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => verify({ type: 'signup', token_hash: hash })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(49);
    const other = await signUp();
    const codes = await Promise.all(
      Array.from({ length: 50 }, () => verify({ type: 'signup', email: other, token: codeFor(other) })),
    );
    expect(codes.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('stricter: are void after ten wrong attempts, from any address', async () => {
    const email = await signUp();
    const right = codeFor(email);
    const guesses = Array.from({ length: 11 }, (_, index) => String(index).padStart(6, '0')).filter(
      (code) => code !== right,
    );
    for (const [index, token] of guesses.slice(0, 10).entries()) {
      service.address = `198.51.100.${index}`;
      expect((await verify({ type: 'signup', email, token })).status).toBe(403);
    }
    expect((await verify({ type: 'signup', email, token: right })).body.error_code).toBe('otp_expired');
    service.advance(61);
    await service.post('/resend', { type: 'signup', email });
    expect((await verify({ type: 'signup', email, token: codeFor(email) })).status).toBe(200);
  });

  it('stay valid after nine wrong attempts', async () => {
    const email = await signUp();
    const wrong = codeFor(email) === '111111' ? '222222' : '111111';
    for (let index = 0; index < 9; index += 1) await verify({ type: 'signup', email, token: wrong });
    expect((await verify({ type: 'signup', email, token: codeFor(email) })).status).toBe(200);
  });

  it('by SMS sign in, and a test code is single-use like any other', async () => {
    const phone = freshPhone();
    const client = service.client();
    await client.auth.signInWithOtp({ phone });
    const { data, error } = await client.auth.verifyOtp({
      phone,
      token: service.lastSms(phone).otp,
      type: 'sms',
    });
    expect([error, data.user?.phone, data.user?.app_metadata.provider]).toEqual([null, phone, 'phone']);
    await service.post('/otp', { phone: '+15550001111' });
    const use = () => verify({ type: 'sms', phone: '15550001111', token: '123456' });
    expect([(await use()).status, (await use()).status]).toEqual([200, 403]);
  });
});

describe('links', () => {
  it('A16: end in a fragment with a session', async () => {
    const email = await signUp();
    const answer = await follow(service.lastMail(email).variables.ConfirmationURL);
    expect(answer.status).toBe(303);
    const target = location(answer);
    expect(target.origin).toBe('http://localhost:3000');
    const names = [...new URLSearchParams(target.hash.slice(1)).keys()];
    expect(names).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ]);
    const { data } = await service
      .client()
      .auth.getUser(new URLSearchParams(target.hash.slice(1)).get('access_token') ?? '');
    expect(data.user?.email).toBe(email);
  });

  it('A16: that are used up report it in the fragment', async () => {
    const email = await signUp();
    const link = service.lastMail(email).variables.ConfirmationURL;
    await follow(link);
    const target = location(await follow(link));
    expect(Object.fromEntries(new URLSearchParams(target.hash.slice(1)))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
    expect(target.search).toBe('');
    const pkce = location(await service.call('GET', '/verify?type=signup&token=pkce_nonsense'));
    expect(pkce.searchParams.get('error_code')).toBe('otp_expired');
    expect(pkce.hash).toContain('error_code=otp_expired');
  });

  it('stricter: HEAD uses nothing up', async () => {
    const email = await signUp();
    const url = new URL(service.lastMail(email).variables.ConfirmationURL ?? '');
    const head = await service.call('HEAD', `/verify${url.search}`);
    expect([head.status, head.headers.get('location')]).toEqual([200, null]);
    expect(location(await follow(url.href)).hash).toContain('access_token');
  });

  it('stricter: are built from configured URLs, never from the request', async () => {
    const email = freshEmail();
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Origin: 'https://evil.example',
    };
    await service.post('/signup', { email, password: 'secret-1' }, { headers });
    const { ConfirmationURL, SiteURL, RedirectTo } = service.lastMail(email).variables;
    expect(ConfirmationURL).toMatch(/^http:\/\/localhost:3000\/auth\/v1\/verify\?token=/);
    expect([SiteURL, RedirectTo]).toEqual(['http://localhost:3000', 'http://localhost:3000']);
  });

  it('stricter: lead to a page of the site where there is one', async () => {
    const site = await test.start('', { confirmPath: '/confirm' });
    const email = await signUp(freshEmail(), site);
    const url = new URL(site.lastMail(email).variables.ConfirmationURL ?? '');
    expect(url.origin + url.pathname).toBe('http://localhost:3000/confirm');
    const type = 'email';
    const { error } = await site
      .client()
      .auth.verifyOtp({ type, token_hash: url.searchParams.get('token_hash') ?? '' });
    expect(error).toBeNull();
  });
});
