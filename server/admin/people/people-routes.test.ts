import { describe, expect, test } from 'vitest';
import { enrollApp } from '../../../tests/compat/second-factors.ts';
import { password, startAdmin, type TestAdmin } from '../../../tests/harness/admin/test-admin.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

const admin = startAdmin();
const post = (path: `/${string}`, body: object) => admin().call(`/people${path}`, { method: 'POST', body });
const read = (id: string) => admin().call('/people/person', { query: { id } });
const list = (query: Record<string, string> = {}) => admin().call('/people', { query });
/** The newest entry of the log. */
const noted = async () => (await admin().log()).at(-1);

async function signInWith(email: string, secret = password): Promise<string | undefined> {
  const { error } = await admin().service.client().auth.signInWithPassword({ email, password: secret });
  return error?.code;
}

describe('the list', () => {
  test('finds a part of an address, a name, a number and an id', async () => {
    const { id, email } = await admin().createPerson();
    await admin().database.sql`
      update auth.users set raw_user_meta_data = '{"name": "Ada Lovelace_100%"}', phone = '4915112345678' where id = ${id}`;
    for (const q of [email.slice(2, -3).toUpperCase(), 'lovelace_100%', '+49 (151) 123-456', id]) {
      const { body } = await list({ q });
      expect({ q, ids: body.people.map((found: { id: string }) => found.id), total: body.total }).toEqual({
        q,
        ids: [id],
        total: 1,
      });
    }
    for (const q of ['lovelace_1000', 'lovelaceX100%', "'; drop table auth.users; --", '\\'])
      expect((await list({ q })).body.people).toEqual([]);
  });

  test.each(['created', 'sign-in'])('has every account once, by %s', async (sort) => {
    await admin().database.sql`
      insert into auth.users (id, email, created_at, last_sign_in_at)
      select gen_random_uuid(), 'page-' || i || '-' || gen_random_uuid() || '@example.com', now() - (i / 3) * interval '1 hour',
        case when i % 2 = 0 then now() - (i / 4) * interval '1 hour' end
      from generate_series(1, 120) i`;
    await admin().database
      .sql`insert into auth.users (id, email) select gen_random_uuid(), gen_random_uuid() || '@example.com' from generate_series(1, 60)`;
    const seen: string[] = [];
    let after: string | undefined;
    let total: number | null | undefined;
    do {
      const { body } = await list({ sort, ...(after && { after }) });
      total ??= body.total;
      expect(body.people.length).toBeLessThanOrEqual(50);
      seen.push(...body.people.map((found: { id: string }) => found.id));
      after = body.next;
    } while (after);
    const [row] = await admin().database.sql<{ all: number }[]>`select count(*)::int as all from auth.users`;
    expect(new Set(seen).size).toBe(seen.length);
    expect([seen.length, total]).toEqual([row?.all, row?.all]);
    const first = (await list({ sort })).body.people;
    const moments = first.map((found: Record<string, string | null>) =>
      Date.parse(found[sort === 'created' ? 'created_at' : 'last_sign_in_at'] ?? ''),
    );
    const known = moments.filter((moment: number) => !Number.isNaN(moment));
    expect(known).toEqual([...known].sort((a, b) => b - a));
  });

  test('does not show a deleted account, and refuses a place that it has not given', async () => {
    const { id } = await admin().createPerson();
    await admin().database.sql`update auth.users set deleted_at = now() where id = ${id}`;
    expect((await list({ q: id })).body.people).toEqual([]);
    expect((await read(id)).status).toBe(404);
    for (const query of [{ after: 'x' }, { after: `${id}~x` }, { sort: 'email' }])
      expect((await list(query as Record<string, string>)).status).toBe(400);
  });
});

describe('an account', () => {
  test('is shown with its ways to sign in, and without a secret', async () => {
    const { id, email } = await admin().createPerson();
    const { body, text } = await read(id);
    expect(body).toMatchObject({
      id,
      email,
      is_confirmed: true,
      is_self: false,
      has_password: true,
      identities: [{ provider: 'email', email }],
      factors: [],
      sessions: [{ is_current: false, aal: 'aal1' }],
      log: [],
    });
    expect(text).not.toMatch(/encrypted_password|secret|token/);
    for (const wrong of [crypto.randomUUID(), 'x', '']) expect((await read(wrong)).status).toBe(404);
  });

  test('has the entries of the auth service, page by page', async () => {
    const { id, email } = await admin().createPerson();
    const events = (query: Record<string, string>) => admin().call('/people/events', { query });
    const { body, text } = await events({ id });
    expect(body).toEqual({
      events: [
        expect.objectContaining({ action: 'login', provider: 'email', by: null }),
        expect.objectContaining({ action: 'user_signedup', by: 'service_role' }),
      ],
    });
    expect(text).not.toContain(email);
    await admin().database.sql`
      insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      select gen_random_uuid(), gen_random_uuid(), json_build_object('actor_id', ${id}::text, 'action', 'token_refreshed'),
        now() - i * interval '1 hour', '' from generate_series(1, 60) i`;
    const first = (await events({ id })).body;
    expect(first.events).toHaveLength(50);
    const second = (await events({ id, after: first.next })).body;
    expect([second.events.length, second.next]).toEqual([12, undefined]);
    expect((await events({ id, after: 'x' })).status).toBe(400);
    expect((await events({ id: 'x' })).status).toBe(404);
    expect((await events({ id: crypto.randomUUID() })).body).toEqual({ events: [] });
  });

  test('is created with a password, and can sign in', async () => {
    const email = freshEmail();
    const { status, body } = await post('/create', { email, name: 'Grace', password: 'a generated one 7' });
    expect(status).toBe(201);
    expect(await noted()).toBe(`people.create ${body.id}`);
    expect((await read(body.id)).body).toMatchObject({
      email,
      name: 'Grace',
      is_confirmed: true,
      log: [{ action: 'people.create' }],
    });
    expect(await signInWith(email, 'a generated one 7')).toBeUndefined();
    const again = await post('/create', { email, password: 'a generated one 7' });
    expect([again.status, again.body.message]).toEqual([
      409,
      'There is an account with this address already.',
    ]);
    expect((await post('/create', { email: 'nobody', password: 'a generated one 7' })).status).toBe(400);
  });

  test('is not created with the address of an owner who has none', async () => {
    const { email: owner } = admin().owner;
    const email = freshEmail();
    await admin().database.sql`select site.set_owners(${[owner, email]})`;
    const { status, body } = await post('/create', { email, password: 'a generated one 7' });
    expect([status, body.code]).toEqual([409, 'owner-address']);
    // An invitation goes to the holder of the address, who confirms it.
    expect((await post('/invite', { email })).status).toBe(201);
    const confirmed = await post('/confirm', { id: (await list({ q: email })).body.people[0].id });
    expect([confirmed.status, confirmed.body.code]).toEqual([409, 'owner-address']);
    await admin().database.sql`select site.set_owners(${[owner]})`;
  });

  test('is invited by mail', async () => {
    const email = freshEmail();
    const { status, body } = await post('/invite', { email, name: 'Grace' });
    expect(status).toBe(201);
    expect(admin().service.lastMail(email).kind).toBe('invite');
    expect(await noted()).toBe(`people.invite ${email}`);
    expect((await read(body.id)).body).toMatchObject({
      name: 'Grace',
      is_confirmed: false,
      invited_at: expect.any(String),
      log: [{ action: 'people.invite' }],
    });
  });

  test('is confirmed without a mail', async () => {
    const email = freshEmail();
    await admin().service.client().auth.signUp({ email, password });
    expect(await signInWith(email)).toBe('email_not_confirmed');
    const { id } = (await list({ q: email })).body.people[0];
    expect((await post('/confirm', { id })).status).toBe(200);
    expect(await noted()).toBe(`people.confirm ${id}`);
    expect(await signInWith(email)).toBeUndefined();
  });

  test('is sent a mail for a new password', async () => {
    const { id, email } = await admin().createPerson();
    expect((await post('/recover', { id })).status).toBe(200);
    expect(admin().service.lastMail(email).kind).toBe('recovery');
    expect(await noted()).toBe(`people.recover ${id}`);
    // The service waits between two mails to one address.
    const again = await post('/recover', { id });
    expect([again.status, again.body.code]).toEqual([429, 'over_email_send_rate_limit']);
  });
});

describe('a ban', () => {
  const tomorrow = () => new Date(Date.now() + 24 * 3600_000).toISOString();

  test('keeps an account out, and is lifted', async () => {
    const { id, email } = await admin().createPerson();
    expect((await post('/ban', { id, until: tomorrow() })).status).toBe(200);
    expect(await noted()).toBe(`people.ban ${id}`);
    expect(await signInWith(email)).toBe('user_banned');
    expect((await read(id)).body).toMatchObject({ banned_until: expect.any(String), sessions: [] });
    expect((await post('/ban', { id, until: null })).status).toBe(200);
    expect(await noted()).toBe(`people.unban ${id}`);
    expect(await signInWith(email)).toBeUndefined();
  });

  test('has an end that the auth service can read', async () => {
    const { id, email } = await admin().createPerson();
    expect((await post('/ban', { id, until: '9999-12-31T00:00:00Z' })).status).toBe(200);
    expect(await signInWith(email)).toBe('user_banned');
    expect((await post('/ban', { id, until: '2020-01-01T00:00:00Z' })).body.code).toBe('bad-time');
    expect((await post('/ban', { id, until: 'infinity' })).status).toBe(400);
  });
});

describe('what cannot be undone', () => {
  test('a factor is removed for a user who has lost it', async () => {
    const { id, email } = await admin().createPerson();
    const { factorId } = await enrollFactor(admin(), email);
    expect((await read(id)).body.factors).toMatchObject([{ id: factorId, factor_type: 'totp' }]);
    expect((await post('/remove-factor', { id, factor: crypto.randomUUID() })).status).toBe(404);
    expect((await post('/remove-factor', { id, factor: factorId })).status).toBe(200);
    expect(await noted()).toBe(`people.remove-factor ${id}`);
    expect((await read(id)).body.factors).toEqual([]);
  });

  test('sessions end: one of them, or all', async () => {
    const { id, email } = await admin().createPerson();
    await admin().signIn(email);
    await admin().signIn(email);
    const { sessions } = (await read(id)).body;
    expect(sessions).toHaveLength(3);
    expect((await post('/end-session', { id, session: sessions[0].id })).status).toBe(200);
    const left = (await read(id)).body.sessions.map((session: { id: string }) => session.id);
    expect(left).toEqual([sessions[1].id, sessions[2].id]);
    expect((await post('/end-session', { id })).status).toBe(200);
    expect(await noted()).toBe(`people.end-session ${id}`);
    expect((await read(id)).body.sessions).toEqual([]);
  });

  test('an account is exported and deleted', async () => {
    const { id, email } = await admin().createPerson();
    const exported = await admin().call('/people/export', { query: { id } });
    expect(exported.body).toMatchObject({
      account: { id, email },
      identities: [{ provider: 'email' }],
      'public.runs': [],
    });
    expect(exported.text).not.toMatch(/encrypted_password|secret|token/);
    expect(await noted()).toBe(`people.export ${id}`);
    expect((await post('/delete', { id })).status).toBe(200);
    expect(await noted()).toBe(`people.delete ${id}`);
    expect((await read(id)).status).toBe(404);
    expect(await signInWith(email)).toBe('invalid_credentials');
    expect((await post('/delete', { id })).status).toBe(404);
  });

  test.each([
    '/people/delete',
    '/people/remove-factor',
    '/people/export',
  ])('asks again after ten minutes: %s', async (path) => {
    const { id } = await admin().createPerson();
    const token = await admin().signIn(admin().owner.email);
    await admin().database.sql`
      update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
      where session_id = (select id from auth.sessions where user_id = ${admin().owner.id} order by created_at desc limit 1)`;
    const isExport = path.endsWith('export');
    const { status, body } = await admin().call(path, {
      as: token,
      ...(isExport ? { query: { id } } : { method: 'POST', body: { id, factor: id } }),
    });
    expect([status, body.code]).toEqual([401, 'confirm-identity']);
    expect((await read(id)).status).toBe(200);
  });
});

test('an owner neither bans nor deletes themselves', async () => {
  const { id } = admin().owner;
  const before = await admin().log();
  const until = new Date(Date.now() + 3600_000).toISOString();
  for (const [path, body] of [
    ['/ban', { id, until }],
    ['/delete', { id }],
    ['/remove-factor', { id, factor: crypto.randomUUID() }],
  ] as const) {
    const answer = await post(path, body);
    expect([path, answer.status, answer.body.code]).toEqual([path, 409, 'yourself']);
  }
  expect(await admin().log()).toEqual(before);
  // All but the one that is asking.
  expect((await post('/end-session', { id })).status).toBe(200);
  expect((await read(id)).body.sessions).toMatchObject([{ is_current: true }]);
  expect((await read(id)).body.banned_until).toBeNull();
});

test('no answer has a key of the backend in it', async () => {
  const { id } = await admin().createPerson();
  const email = freshEmail();
  const answers = [
    await list(),
    await list({ q: email }),
    await read(id),
    await post('/create', { email, password: 'a generated one 7' }),
    await post('/create', { email, password: 'a generated one 7' }),
    await post('/invite', { email: freshEmail() }),
    await post('/invite', { email: 'x' }),
    await post('/recover', { id }),
    await post('/recover', { id }),
    await post('/confirm', { id }),
    await post('/ban', { id, until: null }),
    await post('/end-session', { id }),
    await admin().call('/people/export', { query: { id } }),
    await post('/delete', { id }),
    await post('/delete', { id }),
  ];
  const { serviceRoleKey, secretKey, jwtSecret } = admin().secrets;
  for (const { text, headers } of answers) {
    const bytes = `${text}\n${[...headers].join('\n')}`;
    for (const key of [serviceRoleKey, secretKey, jwtSecret]) expect(bytes).not.toContain(key);
  }
});

async function enrollFactor({ service }: TestAdmin, email: string) {
  const client = service.client();
  await client.auth.signInWithPassword({ email, password });
  const app = await enrollApp(client);
  const { error } = await client.auth.mfa.challengeAndVerify({
    factorId: app.factorId,
    code: app.code(service.now()),
  });
  if (error) throw error;
  return app;
}
