import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../tests/harness/database/servers.ts';

/** Names that dumps of a Supabase project contain: keep them. */
const tables = [
  'audit_log_entries',
  'custom_oauth_providers',
  'flow_state',
  'identities',
  'instances',
  'mfa_amr_claims',
  'mfa_challenges',
  'mfa_factors',
  'mfa_recovery_code_sets',
  'mfa_recovery_codes',
  'oauth_authorizations',
  'oauth_client_states',
  'oauth_clients',
  'oauth_consents',
  'one_time_tokens',
  'refresh_tokens',
  'saml_providers',
  'saml_relay_states',
  'schema_migrations',
  'sessions',
  'sso_domains',
  'sso_providers',
  'users',
  'webauthn_challenges',
  'webauthn_credentials',
];

describeOnEveryServer('the auth schema', (server) => {
  const sql = () => server().database.sql;

  it('has the tables of Supabase, all with row security', async () => {
    const found = await sql()<{ name: string; locked: boolean }[]>`
      select relname as name, relrowsecurity as locked from pg_class
      where relnamespace = 'auth'::regnamespace and relkind = 'r' order by relname`;
    expect(found.map((table) => table.name)).toEqual(tables);
    expect(found.filter((table) => !table.locked)).toEqual([]);
  });

  it('has the columns that a dump of the accounts lists, in its order', async () => {
    const [users] = await sql()<{ columns: string }[]>`
      select string_agg(attname, ',' order by attnum) as columns from pg_attribute
      where attrelid = 'auth.users'::regclass and attnum > 0`;
    expect(users?.columns).toBe(
      'instance_id,id,aud,role,email,encrypted_password,email_confirmed_at,invited_at,confirmation_token,' +
        'confirmation_sent_at,recovery_token,recovery_sent_at,email_change_token_new,email_change,email_change_sent_at,' +
        'last_sign_in_at,raw_app_meta_data,raw_user_meta_data,is_super_admin,created_at,updated_at,phone,phone_confirmed_at,' +
        'phone_change,phone_change_token,phone_change_sent_at,confirmed_at,email_change_token_current,' +
        'email_change_confirm_status,banned_until,reauthentication_token,reauthentication_sent_at,is_sso_user,deleted_at,is_anonymous',
    );
  });

  it('allows one account per address, except for SSO users', async () => {
    const add = (email: string, isSso: boolean) =>
      sql()`insert into auth.users (id, email, is_sso_user) values (gen_random_uuid(), ${email}, ${isSso})`;
    await add('one@example.com', false);
    await add('one@example.com', true);
    await expect(add('one@example.com', false)).rejects.toMatchObject({
      code: '23505',
      constraint: 'users_email_partial_key',
    });
  });

  it('deletes all data of a deleted user', async () => {
    const { database } = server();
    const id = '6f0c4c1e-0d9b-4f0e-9a43-2f5c3f0e7a11';
    await database.transaction(async (inside) => {
      await inside`insert into auth.users (id) values (${id})`;
      await inside`insert into auth.identities (provider_id, user_id, identity_data, provider)
        values ('x', ${id}, '{"email":"Ann@Example.com"}', 'email')`;
      await inside`insert into auth.sessions (id, user_id) values (${id}, ${id})`;
      await inside`insert into auth.refresh_tokens (token, session_id) values ('t', ${id})`;
      await inside`insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
        values (${id}, ${id}, 'recovery_token', 'h', 'ann@example.com')`;
    });
    expect(await sql()`select email from auth.identities where user_id = ${id}`).toEqual([
      { email: 'ann@example.com' },
    ]);
    await sql()`delete from auth.users where id = ${id}`;
    const [left] = await sql()`
      select (select count(*)::int from auth.identities where user_id = ${id}) as identities,
             (select count(*)::int from auth.sessions where user_id = ${id}) as sessions,
             (select count(*)::int from auth.refresh_tokens where session_id = ${id}) as tokens,
             (select count(*)::int from auth.one_time_tokens where user_id = ${id}) as codes`;
    expect(left).toEqual({ identities: 0, sessions: 0, tokens: 0, codes: 0 });
  });

  it.each([
    ['nothing is set', {}, null],
    ['the claims are empty', { 'request.jwt.claims': '' }, null],
    [
      'the claims name a user',
      { 'request.jwt.claims': '{"sub":"6f0c4c1e-0d9b-4f0e-9a43-2f5c3f0e7a11"}' },
      '6f0c4c1e-0d9b-4f0e-9a43-2f5c3f0e7a11',
    ],
    [
      'the older setting names a user',
      { 'request.jwt.claim.sub': '6f0c4c1e-0d9b-4f0e-9a43-2f5c3f0e7a22' },
      '6f0c4c1e-0d9b-4f0e-9a43-2f5c3f0e7a22',
    ],
    [
      'both do, and the older one wins',
      {
        'request.jwt.claims': '{"sub":"6f0c4c1e-0d9b-4f0e-9a43-2f5c3f0e7a11"}',
        'request.jwt.claim.sub': '6f0c4c1e-0d9b-4f0e-9a43-2f5c3f0e7a22',
      },
      '6f0c4c1e-0d9b-4f0e-9a43-2f5c3f0e7a22',
    ],
  ])('reads the caller when %s', async (_when, settings, uid) => {
    const found = await server().database.transaction(async (inside) => {
      for (const [name, value] of Object.entries(settings))
        await inside`select set_config(${name}, ${value}, true)`;
      return inside`select auth.uid() as uid`;
    });
    expect(found).toEqual([{ uid }]);
  });

  it('shows Supabase Auth that there is nothing to migrate', async () => {
    expect(await sql()`select count(*)::int as n from auth.schema_migrations`).toEqual([{ n: 70 }]);
  });
});
