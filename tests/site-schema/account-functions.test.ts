/** The database functions of the account page: each is for the caller alone. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { useBackend } from '../compat/compat-backend.ts';
import { enrollApp } from '../compat/second-factors.ts';
import { settings, signedInAgain, signedUp } from '../compat/test-users.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';

describeSiteOnEveryServer('the account page', (server) => {
  let database: Database;
  beforeAll(() => {
    database = server().database;
  });
  const open = useBackend(() => server().database, { toml: settings({ confirm: false }) });

  /** Runs a statement as the data API would for the holder of the token. */
  async function asTokenHolder<Row>(token: string | undefined, statement: string): Promise<Row[]> {
    const claims = token && Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    return database.transaction(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${claims ?? ''}, true)`;
      await sql.script(`set local role ${token ? 'authenticated' : 'anon'}`);
      return [...(await sql.script(statement))] as Row[];
    });
  }
  const tokenOf = async (client: {
    auth: { getSession(): Promise<{ data: { session: { access_token: string } | null } }> };
  }) => (await client.auth.getSession()).data.session?.access_token;

  test('lists my sessions, with the current one marked, and no other user’s', async () => {
    const here = await signedUp(open());
    await signedInAgain(open(), here.email);
    await signedUp(open());
    const rows = await asTokenHolder<{ is_current: boolean }>(
      await tokenOf(here.client),
      'select * from public.my_sessions()',
    );
    expect(rows).toHaveLength(2);
    expect(rows.filter(({ is_current }) => is_current)).toHaveLength(1);
  });

  test('ends one of my sessions, and never another’s', async () => {
    const here = await signedUp(open());
    const there = await signedInAgain(open(), here.email);
    const stranger = await signedUp(open());
    const token = await tokenOf(here.client);
    const [other] = await asTokenHolder<{ id: string }>(
      token,
      'select id from public.my_sessions() where not is_current',
    );
    const end = (holder: string | undefined) =>
      asTokenHolder<{ ended: boolean }>(holder, `select public.end_my_session('${other?.id}') as ended`);
    expect(await end(await tokenOf(stranger.client))).toEqual([{ ended: false }]);
    expect((await there.client.auth.getUser()).error).toBeNull();
    expect(await end(token)).toEqual([{ ended: true }]);
    expect((await there.client.auth.getUser()).error).not.toBeNull();
  });

  test('exports what is held about me, without a secret', async () => {
    const { client, email } = await signedUp(open());
    await enrollApp(client);
    const [row] = await asTokenHolder<{ data: Record<string, unknown> }>(
      await tokenOf(client),
      'select public.export_my_data() as data',
    );
    expect(row?.data).toMatchObject({
      account: { email },
      identities: [{ provider: 'email' }],
      factors: [{ factor_type: 'totp' }],
    });
    expect(JSON.stringify(row)).not.toMatch(/encrypted_password|secret|refresh_token|token_hash/);
  });

  describe('exports my sign-in methods', () => {
    /** A user with a passkey and an authorized application. */
    async function createConnectedUser(): Promise<string | undefined> {
      const { client, email } = await signedUp(open());
      const [person] = await database.sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
      const id = person?.id ?? '';
      await database.sql`
        insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
        values (${id}, ${Buffer.from(crypto.randomUUID())}, ${Buffer.from('the public key')}, 'my telephone')`;
      const application = crypto.randomUUID();
      await database.sql`
        insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, client_name, token_endpoint_auth_method)
        values (${application}, 'manual', 'https://app.example/', 'authorization_code', 'A reader', 'none')`;
      await database.sql`
        insert into auth.oauth_consents (id, user_id, client_id, scopes)
        values (${crypto.randomUUID()}, ${id}, ${application}, 'email')`;
      return tokenOf(client);
    }
    const exported = async (token: string | undefined) => {
      const statement = 'select public.export_my_data() as data';
      const [row] = await asTokenHolder<{ data: Record<string, unknown> }>(token, statement);
      return row?.data;
    };

    test('by name and time, and no other user’s', async () => {
      const mine = await exported(await createConnectedUser());
      expect(mine?.passkeys).toEqual([
        { friendly_name: 'my telephone', created_at: expect.any(String), last_used_at: null },
      ]);
      expect(mine?.applications).toEqual([
        { application: 'A reader', scopes: 'email', granted_at: expect.any(String), revoked_at: null },
      ]);
      const { client } = await signedUp(open());
      expect(await exported(await tokenOf(client))).toMatchObject({ passkeys: [], applications: [] });
    });

    test.each([
      ['that has no such tables', 'drop table auth.webauthn_credentials, auth.oauth_consents'],
      [
        'that has other column names',
        `alter table auth.webauthn_credentials rename friendly_name to name;
         alter table auth.oauth_consents rename scopes to scope`,
      ],
    ])('and the rest alone on a project %s', async (_kind, change) => {
      const token = await createConnectedUser();
      const claims = Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString();
      const changed = database.transaction(async (sql) => {
        await sql.script(change);
        await sql`select set_config('request.jwt.claims', ${claims}, true)`;
        await sql`set local role authenticated`;
        const [row] = await sql<{ data: unknown }[]>`select public.export_my_data() as data`;
        // Thrown, so that the tables are as they were.
        throw Object.assign(new Error('undone'), { data: row?.data });
      });
      const { data } = await changed.catch((error: unknown) => error as { data: unknown });
      expect(data).toMatchObject({ passkeys: null, applications: null, identities: [{ provider: 'email' }] });
    });
  });

  describe('deletes', () => {
    test('my account and no other user’s', async () => {
      const mine = await signedUp(open());
      const other = await signedUp(open());
      await asTokenHolder(await tokenOf(mine.client), 'select public.delete_my_account()');
      expect((await mine.client.auth.getUser()).error).not.toBeNull();
      expect((await other.client.auth.getUser()).error).toBeNull();
    });

    test('nothing without the second factor that the account has', async () => {
      const { client, email } = await signedUp(open());
      const app = await enrollApp(client);
      await client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code(open().now()) });
      const { client: again } = await signedInAgain(open(), email);
      await expect(asTokenHolder(await tokenOf(again), 'select public.delete_my_account()')).rejects.toThrow(
        'Please confirm with your second factor first.',
      );
      expect((await client.auth.getUser()).error).toBeNull();
    });
  });

  test.each([
    'my_sessions()',
    'export_my_data()',
    'delete_my_account()',
    'withdraw_my_email_change()',
    `end_my_session('${crypto.randomUUID()}')`,
  ])('is not for visitors: %s', async (call) => {
    await expect(asTokenHolder(undefined, `select public.${call}`)).rejects.toThrow(/permission denied/);
  });
});
