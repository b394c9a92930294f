import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';
import { createKeyRing } from '../../identity/key-ring.ts';

let test: TestDatabase;
let service: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start('[auth.email]\nenable_confirmations = false');
});
afterAll(() => test.close());

async function signUp() {
  const { body } = await service.post('/signup', {
    email: freshEmail(),
    password: 'secret-1',
    data: { name: 'Ada' },
  });
  return body;
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const read = (token?: string) => service.call('GET', '/user', token === undefined ? {} : { token });
const resign = (claims: object, secret = test.secrets.jwtSecret) =>
  createKeyRing({ jwtSecret: secret }).sign({ ...claims });

describe('access tokens', () => {
  it('A28: carry every claim that clients and row security read', async () => {
    const session = await signUp();
    const header = JSON.parse(Buffer.from(session.access_token.split('.')[0], 'base64url').toString());
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.any(String) });
    const claims = claimsOf(session.access_token);
    expect(claims).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      sub: session.user.id,
      email: session.user.email,
      phone: '',
      iss: 'http://localhost:3000/auth/v1',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ada', email_verified: true },
    });
    expect(session.expires_at).toBe(claims.exp);
    expect(session.expires_in).toBe(3600);
    expect(session.token_type).toBe('bearer');
  });

  it('A29: name the authentication method', async () => {
    const ways = await test.start('[auth]\nminimum_password_length = 6\nenable_anonymous_sign_ins = true');
    const methods = (session: { access_token: string }) =>
      claimsOf(session.access_token).amr.map(({ method }: { method: string }) => method);
    expect(methods((await ways.post('/signup', {})).body)).toEqual(['anonymous']);
    const email = freshEmail();
    await ways.post('/signup', { email, password: 'secret-1' });
    const token = ways.lastMail(email).variables.Token;
    const verified = (await ways.post('/verify', { type: 'signup', email, token })).body;
    expect(methods(verified)).toEqual(['otp']);
    const refreshed = await ways.post('/token?grant_type=refresh_token', {
      refresh_token: verified.refresh_token,
    });
    expect(methods(refreshed.body)).toEqual(['otp']);
    const signedIn = await ways.post('/token?grant_type=password', { email, password: 'secret-1' });
    expect(methods(signedIn.body)).toEqual(['password']);
  });

  it('A28, A27: expire earlier while a second factor is missing, and so does the session', async () => {
    const strict = await test.start(`
      [auth.email]
      enable_confirmations = false
      [auth.sessions]
      allow_low_aal = "15m"`);
    const email = freshEmail();
    const { body } = await strict.post('/signup', { email, password: 'secret-1' });
    expect(body.expires_in).toBe(3600);
    await test.database.sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${body.user.id}, '', 'totp', 'verified', now(), now())`;
    const session = (await strict.post('/token?grant_type=password', { email, password: 'secret-1' })).body;
    expect(session.expires_in).toBe(900);
    strict.advance(901);
    const late = await strict.post('/token?grant_type=refresh_token', {
      refresh_token: session.refresh_token,
    });
    expect(late.body.msg).toBe(
      'Invalid Refresh Token: Session Expired (Low AAL: User Needs MFA Verification)',
    );
  });

  it('A30: are required, and answered with the user', async () => {
    const session = await signUp();
    const { status, body } = await read(session.access_token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: session.user.id,
      email: session.user.email,
      last_sign_in_at: expect.any(String),
    });
    expect(body).not.toHaveProperty('encrypted_password');
    const none = await read();
    expect([none.status, none.body.error_code]).toEqual([401, 'no_authorization']);
    expect(none.body.msg).toBe('This endpoint requires a valid Bearer token');
  });

  const forgeries: [string, (claims: Record<string, unknown>, token: string) => string][] = [
    ['nonsense', () => 'a.b.c'],
    ['another secret', (claims) => resign(claims, 'another secret of at least 32 characters')],
    ['no signature', (_claims, token) => `${token.split('.').slice(0, 2).join('.')}.`],
    [
      'algorithm none',
      (_claims, token) =>
        `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${token.split('.')[1]}.x`,
    ],
    [
      'another type',
      (_claims, token) =>
        `${Buffer.from('{"alg":"HS256","typ":"dpop+jwt"}').toString('base64url')}.${token.split('.')[1]}.x`,
    ],
    ['another issuer', (claims) => resign({ ...claims, iss: 'https://elsewhere.example' })],
    ['another audience', (claims) => resign({ ...claims, aud: 'others' })],
    ['no expiry', ({ exp: _exp, ...claims }) => resign(claims)],
    ['an expiry in the past', (claims) => resign({ ...claims, exp: 1 })],
    ['no subject', ({ sub: _sub, ...claims }) => resign(claims)],
    ['a malformed subject', (claims) => resign({ ...claims, sub: '1234567890' })],
  ];
  it.each(forgeries)('A30: with %s are 403 bad_jwt', async (_name, forge) => {
    const { access_token: token } = await signUp();
    const { status, body } = await read(forge(claimsOf(token), token));
    expect([status, body.error_code]).toEqual([403, 'bad_jwt']);
  });

  it('A30: of a deleted, signed-out or banned user are refused each with its own error', async () => {
    const gone = await signUp();
    await test.database.sql`delete from auth.users where id = ${gone.user.id}`;
    expect((await read(gone.access_token)).body.error_code).toBe('user_not_found');
    const out = await signUp();
    await service.call('POST', '/logout', { token: out.access_token });
    const afterwards = await read(out.access_token);
    expect([afterwards.status, afterwards.body.error_code]).toEqual([403, 'session_not_found']);
    const banned = await signUp();
    await test.database
      .sql`update auth.users set banned_until = now() + interval '1 day' where id = ${banned.user.id}`;
    expect((await read(banned.access_token)).body.error_code).toBe('user_banned');
  });

  it('A30: the session of one user is not valid in the token of another', async () => {
    const [one, two] = [await signUp(), await signUp()];
    const mixed = { ...claimsOf(one.access_token), session_id: claimsOf(two.access_token).session_id };
    expect((await read(resign(mixed))).body.error_code).toBe('session_not_found');
  });
});

describe('sign-out', () => {
  it('A31: ends this session, the others, or all of them', async () => {
    const email = freshEmail();
    await service.post('/signup', { email, password: 'secret-1' });
    const signIn = async () =>
      (await service.post('/token?grant_type=password', { email, password: 'secret-1' })).body;
    const [a, b, c] = [await signIn(), await signIn(), await signIn()];
    const alive = async () => {
      const answers = await Promise.all([a, b, c].map(({ access_token: token }) => read(token)));
      return answers.map(({ status }) => status === 200);
    };
    const { status } = await service.call('POST', '/logout?scope=local', { token: a.access_token });
    expect([status, await alive()]).toEqual([204, [false, true, true]]);
    await service.call('POST', '/logout?scope=others', { token: b.access_token });
    expect(await alive()).toEqual([false, true, false]);
    await service.call('POST', '/logout', { token: b.access_token });
    expect(await alive()).toEqual([false, false, false]);
  });

  it('A31: another scope is 400', async () => {
    const { access_token: token } = await signUp();
    const { status, body } = await service.call('POST', '/logout?scope=mine', { token });
    expect([status, body.error_code]).toEqual([400, 'validation_failed']);
  });

  it('works through the client', async () => {
    const client = service.client();
    await client.auth.signUp({ email: freshEmail(), password: 'secret-1' });
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
  });
});
