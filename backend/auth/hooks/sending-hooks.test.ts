import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestHooks, type TestHooks } from '../../../tests/harness/auth/open-test-hooks.ts';
import { type HookCall, json, refuse, startTestHook } from '../../../tests/harness/auth/start-test-hook.ts';
import type { TestService } from '../../../tests/harness/auth/test-service.ts';
import { freshEmail, freshPhone } from '../../../tests/harness/fresh-contact.ts';

const password = 'correct horse';
const open = `
[auth]
site_url = "http://localhost:3000"
additional_redirect_urls = ["https://app.example.com/**"]
[auth.email]
max_frequency = "0s"
[auth.email.notification.password_changed]
enabled = true
[auth.email.notification.email_changed]
enabled = true
[auth.sms]
enable_signup = true
max_frequency = "0s"
`;

let hooks: TestHooks;
let service: TestService;

beforeAll(async () => {
  hooks = await openTestHooks();
  service = await hooks.startWith(['send_email', 'send_sms'], open);
});
beforeEach(() => {
  hooks.server.answer = (response) => json(response, {});
});
afterAll(() => hooks.close());

/** The calls that the hook received about an address. Messages are delivered after the answer, so they are waited for. */
function hookCalls(address: string, count = 1): Promise<HookCall[]> {
  return vi.waitFor(
    () => {
      const calls = hooks.server.calls.filter(({ payload }) => JSON.stringify(payload).includes(address));
      expect(calls).toHaveLength(count);
      return calls;
    },
    { timeout: 20_000, interval: 20 },
  );
}

function stateOf(recipient: string): Promise<{ state: string; last_error: string | null; attempts: number }> {
  return vi.waitFor(
    async () => {
      const [row] = await hooks.database.database.sql<
        { state: string; last_error: string | null; attempts: number }[]
      >`select state, last_error, attempts from porchlight.message_queue where recipient = ${recipient} and attempts > 0
          and claimed_by is null`;
      if (row === undefined) throw new Error('nothing has become of it yet');
      return row;
    },
    { timeout: 20_000, interval: 20 },
  );
}

describe('A50: a hook for mail', () => {
  test('gets everything that a mail needs', async () => {
    const email = freshEmail();
    const headers = { redirect_to: 'https://app.example.com/welcome' };
    const { body } = await service.post('/signup', { email, password, data: { pet: 'cat' } }, { headers });
    const [call] = await hookCalls(email);
    expect(call).toMatchObject({ isSigned: true });
    expect(call?.payload).toEqual({
      metadata: {
        uuid: expect.any(String),
        time: expect.any(String),
        name: 'send-email',
        ip_address: '203.0.113.7',
      },
      user: expect.objectContaining({
        id: body.id,
        email,
        user_metadata: expect.objectContaining({ pet: 'cat' }),
      }),
      email_data: {
        token: expect.stringMatching(/^\d{6}$/),
        token_hash: expect.stringMatching(/^[0-9a-f]{56}$/),
        redirect_to: 'https://app.example.com/welcome',
        email_action_type: 'signup',
        site_url: 'http://localhost:3000/auth/v1',
        token_new: '',
        token_hash_new: '',
        old_email: '',
        old_phone: '',
        provider: '',
        factor_type: '',
      },
    });
    const { token } = call?.payload.email_data ?? {};
    expect((await service.post('/verify', { type: 'signup', email, token })).status).toBe(200);
    expect(await stateOf(email)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('gets the purpose of each mail', async () => {
    const email = freshEmail();
    await service.post('/signup', { email, password });
    const [first] = await hookCalls(email);
    const { token } = first?.payload.email_data ?? {};
    const session = (await service.post('/verify', { type: 'signup', email, token })).body;
    await service.post('/otp', { email });
    await hookCalls(email, 2);
    await service.post('/recover', { email });
    await hookCalls(email, 3);
    await service.call('GET', '/reauthenticate', { token: session.access_token });
    await hookCalls(email, 4);
    await service.call('PUT', '/user', { token: session.access_token, body: { password: 'another horse' } });
    const calls = await hookCalls(email, 5);
    expect(calls.map(({ payload }) => payload.email_data.email_action_type)).toEqual([
      'signup',
      'magiclink',
      'recovery',
      'reauthentication',
      'password_changed_notification',
    ]);
  });

  test('gets both codes of an address change at once, and both are valid', async () => {
    const email = freshEmail('old');
    const newEmail = freshEmail('new');
    await service.post('/signup', { email, password });
    const [first] = await hookCalls(email);
    const { token } = first?.payload.email_data ?? {};
    const session = (await service.post('/verify', { type: 'signup', email, token })).body;
    await service.call('PUT', '/user', { token: session.access_token, body: { email: newEmail } });
    const [change] = await hookCalls(newEmail);
    const data = change?.payload.email_data;
    expect(change?.payload.user).toMatchObject({ email, new_email: newEmail });
    expect(data).toMatchObject({ email_action_type: 'email_change', token: expect.any(String) });
    const type = 'email_change';
    expect((await service.post('/verify', { type, email, token: data.token })).body.code).toBe('200');
    expect((await service.post('/verify', { type, email: newEmail, token: data.token_new })).status).toBe(
      200,
    );
    const [, notification] = await hookCalls(newEmail, 2);
    expect(notification?.payload).toMatchObject({
      user: { email: newEmail },
      email_data: { email_action_type: 'email_changed_notification', old_email: email },
    });
  });

  test('that is down loses no mail and delays no answer: it is called when it is back', async () => {
    const email = freshEmail();
    hooks.server.answer = (response) => response.socket?.destroy();
    expect((await service.post('/signup', { email, password })).status).toBe(200);
    expect(await stateOf(email)).toMatchObject({ state: 'queued', attempts: 1 });
    hooks.server.answer = (response) => json(response, {});
    await hooks.database.database.sql`
      update porchlight.message_queue set due_at = now() where recipient = ${email}`;
    await hooks.database.database.notify('porchlight_new_messages', 'mail');
    const [first, second] = await hookCalls(email, 2);
    // The same message, by its id and by its content.
    expect(second).toEqual({ ...first, payload: first?.payload });
    await vi.waitFor(
      async () => expect(await stateOf(email)).toMatchObject({ state: 'sent', attempts: 2 }),
      20_000,
    );
  });

  test.each([
    [
      'refuses permanently',
      'refused',
      'unwanted',
      (response: Parameters<typeof json>[0]) => refuse(response, 'unwanted', 422),
    ],
    [
      'refuses temporarily',
      'queued',
      'full',
      (response: Parameters<typeof json>[0]) => refuse(response, 'full', 503),
    ],
    [
      'refuses without a code',
      'queued',
      'hm',
      (response: Parameters<typeof json>[0]) => refuse(response, 'hm'),
    ],
    [
      'gives an invalid answer',
      'refused',
      'Content-Type',
      (response: Parameters<typeof json>[0]) => response.end('sent!'),
    ],
    [
      'rejects the signature',
      'queued',
      'authorization',
      (response: Parameters<typeof json>[0]) => response.writeHead(401).end(),
    ],
    ['is slow', 'queued', 'maximum time', () => {}],
  ])('that %s does not fail the request', async (_name, state, error, answer) => {
    const email = freshEmail();
    hooks.server.answer = answer;
    expect((await service.post('/signup', { email, password })).status).toBe(200);
    expect(await stateOf(email)).toMatchObject({ state, last_error: expect.stringContaining(error) });
    await hooks.database.database.sql`delete from porchlight.message_queue where recipient = ${email}`;
  });

  test('counts toward the mail limit', async () => {
    const toml = `${open}\n[auth.rate_limit]\nemail_sent = 1\nsign_in_sign_ups = 100`;
    const on = await hooks.startWith(['send_email'], toml);
    expect((await on.post('/signup', { email: freshEmail(), password })).status).toBe(200);
    const rows = await hooks.countRows();
    expect(await on.post('/signup', { email: freshEmail(), password })).toMatchObject({
      status: 429,
      body: { error_code: 'over_email_send_rate_limit' },
    });
    expect({ ...(await hooks.countRows()), messages: 0 }).toEqual({ ...rows, messages: 0 });
  });

  test('as a function runs within the request, which it can abort', async () => {
    await hooks.database.database.sql.script(
      'create table letters (event jsonb); grant all on letters to supabase_auth_admin',
    );
    const on = await hooks.startWithFunctions(
      {
        send_email: `
          insert into public.letters values (event);
          if event->'user'->>'email' like 'bad%' then
            return '{"error": {"http_code": 422, "message": "Unwanted address."}}';
          end if;
          return '{}';`,
      },
      open,
    );
    const email = freshEmail('good');
    expect((await on.post('/signup', { email, password })).status).toBe(200);
    const rows = await hooks.countRows();
    expect(await on.post('/signup', { email: freshEmail('bad'), password })).toMatchObject({
      status: 422,
      body: { msg: 'Unwanted address.' },
    });
    expect({ ...(await hooks.countRows()), messages: 0 }).toEqual({ ...rows, messages: 0 });
    const letters = await hooks.database.database.sql`select event->'user'->>'email' as email from letters`;
    expect(letters).toEqual([{ email }]);
  });
});

describe('A50: text messages by a hook', () => {
  test('contain number and code', async () => {
    const phone = freshPhone();
    const { body } = await service.post('/signup', { phone, password });
    const [call] = await hookCalls(phone);
    expect(call).toMatchObject({ isSigned: true });
    expect(call?.payload).toEqual({
      metadata: expect.objectContaining({ name: 'send-sms' }),
      user: expect.objectContaining({ id: body.id, phone }),
      sms: { otp: expect.stringMatching(/^\d{6}$/), phone },
    });
    const token = call?.payload.sms.otp;
    expect((await service.post('/verify', { type: 'sms', phone, token })).status).toBe(200);
  });

  test('mark a code for a second factor', async () => {
    const toml = `
[auth]
site_url = "http://localhost:3000"
[auth.email]
enable_confirmations = false
[auth.mfa.phone]
enroll_enabled = true
verify_enabled = true
`;
    const on = await hooks.startWith(['send_sms'], toml);
    const { body } = await on.post('/signup', { email: freshEmail(), password });
    const token = body.access_token;
    const phone = freshPhone();
    const factor = await on.post('/factors', { factor_type: 'phone', phone }, { token });
    await on.post(`/factors/${factor.body.id}/challenge`, { channel: 'sms' }, { token });
    const [call] = await hookCalls(phone);
    expect(call?.payload.sms).toEqual({ otp: expect.any(String), sms_type: 'mfa', phone });
  });

  test('wait for a hook that is down', async () => {
    const other = await startTestHook();
    await other.close();
    const toml = `${open}\n[auth.hook.send_sms]\nenabled = true\nuri = "${other.uri}"\nsecrets = "${other.secret}"`;
    const on = await hooks.database.start(toml, { log: () => {} });
    const phone = freshPhone();
    const { status, body } = await on.post('/otp', { phone });
    expect(status).toBe(200);
    expect(body.message_id).toEqual(expect.any(String));
  });

  test('by a function happen within the request, which it can abort', async () => {
    const body = `return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message',
      'No messages to ' || (event->'sms'->>'phone')));`;
    const on = await hooks.startWithFunctions({ send_sms: body }, open);
    const rows = await hooks.countRows();
    const phone = freshPhone();
    expect(await on.post('/signup', { phone, password })).toMatchObject({
      status: 400,
      body: { msg: `No messages to ${phone}` },
    });
    expect({ ...(await hooks.countRows()), messages: 0 }).toEqual({ ...rows, messages: 0 });
  });
});
