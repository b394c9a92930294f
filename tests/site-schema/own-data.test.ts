/** Users' data is closed to the applications that they authorize, and to sessions without their second factor. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { createTestUsers } from './test-users.ts';

type Claims = Record<string, unknown>;

describeSiteOnEveryServer('the data of users', (server) => {
  let database: Database;
  const { createPerson } = createTestUsers(() => database);
  /** The allowed and the refused callers; each claims to own the site, so that no refusal is for lack of that. */
  let may: Record<string, Claims>;
  let mayNot: Record<string, Claims>;

  beforeAll(async () => {
    database = server().database;
    const plain = await createPerson();
    const protectedOne = await createPerson();
    await database.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${protectedOne}, 'totp', 'verified', now(), now()),
        (gen_random_uuid(), ${plain}, 'totp', 'unverified', now(), now())`;
    const claims = (sub: string, more: Claims) => ({
      sub,
      role: 'authenticated',
      aal: 'aal1',
      app_metadata: { owner: true },
      ...more,
    });
    const client = crypto.randomUUID();
    const session = await openSessionFor(plain, client);
    may = {
      'without a factor': claims(plain, {}),
      'with the second factor': claims(protectedOne, { aal: 'aal2' }),
    };
    mayNot = {
      'an application': claims(plain, { client_id: client, scope: 'email' }),
      'an application, with the second factor': claims(protectedOne, { client_id: client, aal: 'aal2' }),
      'an application whose token does not say so': claims(plain, { session_id: session }),
      'the password alone': claims(protectedOne, {}),
      'a token that says nothing of factors': claims(protectedOne, { aal: undefined }),
    };
  });

  async function openSessionFor(user: string, client: string): Promise<string> {
    await database.sql`
      insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, client_name, token_endpoint_auth_method)
      values (${client}, 'manual', 'https://app.example/', 'authorization_code', 'A reader', 'none')`;
    const [row] = await database.sql<{ id: string }[]>`
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, oauth_client_id, scopes)
      values (gen_random_uuid(), ${user}, now(), now(), 'aal1', ${client}, 'email') returning id`;
    return row?.id ?? '';
  }

  async function as<Row>(claims: Claims | undefined, statement: string): Promise<Row[]> {
    return database.transaction(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims ?? {})}, true)`;
      await sql`select set_config('role', 'authenticated', true)`;
      return [...(await sql.script(statement))] as Row[];
    });
  }
  const refused = { code: '42501' };

  test('every table that users reach has the restrictive policy, for reading and for writing', async () => {
    const tables = await database.sql<{ name: string; protections: string[] | null }[]>`
      select c.oid::regclass::text as name, (
        select array_agg(pg_get_expr(p.polqual, c.oid) || ' ' || pg_get_expr(p.polwithcheck, c.oid)) from pg_policy p
        where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '*' and 'authenticated'::regrole = any (p.polroles)
      ) as protections
      from pg_class c
      where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace in ('public'::regnamespace, 'site'::regnamespace)
        and has_any_column_privilege('authenticated', c.oid, 'select, insert, update')
      order by 1`;
    const check = '( SELECT site.may_use_data() AS may_use_data)';
    expect(tables.map(({ name }) => name)).toContain('privacy_zones');
    for (const { name, protections } of tables)
      expect({ name, protections }).toEqual({ name, protections: [`${check} ${check}`] });
  });

  test('every function that bypasses row security refuses them', async () => {
    const calls = await database.sql<{ call: string }[]>`
      select format('select * from %s(%s)', p.oid::regproc, (
        select string_agg('null::' || format_type(t, null), ', ' order by place)
        from unnest(p.proargtypes) with ordinality a (t, place))) as call
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
        and has_function_privilege('authenticated', p.oid, 'execute') and not has_function_privilege('anon', p.oid, 'execute')
      order by 1`;
    expect(calls.map(({ call }) => call)).toEqual(
      expect.arrayContaining([
        'select * from delete_my_account()',
        'select * from end_my_session(null::uuid)',
        'select * from export_my_data()',
        'select * from my_sessions()',
        'select * from withdraw_my_email_change()',
      ]),
    );
    for (const claims of Object.values(mayNot))
      for (const { call } of calls)
        await expect(as(claims, call), `${call} with ${JSON.stringify(claims)}`).rejects.toMatchObject(
          refused,
        );
  });

  test('functions for visitors reveal nothing about the caller', async () => {
    const open = await database.sql<{ name: string }[]>`
      select p.proname as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
        and has_function_privilege('anon', p.oid, 'execute')
      order by 1`;
    // A function that is added here must not reveal anything to an application that a visitor does not see.
    expect(open.map(({ name }) => name)).toEqual(['is_owner', 'look_at_name_list', 'owner_runs']);
    for (const claims of Object.values(mayNot))
      expect(await as(claims, 'select public.is_owner() as owner')).toEqual([{ owner: false }]);
    for (const claims of Object.values(may))
      expect(await as(claims, 'select public.is_owner() as owner')).toEqual([{ owner: true }]);
  });

  test('every bucket of the site is closed to them', async () => {
    const buckets = await database.sql<{ id: string }[]>`select id from storage.buckets`;
    expect(buckets).toEqual([{ id: 'run-files' }]);
    const count = async (claims: Claims, bucket: string) => {
      await database.sql`
        insert into storage.objects (bucket_id, name, owner_id)
        values (${bucket}, ${`${claims.sub}/${crypto.randomUUID()}/run.gpx`}, ${String(claims.sub)})`;
      return (await as(claims, `select from storage.objects where bucket_id = '${bucket}'`)).length;
    };
    for (const { id } of buckets) {
      for (const claims of Object.values(mayNot)) {
        expect(await count(claims, id)).toBe(0);
        expect(
          await as(claims, `delete from storage.objects where bucket_id = '${id}' returning id`),
        ).toEqual([]);
      }
      for (const claims of Object.values(may)) expect(await count(claims, id)).toBeGreaterThan(0);
    }
  });

  describe('privacy zones, which reveal where a user lives', () => {
    const add = 'insert into public.privacy_zones (latitude, longitude, radius) values (52.5, 13.4, 200)';

    test('are stored and read by the user', async () => {
      for (const claims of Object.values(may)) {
        await as(claims, add);
        expect(await as(claims, 'select latitude from public.privacy_zones')).toEqual([{ latitude: 52.5 }]);
      }
    });

    test('are neither read nor written by anything else', async () => {
      for (const claims of Object.values(mayNot)) {
        expect(await as(claims, 'select from public.privacy_zones')).toEqual([]);
        await expect(as(claims, add)).rejects.toMatchObject(refused);
        expect(await as(claims, 'delete from public.privacy_zones returning id')).toEqual([]);
      }
    });
  });

  test('the refusal says what to do', async () => {
    const hint = (name: string) =>
      as(mayNot[name], 'select public.export_my_data()').catch(({ hint, message }) => ({ hint, message }));
    expect(await hint('the password alone')).toEqual({
      hint: 'insufficient_aal',
      message: 'Please confirm with your second factor first.',
    });
    expect(await hint('an application')).toMatchObject({ hint: 'application' });
  });

  test('owners can use the same check in their own policies', async () => {
    await database.sql.script(`
      create table public.diary (id int primary key);
      alter table public.diary enable row level security;
      insert into public.diary values (1);
      create policy "signed in" on public.diary to authenticated using (auth.uid() is not null);
      create policy "with the second factor" on public.diary as restrictive to authenticated
        using ((select site.aal2_if_enrolled()));
      create policy "people and one application" on public.diary as restrictive to authenticated
        using ((select site.is_own_session()) or auth.jwt() ->> 'client_id' = '${mayNot['an application']?.client_id}');
    `);
    try {
      const rows = async (claims: Claims | undefined) =>
        (await as(claims, 'select from public.diary')).length;
      for (const claims of Object.values(may)) expect(await rows(claims)).toBe(1);
      expect(await rows(mayNot['an application'])).toBe(1);
      expect(await rows({ ...mayNot['an application'], client_id: crypto.randomUUID() })).toBe(0);
      expect(await rows(mayNot['the password alone'])).toBe(0);
    } finally {
      await database.sql`drop table public.diary`;
    }
  });
});
