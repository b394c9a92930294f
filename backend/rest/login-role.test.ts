import { describe, expect, it } from 'vitest';
import { startRest } from '../../tests/harness/rest/test-rest.ts';

const anna = '0a000000-0000-4000-8000-000000000001';

/** A function that executes a given text as its caller; owners should not expose one, and many do. */
const rest = startRest(
  `
create table public.notes (id int primary key, owner uuid not null default auth.uid(), text text);
alter table public.notes enable row level security;
create policy own on public.notes using (owner = auth.uid()) with check (owner = auth.uid());
insert into public.notes values (1, '${anna}', 'annas-note');
create table public.open_notes (text text);
insert into public.open_notes values ('as it should be');
create table public.secrets (word text);
revoke all on public.secrets from anon, authenticated;
insert into public.secrets values ('secret-word');
insert into auth.users (id, email) values ('${anna}', 'anna@example.com');
create function public.run_all(t text[]) returns text language plpgsql as $$
declare found text; one text;
begin
  foreach one in array t loop
    if one like 'select%' then execute one into found; else execute one; end if;
  end loop;
  return found;
end $$;
create function public.read_open_notes() returns text language sql as 'select text from open_notes';
create function public.who() returns json language sql as $$
  select json_build_object('session', session_user, 'role', current_user, 'user', auth.uid(), 'path', current_setting('search_path'),
    'timeout', current_setting('statement_timeout'))
$$;
`,
  { ownServer: true },
);
const callers = ['anon', 'authenticated'] as const;
const tokenOf = (role: string) =>
  role === 'anon'
    ? undefined
    : role === 'authenticated'
      ? rest().tokenOf(anna)
      : rest().secrets.serviceRoleKey;
const run = (role: string, ...t: string[]) =>
  rest().request('/rpc/run_all', { as: tokenOf(role), body: { t } });
const who = async (role: string) => (await rest().request('/rpc/who', { as: tokenOf(role), body: {} })).body;

describe('a request', () => {
  it.each([
    ['anon', 'authenticator'],
    ['authenticated', 'authenticator'],
    ['service_role', 'porchlight_service'],
  ])('of %s runs on a connection of %s', async (role, session) => {
    expect(await who(role)).toMatchObject({ session, role });
  });

  it('runs on a login without rights that can switch to two roles only', async () => {
    const rows = await rest().database.sql`
      select r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb, r.rolreplication, r.rolinherit,
        array(select g.rolname::text from pg_roles g where g.rolname <> r.rolname and pg_has_role(r.oid, g.oid, 'member') order by 1) as becomes
      from pg_roles r where r.rolname = 'authenticator'`;
    expect([...rows]).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolinherit: false,
        becomes: ['anon', 'authenticated'],
      },
    ]);
  });
});

describe.each(callers)('%s, with a function that executes text,', (role) => {
  it.each([
    'reset role',
    'set role none',
    'reset session authorization',
    'set session authorization default',
  ])('gains nothing with "%s"', async (statement) => {
    for (const table of [
      'auth.users',
      'auth.sessions',
      'public.secrets',
      'storage.objects',
      'porchlight.message_queue',
    ]) {
      const answer = await run(role, statement, `select count(*)::text from ${table}`);
      expect(answer).toMatchObject({ status: role === 'anon' ? 401 : 403, body: { code: '42501' } });
    }
    expect((await run(role, statement, 'select current_user::text')).body).toMatch(
      /^(authenticator|anon|authenticated)$/,
    );
  });

  it.each([
    'set role postgres',
    'set local role postgres',
    'set role service_role',
    'set role supabase_auth_admin',
    'set role supabase_storage_admin',
    'set role porchlight_service',
    'set role porchlight_site',
    'set session authorization postgres',
    'set session authorization service_role',
    "select set_config('role', 'service_role', false)",
    "select set_config('session_authorization', 'postgres', false)",
    'alter role anon superuser',
    'alter role authenticator superuser',
    'alter role authenticator bypassrls',
    'grant service_role to authenticator',
    'grant service_role to anon',
    'alter table public.secrets disable row level security',
    'create table public.mine (id int)',
    "copy (select 1) to program 'true'",
    "select pg_read_file('/etc/passwd')",
    'select rolpassword from pg_authid limit 1',
    "set session_replication_role = 'replica'",
    `alter role anon set request.jwt.claim.sub = '${anna}'`,
    `alter role authenticator set request.jwt.claim.sub = '${anna}'`,
  ])('is refused "%s"', async (statement) => {
    for (const before of ['select 1', 'reset role']) {
      const answer = await run(role, before, statement);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.body).toMatchObject({ code: expect.stringMatching(/^(42501|22023)$/) });
    }
  });
});

describe('the next request on the same connection', () => {
  /** More requests than connections, so that each connection is used. */
  const everywhere = (request: () => Promise<unknown>) => Promise.all(Array.from({ length: 24 }, request));

  it.each([
    'set search_path = pg_temp, evil',
    "set statement_timeout = '1ms'",
    "set transaction_timeout = '1ms'",
    "set idle_session_timeout = '1ms'",
    'set role authenticated',
    'set role none',
    `set request.jwt.claims = '{"sub": "${anna}", "role": "service_role"}'`,
    `set request.jwt.claim.sub = '${anna}'`,
    'set session authorization authenticator',
  ])('is not affected by "%s"', async (statement) => {
    await everywhere(() => run('anon', statement));
    const seen = await Promise.all(Array.from({ length: 24 }, () => who('anon')));
    for (const one of seen)
      expect(one).toEqual({
        session: 'authenticator',
        role: 'anon',
        user: null,
        path: '"$user", public, extensions',
        timeout: '8s',
      });
    expect((await rest().request('/notes')).body).toEqual([]);
    expect((await rest().request('/notes', { as: tokenOf('authenticated') })).body).toHaveLength(1);
  });

  /** So many settings that resetting them takes longer than the time limit that is set with them. */
  const slowToReset = [
    "select count(set_config('slow.s' || n, 'x', false))::text from generate_series(1, 20000) n",
    "set statement_timeout = '1ms'",
  ];

  it('is not held to the time limit of another caller', async () => {
    await everywhere(() => run('anon', ...slowToReset));
    for (const one of await Promise.all(Array.from({ length: 24 }, () => who('anon'))))
      expect(one).toMatchObject({ role: 'anon', timeout: '8s' });
  });

  it('is not sent on a connection that the server has just ended', async () => {
    const ended = () => run('anon', "set transaction_timeout = '1ms'", 'select pg_sleep(0.05)::text');
    for (let round = 0; round < 5; round += 1) {
      const [, ...seen] = await Promise.all([
        everywhere(ended),
        ...Array.from({ length: 24 }, () => who('anon')),
      ]);
      for (const one of seen) expect(one).toMatchObject({ role: 'anon', timeout: '8s' });
    }
  });

  it.each([
    ['for statements', slowToReset],
    ['for idle sessions', ["set idle_session_timeout = '1ms'"]],
  ])('is not held to the time limit of another caller %s in a transaction either', async (_, statements) => {
    await everywhere(() => run('anon', ...statements));
    const read = () =>
      rest().database.asRole(
        'anon',
        {},
        (sql) => sql`select current_setting('statement_timeout') as timeout`,
      );
    for (const rows of await Promise.all(Array.from({ length: 24 }, read)))
      expect([...rows]).toEqual([{ timeout: '8s' }]);
  });

  it('does not resolve names in leftover temporary tables', async () => {
    await everywhere(() =>
      run(
        'anon',
        'create temp table open_notes (text text)',
        "insert into pg_temp.open_notes values ('planted')",
      ),
    );
    for (const answer of await Promise.all(
      Array.from({ length: 24 }, () => rest().request('/rpc/read_open_notes', { body: {} })),
    ))
      expect(answer.body).toBe('as it should be');
  });

  it('prepares its statements under secret names', async () => {
    const names = await run('anon', "select string_agg(name, ' ') from pg_prepared_statements");
    expect(names).toMatchObject({ status: 401, body: { code: '42501' } });
  });

  it('runs its own statements after the prepared ones were removed', async () => {
    await everywhere(() => run('anon', 'deallocate all'));
    for (const answer of await Promise.all(Array.from({ length: 24 }, () => rest().request('/open_notes'))))
      expect(answer).toMatchObject({ status: 200, body: [{ text: 'as it should be' }] });
  });
});

describe('a caller’s defaults for its own role', () => {
  // Postgres lets every role change its own defaults.
  it.each([
    ['select 1', 'alter role anon set role = authenticated'],
    ['select 1', 'alter role anon set search_path = evil'],
    ['set role none', 'alter role authenticator set role = authenticated'],
    ['set role none', 'alter role authenticator set search_path = evil'],
  ])('do not change the caller: "%s; %s"', async (before, statement) => {
    const { database } = rest();
    expect((await run('anon', before, statement)).status).toBe(200);
    await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and datname = current_database()`;
    // An unknown name makes the catalog be read again, including the settings of roles.
    await database.notify('pgrst', 'reload config');
    await expect
      .poll(() =>
        rest()
          .request('/nothing_like_it')
          .then(({ status }) => status),
      )
      .toBe(404);
    // Closed connections may still be used.
    let seen: unknown;
    await expect
      .poll(async () => {
        seen = await who('anon');
        return seen;
      })
      .not.toHaveProperty('code');
    expect(seen).toMatchObject({ role: 'anon', user: null, path: '"$user", public, extensions' });
    expect((await rest().request('/notes')).body).toEqual([]);
    await database.sql.script('alter role anon reset all; alter role authenticator reset all');
  });
});

it('a caller that changes the password of its login locks out no other caller', async () => {
  const { database } = rest();
  expect((await run('anon', 'set role none', "alter role authenticator password 'known'")).status).toBe(200);
  await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and datname = current_database()`;
  await expect.poll(() => who('anon')).toMatchObject({ session: 'authenticator' });
});

it('settings of a role apply, except those that only a superuser may set', async () => {
  await rest().database.sql.script(`
    alter role anon set statement_timeout = '3s';
    alter role anon set log_min_duration_statement = 5000;
    notify pgrst, 'reload config'`);
  await expect.poll(() => who('anon')).toMatchObject({ timeout: '3s' });
  await rest().database.sql.script('alter role anon reset all');
});
