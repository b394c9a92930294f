import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestHooks, type TestHooks } from '../../../tests/harness/auth/open-test-hooks.ts';
import { json, refuse } from '../../../tests/harness/auth/start-test-hook.ts';
import {
  registerApplication,
  settings,
  signInThrough,
  signUpUser,
} from '../../../tests/harness/auth/test-application.ts';
import type { TestService } from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

const password = 'correct horse';
const open = `
[auth]
site_url = "http://localhost:3000"
enable_anonymous_sign_ins = true
[auth.email]
enable_confirmations = false
max_frequency = "0s"
`;

let hooks: TestHooks;
let service: TestService;
/** An existing user, for tests that only sign in. */
let known: string;

beforeAll(async () => {
  hooks = await openTestHooks();
  service = await hooks.startWith(['custom_access_token'], open);
  hooks.server.answer = (response, { payload }) => json(response, payload);
  known = (await signUp()).email;
});
beforeEach(() => {
  hooks.server.calls.length = 0;
  hooks.server.answer = (response, { payload }) =>
    json(response, { claims: { ...payload.claims, team: 'red' } });
});
afterAll(() => hooks.close());

async function signUp(on = service) {
  const email = freshEmail('token');
  const answer = await on.post('/signup', { email, password });
  return { email, ...answer };
}

const claimsOf = (body: { access_token: string }) => decodeJwt(body.access_token);
const signIn = (email: string, on = service) => on.post('/token?grant_type=password', { email, password });
const refresh = (token: string, on = service) =>
  on.post('/token?grant_type=refresh_token', { refresh_token: token });

describe('A50: the token hook over HTTP', () => {
  test('gets the claims and the authentication method, and changes the signed claims', async () => {
    const { email, body } = await signUp();
    expect(claimsOf(body)).toMatchObject({ team: 'red', email, role: 'authenticated', aal: 'aal1' });
    const [call] = hooks.server.calls;
    expect(call).toMatchObject({ isSigned: true });
    expect(call?.payload).toEqual({
      metadata: {
        uuid: expect.any(String),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        name: 'customize-access-token',
        ip_address: '203.0.113.7',
      },
      user_id: body.user.id,
      authentication_method: 'password',
      claims: expect.objectContaining({ sub: body.user.id, email, session_id: expect.any(String) }),
    });
    const read = await service.call('GET', '/user', { token: body.access_token });
    expect(read.body.email).toBe(email);
  });

  test('is called for every token: password, refresh, anonymous, code, PKCE', async () => {
    const { email, body } = await signUp();
    const methods = () => hooks.server.calls.map(({ payload }) => payload.authentication_method);
    expect(claimsOf((await signIn(email)).body).team).toBe('red');
    expect(claimsOf((await refresh(body.refresh_token)).body).team).toBe('red');
    expect(claimsOf((await service.post('/signup', {})).body).team).toBe('red');
    await service.post('/otp', { email });
    const token = service.lastMail(email).variables.Token;
    expect(claimsOf((await service.post('/verify', { type: 'email', email, token })).body).team).toBe('red');
    const client = service.client({ flowType: 'pkce' });
    await client.auth.signInWithOtp({ email });
    const { TokenHash } = service.lastMail(email).variables;
    const link = await service.call('GET', `/verify?type=magiclink&token=${TokenHash}`);
    const code = new URL(link.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const exchanged = await client.auth.exchangeCodeForSession(code);
    expect(claimsOf({ access_token: exchanged.data.session?.access_token ?? '' }).team).toBe('red');
    expect(methods()).toEqual(['password', 'password', 'token_refresh', 'anonymous', 'otp', 'magiclink']);
  });

  test("cannot turn an application's token into a user's token", async () => {
    hooks.server.answer = (response, { payload }) => {
      const { client_id, scope, ...claims } = payload.claims;
      json(response, { claims: { ...claims, was: client_id, scope: `${scope} profile` } });
    };
    const server = await hooks.startWith(['custom_access_token'], settings);
    const app = await registerApplication(server);
    const person = await signUpUser(server);
    const claims = claimsOf(await signInThrough(server, app, person, 'email'));
    expect(claims).toMatchObject({ was: app.id, client_id: app.id, scope: 'email' });
    expect(claimsOf({ access_token: person.token }).client_id).toBeUndefined();
  });

  test('that refuses leaves no session behind, and its message is passed on', async () => {
    const before = await hooks.countRows();
    hooks.server.answer = (response) => refuse(response, 'The house is closed.', 403);
    expect(await signIn(known)).toMatchObject({
      status: 403,
      body: { error_code: 'unknown', msg: 'The house is closed.' },
    });
    expect(await hooks.countRows()).toEqual(before);
  });

  test('that refuses a code leaves the code usable', async () => {
    const { email } = await signUp();
    await service.post('/otp', { email });
    const token = service.lastMail(email).variables.Token;
    const before = await hooks.countRows();
    const allow = hooks.server.answer;
    hooks.server.answer = (response) => refuse(response, 'Later.', 403);
    expect(await service.post('/verify', { type: 'email', email, token })).toMatchObject({ status: 403 });
    expect(await hooks.countRows()).toEqual(before);
    hooks.server.answer = allow;
    expect(await service.post('/verify', { type: 'email', email, token })).toMatchObject({ status: 200 });
  });

  test('that refuses an anonymous sign-up leaves no account behind', async () => {
    const before = await hooks.countRows();
    hooks.server.answer = (response) => refuse(response, 'A name is required.', 422);
    expect(await service.post('/signup', {})).toMatchObject({ status: 422 });
    expect(await hooks.countRows()).toEqual(before);
  });

  test('that refuses a refresh does not end the session: the same token renews it afterward', async () => {
    const { body } = await signUp();
    const allow = hooks.server.answer;
    hooks.server.answer = (response) => refuse(response, 'Not now.', 403);
    expect(await refresh(body.refresh_token)).toMatchObject({ status: 403, body: { msg: 'Not now.' } });
    expect(await refresh(body.refresh_token)).toMatchObject({ status: 403 });
    hooks.server.answer = allow;
    const renewed = await refresh(body.refresh_token);
    expect(renewed.status).toBe(200);
    expect(await refresh(renewed.body.refresh_token)).toMatchObject({ status: 200 });
  });

  test.each([
    ['no claims', () => ({}), 'output claims field is missing'],
    ['null', () => null, 'output claims field is missing'],
    ['claims that are no object', () => ({ claims: 'all of them' }), 'expected schema'],
    ['claims without an end', (claims: object) => ({ claims: { ...claims, exp: undefined } }), '- exp:'],
    ['an end in words', (claims: object) => ({ claims: { ...claims, exp: 'tomorrow' } }), '- exp:'],
    ['a role that is no text', (claims: object) => ({ claims: { ...claims, role: null } }), '- role:'],
    [
      'metadata that is no object',
      (claims: object) => ({ claims: { ...claims, app_metadata: 1 } }),
      '- app_metadata:',
    ],
  ])('that answers with %s is not accepted', async (_name, answer, message) => {
    const before = await hooks.countRows();
    hooks.server.answer = (response, { payload }) => json(response, answer(payload.claims));
    const refused = await signIn(known);
    expect(refused).toMatchObject({ status: 500, body: { error_code: 'unexpected_failure' } });
    expect(refused.body.msg).toContain(message);
    expect(await hooks.countRows()).toEqual(before);
  });

  test.each([
    'sub',
    'aud',
    'iat',
    'email',
    'phone',
    'role',
    'aal',
    'session_id',
    'is_anonymous',
  ])('must not remove %s', async (claim) => {
    hooks.server.answer = (response, { payload }) =>
      json(response, { claims: { ...payload.claims, [claim]: undefined } });
    expect((await signIn(known)).body.msg).toContain(`- ${claim}:`);
  });

  test('may remove the other claims, and the token is still accepted here', async () => {
    hooks.server.answer = (response, { payload }) => {
      const { app_metadata, user_metadata, amr, iss, ...claims } = payload.claims;
      json(response, { claims });
    };
    const { body } = await signIn(known);
    expect(claimsOf(body)).not.toHaveProperty('app_metadata');
    expect((await service.call('GET', '/user', { token: body.access_token })).status).toBe(200);
  });
});

describe('A50: the token hook as a database function', () => {
  test('sees the session of the token, and changes the signed claims', async () => {
    const on = await hooks.startWithFunctions(
      {
        custom_access_token: `return jsonb_set(event, '{claims,seen}', to_jsonb((
          select count(*) from auth.sessions s join auth.users u on u.id = s.user_id
          where s.id = (event->'claims'->>'session_id')::uuid)));`,
      },
      open,
    );
    const { email, body } = await signUp(on);
    expect(claimsOf(body)).toMatchObject({ seen: 1, email });
    expect(claimsOf((await refresh(body.refresh_token, on)).body)).toMatchObject({ seen: 1 });
    expect(claimsOf((await on.post('/signup', {})).body)).toMatchObject({ seen: 1, is_anonymous: true });
  });

  test('that refuses leaves nothing behind, not even its own writes', async () => {
    await hooks.database.database.sql.script(
      'create table notes (text text); grant all on notes to supabase_auth_admin',
    );
    const on = await hooks.startWithFunctions(
      {
        custom_access_token: `insert into public.notes values ('asked');
          return '{"error": {"http_code": 429, "message": "Slowly."}}'::jsonb;`,
      },
      open,
    );
    const before = await hooks.countRows();
    expect(await signIn(known, on)).toMatchObject({ status: 429, body: { msg: 'Slowly.' } });
    expect(await hooks.countRows()).toEqual(before);
    expect(await hooks.database.database.sql`select * from notes`).toHaveLength(0);
  });

  test.each([
    ['raises an error', `raise exception 'table of secrets';`, 500],
    ['may not read what it wants', `perform * from porchlight.applied_migrations; return event;`, 500],
    ['divides by zero', `return jsonb_build_object('claims', 1 / 0);`, 500],
    ['returns nothing', `return null;`, 500],
    ['takes too long', `perform pg_sleep(10); return event;`, 422],
  ])('that %s is a fault of the hook, and its message is not in the answer', async (_name, body, status) => {
    const on = await hooks.startWithFunctions({ custom_access_token: body }, open);
    const before = await hooks.countRows();
    const answer = await signIn(known, on);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|porchlight|zero/);
    expect(await hooks.countRows()).toEqual(before);
    // The connection that it ran on is unchanged.
    const rows = await hooks.database.database
      .sql`select current_user as name, current_setting('statement_timeout') as limit`;
    expect(rows).toEqual([{ name: expect.not.stringContaining('auth_admin'), limit: '8s' }]);
  });

  test('that does not exist is a fault of the hook', async () => {
    const toml = `${open}\n[auth.hook.custom_access_token]\nenabled = true\nuri = "pg-functions://postgres/public/missing_hook"`;
    const on = await hooks.database.start(toml, { log: (entry) => hooks.log.push(entry) });
    expect(await signIn(known, on)).toMatchObject({ status: 500 });
    expect(hooks.log.findLast(({ message }) => message.includes('custom_access_token'))).toMatchObject({
      level: 'warn',
      reason: expect.stringContaining('missing_hook'),
    });
  });
});
