import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStorage, type TestStorage } from '../../tests/harness/storage/test-storage.ts';

const anna = randomUUID();
let storage: TestStorage;
let bucket = '';

/** A policy of the site that executes a text from the object's name. */
beforeAll(async () => {
  storage = await openTestStorage({ ownServer: true });
  bucket = await storage.bucket();
  await storage.database.sql.script(`
    create table public.seen (session text, role text);
    grant insert on public.seen to anon, authenticated, service_role;
    create table public.secrets (word text);
    revoke all on public.secrets from anon, authenticated;
    insert into public.secrets values ('secret-word');
    create function public.passes(name text) returns boolean language plpgsql as $$
    begin
      insert into public.seen values (session_user, current_user);
      execute convert_from(decode(name, 'hex'), 'utf8');
      return true;
    end $$;
    create policy runs on storage.objects for insert to anon, authenticated with check (public.passes(name));
    create policy looks on storage.objects for select to anon, authenticated using (owner_id = auth.uid()::text);
  `);
});
afterAll(() => storage.close());

const upload = (statement: string, key = storage.tokenOf(anna)) =>
  storage.client(key).storage.from(bucket).upload(Buffer.from(statement).toString('hex'), 'x');

describe('a policy that executes text', () => {
  it('runs on the login of requests', async () => {
    expect((await upload('select 1')).error).toBeNull();
    expect([...(await storage.database.sql`select distinct session, role from public.seen`)]).toEqual([
      { session: 'authenticator', role: 'authenticated' },
    ]);
  });

  it.each([
    'set role postgres',
    'set role service_role',
    'set role supabase_storage_admin',
    'set session authorization supabase_storage_admin',
    'do $x$ begin reset role; delete from storage.objects; end $x$',
    'do $x$ begin reset role; delete from porchlight.unclaimed_files; end $x$',
    'do $x$ begin reset role; perform * from auth.users; end $x$',
    'do $x$ begin reset role; perform word from public.secrets; end $x$',
  ])('is refused "%s"', async (statement) => {
    for (const key of [storage.tokenOf(anna), storage.secrets.anonKey])
      expect((await upload(statement, key)).error).toMatchObject({ statusCode: '403' });
  });

  it('does not affect the next caller', async () => {
    for (let times = 0; times < 4; times += 1)
      await upload(`set request.jwt.claim.sub = '${anna}' /* ${times} */`, storage.secrets.anonKey);
    const { data } = await storage.client(storage.secrets.anonKey).storage.from(bucket).list();
    expect(data).toEqual([]);
    expect((await storage.client(storage.tokenOf(anna)).storage.from(bucket).list()).data).not.toEqual([]);
  });
});
