import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestHooks, type TestHooks } from '../../../tests/harness/auth/open-test-hooks.ts';
import { json, refuse } from '../../../tests/harness/auth/start-test-hook.ts';
import {
  codeOf,
  enrollApp,
  factorToml,
  signInOwner,
  signUpOwner,
} from '../../../tests/harness/auth/test-owner.ts';
import type { TestService } from '../../../tests/harness/auth/test-service.ts';

let hooks: TestHooks;
let service: TestService;

beforeAll(async () => {
  hooks = await openTestHooks();
  service = await hooks.startWith(['password_verification_attempt', 'mfa_verification_attempt'], factorToml);
});
beforeEach(() => {
  hooks.server.calls.length = 0;
  hooks.server.answer = (response) => json(response, { decision: 'continue' });
});
afterAll(() => hooks.close());

const signIn = (email: string, password = 'secret-1') =>
  service.post('/token?grant_type=password', { email, password });
const sessionsOf = async (email: string) =>
  (
    await hooks.database.database
      .sql`select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`
  ).length;

describe('A50: the hook for passwords', () => {
  test('gets whether the password was correct, and lets the user sign in', async () => {
    const { email } = await signUpOwner(service);
    expect((await signIn(email)).status).toBe(200);
    expect((await signIn(email, 'wrong')).body).toMatchObject({ error_code: 'invalid_credentials' });
    const [right, wrong] = hooks.server.calls;
    expect(right).toMatchObject({ isSigned: true, payload: { valid: true } });
    expect(Object.keys(right?.payload)).toEqual(['metadata', 'user_id', 'valid']);
    expect(right?.payload.metadata.name).toBe('password-verification');
    expect(wrong?.payload).toMatchObject({ valid: false, user_id: right?.payload.user_id });
  });

  test('is not called for unknown users', async () => {
    await signIn('unknown@example.com');
    expect(hooks.server.calls).toHaveLength(0);
  });

  test.each([
    ['its own words', { message: 'Come back tomorrow.' }, 'Come back tomorrow.'],
    ['ours', {}, 'Further password verification attempts will be rejected.'],
  ])('refuses users with %s, and keeps their other sessions', async (_name, answer, msg) => {
    const { email } = await signUpOwner(service);
    hooks.server.answer = (response) => json(response, { decision: 'reject', ...answer });
    const refused = { status: 400, body: { error_code: 'invalid_credentials', msg } };
    expect(await signIn(email)).toMatchObject(refused);
    expect(await signIn(email, 'wrong')).toMatchObject(refused);
    expect(await sessionsOf(email)).toBe(1);
  });

  test('can sign a user out everywhere', async () => {
    const { email } = await signUpOwner(service);
    hooks.server.answer = (response) => json(response, { decision: 'reject', should_logout_user: true });
    expect((await signIn(email)).status).toBe(400);
    expect(await sessionsOf(email)).toBe(0);
  });

  test.each([
    ['refuses', 403, (response: Parameters<typeof json>[0]) => refuse(response, 'No.', 403)],
    ['is down', 422, (response: Parameters<typeof json>[0]) => response.socket?.destroy()],
    ['is slow', 422, () => {}],
    [
      'decides something else',
      500,
      (response: Parameters<typeof json>[0]) => json(response, { decision: 'rejected' }),
    ],
    ['answers with a list', 500, (response: Parameters<typeof json>[0]) => json(response, ['continue'])],
  ])('that %s refuses the sign-in', async (_name, status, answer) => {
    const { email } = await signUpOwner(service);
    hooks.server.answer = answer;
    expect((await signIn(email)).status).toBe(status);
    expect(await sessionsOf(email)).toBe(1);
  });

  test('that answers nothing lets the user sign in', async () => {
    const { email } = await signUpOwner(service);
    hooks.server.answer = (response) => response.writeHead(204).end();
    expect((await signIn(email)).status).toBe(200);
  });

  test('may be a function that counts, as in Supabase’s guide', async () => {
    await hooks.database.database.sql.script(
      'create table tries (user_id uuid, at timestamptz); grant all on tries to supabase_auth_admin',
    );
    const on = await hooks.startWithFunctions(
      {
        password_verification_attempt: `
          if (event->'valid')::boolean then return '{"decision": "continue"}'; end if;
          insert into public.tries values ((event->>'user_id')::uuid, now());
          if (select count(*) from public.tries where user_id = (event->>'user_id')::uuid) < 2 then
            return '{"decision": "continue"}';
          end if;
          return '{"decision": "reject", "message": "Too often."}';`,
      },
      factorToml,
    );
    const { email } = await signUpOwner(on);
    const attempt = () => on.post('/token?grant_type=password', { email, password: 'wrong' });
    expect((await attempt()).body.msg).toBe('Invalid login credentials');
    expect((await attempt()).body.msg).toBe('Too often.');
  });
});

describe('A50: the hook for second factors', () => {
  async function begin() {
    const owner = await signUpOwner(service);
    const app = await enrollApp(service, owner);
    const { body } = await service.post(`/factors/${app.factorId}/challenge`, {}, { token: owner.token });
    const verify = (code: string) =>
      service.post(
        `/factors/${app.factorId}/verify`,
        { challenge_id: body.id, code },
        { token: owner.token },
      );
    return { owner, app, verify };
  }

  test('gets whether the code was correct', async () => {
    const { app, verify } = await begin();
    expect((await verify('000000')).body).toMatchObject({ error_code: 'mfa_verification_failed' });
    expect((await verify(codeOf(service, app))).status).toBe(200);
    const [wrong, right] = hooks.server.calls.slice(-2);
    expect(wrong?.payload).toEqual({
      metadata: expect.objectContaining({ name: 'mfa-verification' }),
      user_id: expect.any(String),
      factor_id: app.factorId,
      factor_type: 'totp',
      valid: false,
    });
    expect(right).toMatchObject({ isSigned: true, payload: { factor_id: app.factorId, valid: true } });
  });

  test('refuses users and signs them out everywhere; the factor stays unverified', async () => {
    const { owner, app, verify } = await begin();
    await signInOwner(service, owner.email);
    hooks.server.answer = (response) => json(response, { decision: 'reject' });
    expect(await verify(codeOf(service, app))).toMatchObject({
      status: 403,
      body: {
        error_code: 'mfa_verification_rejected',
        msg: 'Further MFA verification attempts will be rejected.',
      },
    });
    expect(await sessionsOf(owner.email)).toBe(0);
    const rows = await hooks.database.database
      .sql`select status from auth.mfa_factors where id = ${app.factorId}`;
    expect(rows).toEqual([{ status: 'unverified' }]);
  });

  test('that fails raises no session', async () => {
    const { owner, app, verify } = await begin();
    hooks.server.answer = (response) => refuse(response, 'Broken.');
    expect((await verify(codeOf(service, app))).status).toBe(500);
    expect(await sessionsOf(owner.email)).toBe(1);
    hooks.server.answer = (response) => json(response, {});
    expect((await verify(codeOf(service, app))).status).toBe(200);
  });
});
