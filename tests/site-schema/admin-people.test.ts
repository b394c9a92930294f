/** The database functions of the admin area's People: for owners alone, however they are called. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { createTestUsers } from './test-users.ts';

type Claims = Record<string, unknown>;

describeSiteOnEveryServer('looking after people', (server) => {
  let database: Database;
  const { createPerson } = createTestUsers(() => database);
  beforeAll(() => {
    database = server().database;
  });

  /** The claims of a session that began this many minutes ago. */
  async function signIn(
    user: string,
    { minutes = 0, application }: { minutes?: number; application?: string } = {},
  ) {
    const [row] = await database.sql<{ id: string }[]>`
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, oauth_client_id, scopes)
      values (gen_random_uuid(), ${user}, now() - ${`${minutes} minutes`}::interval, now(), 'aal1', ${application ?? null},
        ${application ? 'email' : null})
      returning id`;
    return { sub: user, role: 'authenticated', aal: 'aal1', session_id: row?.id };
  }

  async function createOwners(count: number): Promise<string[]> {
    const people = await Promise.all(Array.from({ length: count }, createPerson));
    await database.sql`update auth.users set email_confirmed_at = now() where id = any(${people}::uuid[])`;
    const rows = await database.sql<
      { email: string }[]
    >`select email from auth.users where id = any(${people}::uuid[])`;
    await database.sql`select site.set_owners(${rows.map(({ email }) => email)})`;
    return people;
  }

  function as<Row>(claims: Claims | undefined, statement: string, admin = ''): Promise<Row[]> {
    return database.transaction(async (sql) => {
      await sql`select set_config('porchlight.admin', ${admin}, true)`;
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims ?? {})}, true)`;
      await sql.script(`set local role ${claims ? 'authenticated' : 'anon'}`);
      return [...(await sql.script(statement))] as Row[];
    });
  }

  const changes = async () =>
    (
      await database.sql<
        { entry: string }[]
      >`select action || ' ' || target as entry from site.admin_log order by id`
    ).map(({ entry }) => entry);

  /** Every call there is, with a person whom it would change. */
  const callsFor = (person: string): Record<string, string> => ({
    admin_actions: 'public.admin_actions()',
    admin_health: 'public.admin_health()',
    admin_export_rows: `public.admin_export_rows('public', 'contact_messages')`,
    admin_stage_rows: `public.admin_stage_rows('${crypto.randomUUID()}', '{2}', '[["x"]]')`,
    admin_drop_import: `public.admin_drop_import('${crypto.randomUUID()}')`,
    admin_finish_import: `public.admin_finish_import('${crypto.randomUUID()}', 'public', 'contact_messages', '{name}')`,
    admin_mails: 'public.admin_mails()',
    admin_resend_mail: `public.admin_resend_mail('${person}')`,
    admin_send_test_mail: `public.admin_send_test_mail('Test', 'Test')`,
    admin_jobs: 'public.admin_jobs()',
    admin_has_factor: 'public.admin_has_factor()',
    admin_people: `public.admin_people('')`,
    admin_person: `public.admin_person('${person}')`,
    admin_person_events: `public.admin_person_events('${person}')`,
    admin_ban: `public.admin_ban('${person}', now() + interval '1 day')`,
    admin_confirm_email: `public.admin_confirm_email('${person}')`,
    admin_note_new_person: `public.admin_note_new_person('${crypto.randomUUID()}', 'new@example.com')`,
    admin_remove_factor: `public.admin_remove_factor('${person}', '${person}')`,
    admin_end_session: `public.admin_end_session('${person}')`,
    admin_delete_person: `public.admin_delete_person('${person}')`,
    admin_api: 'public.admin_api()',
    admin_run_sql: `public.admin_run_sql(array['select 1'], true)`,
    admin_snippets: 'public.admin_snippets()',
    admin_save_snippet: `public.admin_save_snippet('a', 'select 1')`,
    admin_delete_snippet: `public.admin_delete_snippet('a')`,
    admin_export_person: `public.admin_export_person('${person}')`,
    admin_tables: 'public.admin_tables()',
    admin_table: `public.admin_table('public', 'runs')`,
    admin_rows: `public.admin_rows('public', 'runs')`,
    admin_look_as: `public.admin_look_as('public', 'runs', '{}', '${person}')`,
    admin_rows_as: `public.admin_rows_as('public', 'runs', '{}', '${person}')`,
    admin_count_rows: `public.admin_count_rows('public', 'runs')`,
    admin_row: `public.admin_row('public', 'name_lists', '{"id": "${crypto.randomUUID()}"}')`,
    admin_insert_rows: `public.admin_insert_rows('public', 'name_lists', '[{}]')`,
    admin_update_row: `public.admin_update_row('public', 'name_lists', '{"id": "${crypto.randomUUID()}"}', '{"title": "a"}', '{"title": "b"}')`,
    admin_delete_rows: `public.admin_delete_rows('public', 'name_lists', '[{"id": "${crypto.randomUUID()}"}]')`,
    admin_storage_usage: 'public.admin_storage_usage()',
    admin_files: `public.admin_files('b')`,
    admin_file_names: `public.admin_file_names('b', '')`,
  });

  test('the table has every function of the admin area but the one that says when the caller signed in', async () => {
    const rows = await database.sql<{ name: string }[]>`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace and proname like 'admin\\_%' order by 1`;
    expect(rows.map(({ name }) => name).filter((name) => name !== 'admin_session')).toEqual(
      Object.keys(callsFor('')).sort(),
    );
  });

  describe.each(Object.keys(callsFor('')))('%s', (name) => {
    test('refuses everybody but an owner', async () => {
      const [owner = ''] = await createOwners(1);
      const person = await createPerson();
      const reader = await createPerson();
      const application = crypto.randomUUID();
      await database.sql`
        insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, client_name, token_endpoint_auth_method)
        values (${application}, 'manual', 'https://app.example/', 'authorization_code', 'A reader', 'none')`;
      const mayNot: Record<string, Claims | undefined> = {
        visitor: undefined,
        reader: { ...(await signIn(reader)), app_metadata: { owner: true } },
        'an application': { ...(await signIn(owner)), client_id: application },
        'an application that does not say so': await signIn(owner, { application }),
        'an ended session': { ...(await signIn(owner)), session_id: crypto.randomUUID() },
        'a token without a session': { sub: owner, role: 'authenticated', aal: 'aal1' },
        'another’s session': { ...(await signIn(owner)), session_id: (await signIn(reader)).session_id },
        'thirteen hours': await signIn(owner, { minutes: 13 * 60 }),
      };
      const before = await changes();
      const call = callsFor(person)[name] ?? '';
      for (const [who, claims] of Object.entries(mayNot))
        await expect(as(claims, `select ${call}`), who).rejects.toMatchObject({ code: '42501' });
      const plain = await signIn(owner);
      // What the server says in each request while ADMIN=off.
      await expect(as(plain, `select ${call}`, 'off'), 'switched off').rejects.toMatchObject({
        code: '42501',
        message: 'The admin area is switched off.',
      });
      await database.sql`
        insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), ${owner}, 'totp', 'verified', now(), now())`;
      await expect(as(plain, `select ${call}`), 'the password alone').rejects.toMatchObject({
        code: '42501',
      });
      const [kept] = await database.sql<{ sessions: number }[]>`
        select (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions from auth.users u
        where u.id = ${person} and u.banned_until is null and u.email_confirmed_at is null`;
      expect(kept).toEqual({ sessions: 0 });
      expect(await changes()).toEqual(before);
    });
  });

  test.each([
    'admin_remove_factor',
    'admin_delete_person',
    'admin_export_person',
    'admin_run_sql',
  ])('%s asks for a sign-in within ten minutes', async (name) => {
    const [owner = ''] = await createOwners(1);
    const person = await createPerson();
    const call = `select ${callsFor(person)[name]}`;
    const refused = { code: '42501', hint: 'sign_in_again' };
    await expect(as(await signIn(owner, { minutes: 11 }), call)).rejects.toMatchObject(refused);
    // The factor does not exist; the question whether the caller may comes first.
    const answer = await as(await signIn(owner, { minutes: 9 }), call).catch(({ hint }) => hint);
    expect(answer).not.toBe('sign_in_again');
  });

  test('a change that fails is not noted', async () => {
    const [owner = ''] = await createOwners(1);
    const person = await createPerson();
    await database.sql.script(`
      create table public.kept_orders (user_id uuid references auth.users (id));
      insert into public.kept_orders values ('${person}')`);
    const before = await changes();
    const refused = { hint: 'referenced', message: expect.stringContaining('Rows of other tables') };
    await expect(
      as(await signIn(owner), `select public.admin_delete_person('${person}')`),
    ).rejects.toMatchObject(refused);
    expect(await changes()).toEqual(before);
    await database.sql`drop table public.kept_orders`;
  });

  test('an owner bans another one, and of two who ban each other at once one stays', async () => {
    const [first = '', second = ''] = await createOwners(2);
    const claims = [await signIn(first), await signIn(second)];
    const results = await Promise.allSettled([
      as(claims[0], `select public.admin_ban('${second}', now() + interval '1 day')`),
      as(claims[1], `select public.admin_ban('${first}', now() + interval '1 day')`),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [left] = await database.sql<{ owners: number }[]>`
      select count(*)::int as owners from auth.users
      where id = any(${[first, second]}::uuid[]) and banned_until is null`;
    expect(left).toEqual({ owners: 1 });
  });

  test('a ban ends the sessions and voids what was sent', async () => {
    const [owner = ''] = await createOwners(1);
    const person = await createPerson();
    await signIn(person);
    await database.sql`
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (gen_random_uuid(), ${person}, 'recovery_token', 'hash', 'x@example.com')`;
    await as(await signIn(owner), `select public.admin_ban('${person}', '9999-01-01')`);
    const [row] = await database.sql<{ sessions: number; tokens: number; years: number }[]>`
      select (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
        (select count(*)::int from auth.one_time_tokens t where t.user_id = u.id) as tokens,
        round(extract(epoch from banned_until - now()) / 31557600)::int as years
      from auth.users u where u.id = ${person}`;
    expect(row).toEqual({ sessions: 0, tokens: 0, years: 100 });
  });

  test('the recovery codes go with the last factor', async () => {
    const [owner = ''] = await createOwners(1);
    const person = await createPerson();
    const claims = await signIn(owner);
    const rows = await database.sql<{ id: string }[]>`
      insert into auth.mfa_factors (id, user_id, factor_type, friendly_name, status, created_at, updated_at)
      select gen_random_uuid(), ${person}, kind::auth.factor_type, kind || place, 'verified', now(), now()
      from unnest(array['totp', 'totp', 'recovery_code']) with ordinality a (kind, place) returning id`;
    const left = async () =>
      (await database.sql`select from auth.mfa_factors where user_id = ${person}`).length;
    await as(claims, `select public.admin_remove_factor('${person}', '${rows[0]?.id}')`);
    expect(await left()).toBe(2);
    await as(claims, `select public.admin_remove_factor('${person}', '${rows[1]?.id}')`);
    expect(await left()).toBe(0);
  });

  describe('what the auth service noted', () => {
    interface Entry {
      actor: string;
      action: string;
      minutes: number;
      traits?: object;
    }

    async function note({ actor, action, minutes, traits }: Entry): Promise<string> {
      const payload = { actor_id: actor, actor_username: `${actor}@example.com`, action, traits };
      const [row] = await database.sql<{ id: string }[]>`
        insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
        values (gen_random_uuid(), gen_random_uuid(), ${JSON.stringify(payload)}::text::json,
          '2026-11-18'::timestamptz - ${`${minutes} minutes`}::interval, '192.0.2.7') returning id`;
      return row?.id ?? '';
    }

    async function readEvents(person: string, place = ''): Promise<Record<string, unknown>[] | null> {
      const [owner = ''] = await createOwners(1);
      const question = `select public.admin_person_events('${person}'${place}) as events`;
      const [row] = await as<{ events: Record<string, unknown>[] | null }>(await signIn(owner), question);
      return row?.events ?? null;
    }

    test('is about the account alone, the newest first, once, and without what else an entry holds', async () => {
      const [person, other] = [await createPerson(), await createPerson()];
      const wanted = [
        await note({ actor: person, action: 'user_signedup', minutes: 3, traits: { user_id: person } }),
        await note({
          actor: person,
          action: 'login',
          minutes: 2,
          traits: { provider: 'email', secret: 's' },
        }),
        await note({ actor: other, action: 'user_modified', minutes: 1, traits: { user_id: person } }),
      ];
      await note({ actor: other, action: 'login', minutes: 0 });
      const events = await readEvents(person);
      expect(events?.map(({ id }) => id)).toEqual(wanted.toReversed());
      expect(events?.[0]).toMatchObject({ action: 'user_modified', by: `${other}@example.com` });
      expect(events?.[1]).toEqual({
        id: wanted[1],
        at: expect.stringContaining('T'),
        action: 'login',
        ip: '192.0.2.7',
        provider: 'email',
        by: null,
      });
    });

    test('is read page by page', async () => {
      const person = await createPerson();
      // Three at each moment: a page may end between them.
      for (let at = 0; at < 70; at++)
        await note({ actor: person, action: 'login', minutes: Math.floor(at / 3) });
      const first = await readEvents(person);
      const last = first?.[49];
      const second = await readEvents(person, `, '${last?.at}', '${last?.id}'`);
      expect([first?.length, second?.length]).toEqual([51, 20]);
      const ids = [...(first?.slice(0, 50) ?? []), ...(second ?? [])].map(({ id }) => id);
      expect(new Set(ids).size).toBe(70);
    });

    test('is null where it cannot be read, as a hosted project may have it', async () => {
      const person = await createPerson();
      await database.sql`alter table auth.audit_log_entries rename to kept_elsewhere`;
      try {
        expect(await readEvents(person)).toBeNull();
      } finally {
        await database.sql`alter table auth.kept_elsewhere rename to audit_log_entries`;
      }
      expect(await readEvents(person)).toEqual([]);
    });

    test('is found by its indexes', async () => {
      const rows = await database.sql<{ name: string }[]>`
        select indexname as name from pg_indexes where tablename = 'audit_log_entries' and schemaname = 'auth'`;
      expect(rows.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['audit_log_entries_actor_idx', 'audit_log_entries_subject_idx']),
      );
    });
  });

  test('the indexes that make searching fast exist here', async () => {
    const rows = await database.sql<{ name: string }[]>`
      select indexname as name from pg_indexes where tablename = 'users' and indexname like 'users\\_%\\_idx' and schemaname = 'auth'`;
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['users_search_idx', 'users_deleted_idx']),
    );
  });
});
