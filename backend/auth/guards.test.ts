import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../tests/harness/fresh-contact.ts';
import { parseConfig } from '../config/read-config.ts';
import { parseProxyTrust } from '../http/client-address.ts';
import { createKeyRing } from '../identity/key-ring.ts';
import { isAllowedRedirect } from './redirects/redirect.ts';

let test: TestDatabase;
let service: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(`
    [auth]
    minimum_password_length = 6
    site_url = "https://site.example"
    additional_redirect_urls = ["https://app.example/*", "https://**.preview.example/**"]`);
});
afterAll(() => test.close());

describe('redirects', () => {
  const siteUrl = 'https://site.example';
  const list = (...patterns: string[]) => ({
    config: parseConfig(
      `[auth]\nsite_url = "${siteUrl}"\nadditional_redirect_urls = ${JSON.stringify(patterns)}`,
    ).auth,
  });

  it.each([
    ['https://site.example', []],
    ['https://site.example/any/path?and=query#hash', []],
    ['https://app.example/page', ['https://app.example/*']],
    ['https://app.example/page#frag/ment', ['https://app.example/*']],
    ['https://app.example/a/b', ['https://app.example/**']],
    ['https://x.app.example/', ['https://*.app.example/']],
    ['https://app.example/b', ['https://app.example/{a,b}']],
    ['https://app.example/7', ['https://app.example/[0-9]']],
    ['com.example.app://callback', ['com.example.app://callback']],
    ['http://127.0.0.1:9999/x', []],
    ['http://[::1]:9999/x', []],
  ] as const)('A33: %s is allowed by %j', (url, patterns) => {
    expect(isAllowedRedirect(url, list(...patterns))).toBe(true);
  });

  it.each([
    ['', []],
    ['https://other.example', []],
    ['http://site.example', []],
    ['https://site.example:8443', []],
    ['https://site.example.evil.example', []],
    ['https://site.example@evil.example/', []],
    ['https://site.example\\@evil.example/', []],
    ['https://evil.example\\.site.example/', ['https://**']],
    ['//site.example', []],
    ['/path', ['**']],
    ['https:site.example', []],
    ['https:/site.example', []],
    ['https:///evil.example', ['https://**']],
    ['https://user@app.example/x', ['https://**']],
    ['https://app.example/a/b', ['https://app.example/*']],
    ['https://evil.app.example/', ['https://*.example/']],
    ['https://2130706433/', ['https://**']],
    ['https://0x7f000001/', ['https://**']],
    ['https://192.0.2.1/', ['https://**']],
    ['https://[2001:db8::1]/', ['https://**']],
    ['https://xn--e1awd7f.example\t/', ['https://**']],
    ['https://app.example/\nSet-Cookie: a', ['https://**']],
    ['https://аpp.example/', ['https://**']],
    ['javascript:alert(1)', ['**']],
    ['data:text/html,x', ['**']],
    ['jAvAsCrIpT://site.example/%0aalert(1)', ['**']],
  ] as const)('A33: %j is not allowed by %j', (url, patterns) => {
    expect(isAllowedRedirect(url, list(...patterns))).toBe(false);
  });

  it('A33: allows any port of the site on localhost only', () => {
    const local = { config: parseConfig('[auth]\nsite_url = "http://localhost:3000"').auth };
    expect(isAllowedRedirect('http://localhost:5173/x', local)).toBe(true);
  });

  it('A33: prefers the header, then the query, then the referrer, then the site', async () => {
    const target = async (path: string, headers: Record<string, string> = {}) => {
      const email = freshEmail();
      await service.post(`/signup${path}`, { email, password: 'secret-1' }, { headers });
      return service.lastMail(email).variables.RedirectTo;
    };
    expect(await target('?redirect_to=https://app.example/q', { redirect_to: 'https://app.example/h' })).toBe(
      'https://app.example/h',
    );
    expect(await target('?redirect_to=https://app.example/q')).toBe('https://app.example/q');
    expect(await target('?redirect_to=https://evil.example/', { Referer: 'https://app.example/r' })).toBe(
      'https://app.example/r',
    );
    expect(await target('?redirect_to=https://evil.example/', { Referer: 'https://evil.example/' })).toBe(
      'https://site.example',
    );
  });
});

describe('rate limits', () => {
  it('A48: count by IP address, and send Retry-After', async () => {
    const limited = await test.start('[auth.rate_limit]\ntoken_verifications = 3');
    limited.address = '192.0.2.50';
    const attempt = () => limited.post('/verify', { type: 'signup', token_hash: 'x' });
    for (let index = 0; index < 3; index += 1) expect((await attempt()).status).toBe(403);
    const { status, body, headers } = await attempt();
    expect([status, body.error_code]).toEqual([429, 'over_request_rate_limit']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    limited.address = '192.0.2.51';
    expect((await attempt()).status).toBe(403);
  });

  it('stricter: count IPv6 by its /64, and ignore X-Forwarded-For of an untrusted client', async () => {
    const limited = await test.start('[auth.rate_limit]\ntoken_verifications = 2');
    const from = async (address: string, forwarded: string) => {
      limited.address = address;
      const headers = { 'X-Forwarded-For': forwarded };
      return (await limited.post('/verify', { type: 'signup', token_hash: 'x' }, { headers })).status;
    };
    expect(await from('2001:db8:1:2::1', '192.0.2.1')).toBe(403);
    expect(await from('2001:db8:1:2:ffff::9', '192.0.2.2')).toBe(403);
    expect(await from('2001:db8:1:2:aaaa::7', '192.0.2.3')).toBe(429);
    expect(await from('2001:db8:1:3::1', '192.0.2.4')).toBe(403);
  });

  it('stricter: behind a trusted proxy use the right-most untrusted address', async () => {
    const limited = await test.start('[auth.rate_limit]\ntoken_verifications = 1', {
      proxyTrust: parseProxyTrust('10.0.0.0/8'),
    });
    limited.address = '10.1.2.3';
    const via = async (forwarded: string) => {
      const headers = { 'X-Forwarded-For': forwarded };
      return (await limited.post('/verify', { type: 'signup', token_hash: 'x' }, { headers })).status;
    };
    expect(await via('1.1.1.1, 203.0.113.77, 10.9.9.9')).toBe(403);
    expect(await via('2.2.2.2, 203.0.113.77, 10.9.9.9')).toBe(429);
    expect(await via('203.0.113.78')).toBe(403);
  });

  it('stricter: count by account as well', async () => {
    const limited = await test.start('[auth.rate_limit]\nsign_in_sign_ups = 3');
    const email = freshEmail();
    const guess = async (index: number) => {
      limited.address = `198.51.100.${index}`;
      return (await limited.post('/token?grant_type=password', { email, password: `guess-${index}` })).status;
    };
    expect([await guess(1), await guess(2), await guess(3), await guess(4)]).toEqual([400, 400, 400, 429]);
  });

  it('A48: of fifty concurrent refreshes only the limit passes, and a refused one uses up no token', async () => {
    const limited = await test.start(`
      [auth.email]
      enable_confirmations = false
      [auth.rate_limit]
      token_refresh = 20`);
    const signUp = () => limited.post('/signup', { email: freshEmail(), password: 'secret-1' });
    const refresh = (token: unknown) =>
      limited.post('/token?grant_type=refresh_token', { refresh_token: token });
    const { body: session } = await signUp();
    limited.address = '192.0.2.70';
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh('abcdefghijkl')));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(20);
    expect(answers.filter(({ body }) => body.error_code === 'over_request_rate_limit')).toHaveLength(30);
    // Another address with an empty bucket: the statement that would use the token finds out that it is empty.
    limited.address = '192.0.2.71';
    await Promise.all(Array.from({ length: 20 }, () => refresh('abcdefghijkl')));
    expect((await refresh(session.refresh_token)).status).toBe(429);
    const [kept] = await test.database
      .sql`select revoked from auth.refresh_tokens where token = ${session.refresh_token}`;
    expect(kept?.revoked).toBe(false);
    limited.address = '192.0.2.72';
    expect((await refresh(session.refresh_token)).status).toBe(200);
    // A malformed token counts as well.
    for (let index = 0; index < 19; index += 1) expect((await refresh('not a token')).status).toBe(400);
    expect((await refresh('not a token')).status).toBe(429);
  });

  it('A48: anonymous sign-ins have their own', async () => {
    const limited = await test.start(`
      [auth]
      enable_anonymous_sign_ins = true
      [auth.rate_limit]
      anonymous_users = 1`);
    limited.address = '192.0.2.60';
    expect((await limited.post('/signup', {})).status).toBe(200);
    expect((await limited.post('/signup', {})).body.error_code).toBe('over_request_rate_limit');
  });
});

describe('captcha', () => {
  const captchaTokens: (string | undefined)[] = [];
  const start = () =>
    test.start(
      `
      [auth]
      minimum_password_length = 6
      [auth.captcha]
      enabled = true
      provider = "turnstile"
      secret = "x"
      [auth.email]
      enable_confirmations = false`,
      {
        ports: {
          captcha: {
            async verify(token) {
              captchaTokens.push(token);
              return token === 'solved';
            },
          },
        },
      },
    );

  it('A49: is needed where it is configured', async () => {
    const guarded = await start();
    const credentials = { email: freshEmail(), password: 'secret-1' };
    for (const path of [
      '/signup',
      '/otp',
      '/recover',
      '/resend',
      '/magiclink',
      '/token?grant_type=password',
    ]) {
      const { status, body } = await guarded.post(path, credentials);
      expect([status, body.error_code], path).toEqual([400, 'captcha_failed']);
    }
    const wrong = await guarded.post('/signup', {
      ...credentials,
      gotrue_meta_security: { captcha_token: 'guessed' },
    });
    expect(wrong.body.error_code).toBe('captcha_failed');
    const { email, password } = credentials;
    const { error } = await guarded
      .client()
      .auth.signUp({ email, password, options: { captchaToken: 'solved' } });
    expect(error).toBeNull();
  });

  it('A49: is not needed for admins nor for a refresh', async () => {
    const guarded = await start();
    const credentials = { email: freshEmail(), password: 'secret-1' };
    const token = test.secrets.serviceRoleKey;
    const { status, body } = await guarded.post('/signup', credentials, { token });
    expect(status).toBe(200);
    const refreshed = await guarded.post('/token?grant_type=refresh_token', {
      refresh_token: body.refresh_token,
    });
    expect(refreshed.status).toBe(200);
  });
});

describe('admin routes', () => {
  const invite = (token: string, email = freshEmail()) =>
    service.post('/invite', { email, data: { team: 1 } }, { token });

  it('A43: are for admin roles, with either kind of key', async () => {
    for (const token of [test.secrets.serviceRoleKey, test.secrets.secretKey]) {
      const { status, body } = await invite(token);
      expect([status, body.invited_at]).toEqual([200, expect.any(String)]);
    }
    const supabaseAdmin = createKeyRing(test.secrets).sign({ sub: '1234567890', role: 'supabase_admin' });
    expect((await invite(supabaseAdmin)).status).toBe(200);
    for (const token of [test.secrets.anonKey, test.secrets.publishableKey]) {
      const { status, body } = await invite(token);
      expect([status, body.error_code]).toEqual([403, 'not_admin']);
    }
    expect((await invite('sb_secret_guessed')).body.error_code).toBe('bad_jwt');
    expect((await service.post('/invite', {})).body.error_code).toBe('no_authorization');
  });

  it('A43: accept a session token only while the session lives', async () => {
    const email = freshEmail();
    await service.post('/signup', { email, password: 'secret-1' });
    await test.database.sql`update auth.users set role = 'service_role' where email = ${email}`;
    const { body } = await service.post('/verify', {
      type: 'signup',
      email,
      token: service.lastMail(email).variables.Token,
    });
    expect((await invite(body.access_token)).status).toBe(200);
    await service.call('POST', '/logout', { token: body.access_token });
    expect((await invite(body.access_token)).body.error_code).toBe('session_not_found');
  });

  it('an invited user signs in with the link and is confirmed', async () => {
    const email = freshEmail();
    const admin = service.client({ key: test.secrets.serviceRoleKey });
    const { error } = await admin.auth.admin.inviteUserByEmail(email, { data: { team: 1 } });
    expect(error).toBeNull();
    const { status, body } = await service.post('/verify', {
      type: 'invite',
      token_hash: service.lastMail(email).variables.TokenHash,
    });
    expect([status, body.user.user_metadata.team]).toEqual([200, 1]);
    expect((await invite(test.secrets.serviceRoleKey, email)).body.error_code).toBe('email_exists');
  });

  it('A9: signing up with an invited address reveals nothing of the invitation', async () => {
    const email = freshEmail();
    await invite(test.secrets.serviceRoleKey, email);
    service.advance(61);
    const { status, body } = await service.post('/signup', { email, password: 'secret-1' });
    expect([status, body.identities, body.user_metadata]).toEqual([200, [], {}]);
  });
});
