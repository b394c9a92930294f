import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestHooks, type TestHooks } from '../../../tests/harness/auth/open-test-hooks.ts';
import { json, refuse } from '../../../tests/harness/auth/start-test-hook.ts';
import type { TestService } from '../../../tests/harness/auth/test-service.ts';
import { freshEmail, freshPhone } from '../../../tests/harness/fresh-contact.ts';
import { listOwnHosts } from '../../http/own-address.ts';

const password = 'correct horse';
const open = `
[auth]
site_url = "http://localhost:3000"
enable_anonymous_sign_ins = true
[auth.email]
max_frequency = "0s"
[auth.sms]
enable_signup = true
enable_confirmations = false
`;

let hooks: TestHooks;
let before: TestService;
let after: TestService;

beforeAll(async () => {
  hooks = await openTestHooks();
  before = await hooks.startWith(['before_user_created'], open);
  after = await hooks.startWith(['after_user_created'], open);
});
beforeEach(() => {
  hooks.server.calls.length = 0;
  hooks.server.answer = (response) => json(response, {});
});
afterAll(() => hooks.close());

const admin = () => ({ token: hooks.database.secrets.serviceRoleKey });

/** Every way in which the auth service creates an account. */
const registrations: [
  string,
  string,
  (on: TestService) => Promise<{ status: number; body: { id?: string; user?: { id: string } } }>,
][] = [
  ['a sign-up by email', 'email', (on) => on.post('/signup', { email: freshEmail(), password })],
  ['a sign-up by phone', 'phone', (on) => on.post('/signup', { phone: freshPhone(), password })],
  ['an anonymous sign-up', 'anonymous', (on) => on.post('/signup', { data: { pet: 'cat' } })],
  ['a magic link', 'email', (on) => on.post('/otp', { email: freshEmail() })],
  ['a code by phone', 'phone', (on) => on.post('/otp', { phone: freshPhone() })],
  ['an invitation', 'email', (on) => on.post('/invite', { email: freshEmail() }, admin())],
  [
    'a generated link',
    'email',
    (on) => on.post('/admin/generate_link', { type: 'invite', email: freshEmail() }, admin()),
  ],
];

describe('A50: before an account is created', () => {
  test("the hook gets it in the reference server's format", async () => {
    const email = freshEmail();
    const { body } = await before.post('/signup', { email, password, data: { pet: 'cat' } });
    expect(hooks.server.calls).toHaveLength(1);
    expect(hooks.server.calls[0]).toMatchObject({ isSigned: true });
    expect(hooks.server.calls[0]?.payload).toEqual({
      metadata: {
        uuid: expect.any(String),
        time: expect.any(String),
        name: 'before-user-created',
        ip_address: '203.0.113.7',
      },
      user: {
        id: body.id,
        aud: 'authenticated',
        role: '',
        email,
        phone: '',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { pet: 'cat' },
        identities: [],
        created_at: '0001-01-01T00:00:00Z',
        updated_at: '0001-01-01T00:00:00Z',
        is_anonymous: false,
      },
    });
  });

  test.each(registrations)('the hook is called for %s', async (_name, provider, call) => {
    expect((await call(before)).status).toBe(200);
    expect(hooks.server.calls.map(({ payload }) => payload.metadata.name)).toEqual(['before-user-created']);
    const { user } = hooks.server.calls[0]?.payload ?? {};
    expect(user).toMatchObject({ is_anonymous: provider === 'anonymous' });
    expect(user.app_metadata).toEqual(provider === 'anonymous' ? {} : { provider, providers: [provider] });
    const rows = await hooks.database.database.sql`select id from auth.users where id = ${user.id}`;
    expect(rows).toHaveLength(1);
  });

  test.each(
    registrations,
  )('the hook can prevent %s, and nothing is left behind', async (_name, _provider, call) => {
    const rows = await hooks.countRows();
    const mails = before.mails.length;
    hooks.server.answer = (response) => refuse(response, 'Members only.', 403);
    expect(await call(before)).toMatchObject({ status: 403, body: { msg: 'Members only.' } });
    expect(await hooks.countRows()).toEqual(rows);
    expect(before.mails).toHaveLength(mails);
  });

  test('the hook is not called for an existing user, nor for an account that an admin creates', async () => {
    const email = freshEmail();
    await before.post('/signup', { email, password });
    await before.post('/otp', { email });
    await before.post('/admin/users', { email: freshEmail(), password }, admin());
    expect(hooks.server.calls).toHaveLength(1);
  });

  test.each([
    ['down', (response: Parameters<typeof json>[0]) => response.socket?.destroy(), 422],
    ['slow', () => {}, 422],
    ['not to be understood', (response: Parameters<typeof json>[0]) => response.end('hello'), 400],
  ])('a hook that is %s prevents the account', async (_name, answer, status) => {
    const rows = await hooks.countRows();
    hooks.server.answer = answer;
    expect(await before.post('/signup', { email: freshEmail(), password })).toMatchObject({ status });
    expect(await hooks.countRows()).toEqual(rows);
  });

  test('a database function is called in the same way', async () => {
    const on = await hooks.startWithFunctions(
      {
        before_user_created: `
          if event->'user'->>'email' like '%@example.org' then return '{}'; end if;
          return jsonb_build_object('error', jsonb_build_object('message', 'Not from ' ||
            split_part(event->'user'->>'email', '@', 2), 'http_code', 400));`,
      },
      open,
    );
    expect(await on.post('/signup', { email: freshEmail(), password })).toMatchObject({
      status: 400,
      body: { msg: 'Not from example.com' },
    });
    const email = freshEmail().replace('.com', '.org');
    expect(await on.post('/signup', { email, password })).toMatchObject({ status: 200 });
  });
});

describe('A50: a hook of this very backend', () => {
  // The name that projects of the Supabase CLI have for it.
  const uri = 'http://host.docker.internal:54321/functions/v1/decide';

  test('is answered without a socket', async () => {
    const toml = `${open}\n[auth.hook.before_user_created]\nenabled = true\nuri = "${uri}"\nsecrets = "${hooks.server.secret}"`;
    const on = await hooks.database.start(toml, {
      ownHosts: listOwnHosts({ port: 3000, apiPort: 54321, projectId: '' }),
      log: (entry) => hooks.log.push(entry),
    });
    hooks.log.length = 0;
    // There is no such function, which the backend itself says.
    expect((await on.post('/signup', { email: freshEmail(), password })).status).toBe(500);
    expect(hooks.log[0]?.message).toContain('Unexpected status code returned from hook: 404');
    expect(hooks.log[0]?.reason).toContain('Nothing is served here');
  });
});

describe('A50: after an account was created', () => {
  test.each(registrations)('the hook is called for %s', async (_name, _provider, call) => {
    const { status, body } = await call(after);
    expect(status).toBe(200);
    expect(hooks.server.calls.map(({ payload }) => payload.metadata.name)).toEqual(['after-user-created']);
    const { user } = hooks.server.calls[0]?.payload ?? {};
    expect(user).toMatchObject({ role: 'authenticated', created_at: expect.stringMatching(/^20/) });
    const id = body.user?.id ?? body.id;
    if (id !== undefined) expect(user.id).toBe(id);
  });

  test('a refusal is passed on, although the account exists', async () => {
    const email = freshEmail();
    hooks.server.answer = (response) => refuse(response, 'Welcome, but not today.', 403);
    expect(await after.post('/signup', { email, password })).toMatchObject({ status: 403 });
    hooks.server.answer = (response) => json(response, {});
    const again = await after.post('/signup', { email, password });
    expect(again.status).toBe(200);
    expect(hooks.server.calls).toHaveLength(1);
  });

  test.each([
    ['down', (response: Parameters<typeof json>[0]) => response.socket?.destroy()],
    ['not to be understood', (response: Parameters<typeof json>[0]) => response.end('hello')],
  ])('a hook that is %s does not hide the account, and the log names the hook', async (_name, answer) => {
    hooks.server.answer = answer;
    hooks.log.length = 0;
    const { status, body } = await after.post('/signup', { data: {} });
    expect(status).toBe(200);
    expect(body.user.is_anonymous).toBe(true);
    expect(hooks.log).toMatchObject([
      { level: 'warn', message: expect.stringContaining('after_user_created') },
    ]);
  });

  test('a database function finds the account', async () => {
    await hooks.database.database.sql.script(
      'create table profiles (id uuid references auth.users, name text); grant all on profiles to supabase_auth_admin',
    );
    const on = await hooks.startWithFunctions(
      {
        after_user_created: `insert into public.profiles
          select id, raw_user_meta_data->>'name' from auth.users where id = (event->'user'->>'id')::uuid; return '{}';`,
      },
      open,
    );
    const { body } = await on.post('/signup', { email: freshEmail(), password, data: { name: 'Ann' } });
    expect(await hooks.database.database.sql`select * from profiles`).toEqual([{ id: body.id, name: 'Ann' }]);
  });
});
