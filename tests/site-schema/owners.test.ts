/** Owners of the site: by a confirmed address of site.config.ts, and by nothing else. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { useBackend } from '../compat/compat-backend.ts';
import { password, settings } from '../compat/test-users.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { freshEmail } from '../harness/fresh-contact.ts';

describeSiteOnEveryServer('an owner', (server) => {
  let database: Database;
  beforeAll(() => {
    database = server().database;
  });
  const open = useBackend(() => server().database, { toml: settings({ confirm: true }) });
  const setOwners = (...emails: string[]) => database.sql`select site.set_owners(${emails})`;

  async function createAccount(email: string, confirmed = true) {
    const { data } = await open().admin().createUser({ email, password, email_confirm: confirmed });
    if (!data.user) throw new Error('no account');
    return data.user;
  }
  const isOwner = async (id: string) =>
    (await open().admin().getUserById(id)).data.user?.app_metadata.owner === true;

  test('is a confirmed account with a listed address, in upper or lower case', async () => {
    const email = freshEmail();
    await setOwners(email.toUpperCase(), ' ');
    expect(await isOwner((await createAccount(email)).id)).toBe(true);
    expect(await isOwner((await createAccount(freshEmail())).id)).toBe(false);
  });

  test('is no account before the address is confirmed', async () => {
    const email = freshEmail();
    await setOwners(email);
    const { id } = await createAccount(email, false);
    expect(await isOwner(id)).toBe(false);
    await open().admin().updateUserById(id, { email_confirm: true });
    expect(await isOwner(id)).toBe(true);
  });

  test('has the mark in the token, where policies read it', async () => {
    const email = freshEmail();
    await setOwners(email);
    await createAccount(email);
    const { data } = await open().client().auth.signInWithPassword({ email, password });
    const claims = JSON.parse(atob(data.session?.access_token.split('.')[1] ?? ''));
    expect(claims.app_metadata.owner).toBe(true);
    const asCaller = (given: object) =>
      database.transaction(async (sql) => {
        await sql`select set_config('request.jwt.claims', ${JSON.stringify(given)}, true)`;
        return (await sql<{ owner: boolean }[]>`select public.is_owner() as owner`)[0]?.owner;
      });
    expect(await asCaller(claims)).toBe(true);
    expect(await asCaller({ sub: 'x', user_metadata: { owner: true } })).toBe(false);
  });

  describe('is no owner any more', () => {
    test('once the address leaves the list', async () => {
      const email = freshEmail();
      await setOwners(email);
      const { id } = await createAccount(email);
      await setOwners();
      expect(await isOwner(id)).toBe(false);
    });

    test('once the account has another address', async () => {
      const email = freshEmail();
      await setOwners(email);
      const { id } = await createAccount(email);
      await open().admin().updateUserById(id, { email: freshEmail(), email_confirm: true });
      expect(await isOwner(id)).toBe(false);
    });
  });

  describe('by single sign-on', () => {
    async function connect(...domains: string[]) {
      const id = crypto.randomUUID();
      await database.sql`insert into auth.sso_providers (id) values (${id})`;
      for (const domain of domains)
        await database.sql`
          insert into auth.sso_domains (id, sso_provider_id, domain) values (${crypto.randomUUID()}, ${id}, ${domain})`;
      return id;
    }
    /** As the service writes the account of a user from an identity provider. */
    async function arrive(provider: string, email: string) {
      const id = crypto.randomUUID();
      const metadata = JSON.stringify({ provider: `sso:${provider}`, providers: [`sso:${provider}`] });
      await database.sql`
        insert into auth.users (instance_id, id, aud, role, email, is_sso_user, raw_app_meta_data, created_at, updated_at)
        values ('00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated', ${email}, true,
          ${metadata}::text::jsonb, now(), now())`;
      await database.sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
      return id;
    }
    const domain = () => `${crypto.randomUUID()}.example`;

    test('is one only with an address of a domain of the provider', async () => {
      const [own, other] = [domain(), domain()];
      await setOwners(`me@${own}`, `me@${other}`);
      const provider = await connect(own.toUpperCase());
      expect(await isOwner(await arrive(provider, `me@${own}`))).toBe(true);
      expect(await isOwner(await arrive(provider, `me@${other}`))).toBe(false);
      // Also when the list is set again, as at every start.
      const later = domain();
      const foreign = await arrive(provider, `me@${later}`);
      await setOwners(`me@${later}`);
      expect(await isOwner(foreign)).toBe(false);
    });

    test('is none with a provider without domains, or with the domain of another', async () => {
      const own = domain();
      await setOwners(`me@${own}`);
      await connect(own);
      expect(await isOwner(await arrive(await connect(), `me@${own}`))).toBe(false);
    });

    test('is none once the provider has lost the domain and the server has started again', async () => {
      const own = domain();
      await setOwners(`me@${own}`);
      const provider = await connect(own);
      const id = await arrive(provider, `me@${own}`);
      await database.sql`delete from auth.sso_domains where sso_provider_id = ${provider}`;
      await setOwners(`me@${own}`);
      expect(await isOwner(id)).toBe(false);
    });
  });

  test('cannot be made by writing the mark into an account', async () => {
    const { id } = await createAccount(freshEmail());
    await open()
      .admin()
      .updateUserById(id, { app_metadata: { owner: true } });
    expect(await isOwner(id)).toBe(false);
  });

  test('is not revealed by any query', async () => {
    for (const role of ['anon', 'authenticated'] as const)
      for (const statement of ['select * from site.owners', `select site.set_owners('{a@b.c}')`])
        await expect(
          database.transaction((sql) =>
            sql.script(`set local role ${role}`).then(() => sql.script(statement)),
          ),
        ).rejects.toThrow(/permission denied/);
  });
});
