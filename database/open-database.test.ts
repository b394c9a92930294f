import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnEveryServer, describeWithoutServer } from '../tests/harness/database/servers.ts';
import { fragment, identifier } from './driver/sql.ts';
import { DatabaseStartError, sqlStateOf } from './errors.ts';
import { openDatabase } from './open-database.ts';

describeOnEveryServer('a database', (server) => {
  const db = () => server().database;

  it('returns rows, with values sent separately from the text', async () => {
    const rows = await db().sql<
      { said: string }[]
    >`select ${"Robert'); drop table students;--"}::text as said`;
    expect(rows[0]?.said).toBe("Robert'); drop table students;--");
    expect(await db().isHealthy()).toBe(true);
  });

  it('takes fragments, lists and identifiers', async () => {
    const { sql } = db();
    const only = fragment`where x > ${1}`;
    const rows = await sql<
      { x: number }[]
    >`select x from unnest(${[1, 2, 3]}::int[]) as x ${only} order by ${identifier('x')} desc`;
    expect(rows.map((row) => row.x)).toEqual([3, 2]);
  });

  it('commits all of a transaction or nothing', async () => {
    await db().sql`create table if not exists public.notes (id int primary key, text text)`;
    const half = db().transaction(async (sql) => {
      await sql`insert into public.notes values (1, 'first')`;
      await sql`insert into public.notes values (1, 'again')`;
    });
    await expect(half).rejects.toMatchObject({ code: '23505' });
    expect(await db().sql`select * from public.notes`).toHaveLength(0);

    const id = await db().transaction(async (sql) => {
      const [row] = await sql<{ id: number }[]>`insert into public.notes values (2, 'whole') returning id`;
      return row?.id;
    });
    expect(id).toBe(2);
    expect(await db().sql`select * from public.notes`).toHaveLength(1);
  });

  it('reports the SQLSTATE of an error', async () => {
    const error: unknown = await db().sql`select * from public.nowhere`.catch((thrown: unknown) => thrown);
    expect(sqlStateOf(error)).toBe('42P01');
  });

  it('cancels a statement that takes too long', async () => {
    const slow = db().transaction(async (sql) => {
      await sql`set local statement_timeout = '50ms'`;
      await sql`select pg_sleep(30)`;
    });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
  });

  it('sets time limits on every connection', async () => {
    const rows = await db().sql<{ name: string; setting: string }[]>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`;
    for (const { name, setting } of rows) expect(Number(setting), name).toBeGreaterThan(0);
    expect(rows).toHaveLength(3);
  });

  it('runs a request as its role, with its claims, for that transaction only', async () => {
    const sub = randomUUID();
    const [seen] = await db().asRole(
      'authenticated',
      { sub, role: 'authenticated', email: 'a@example.com' },
      (sql) =>
        sql`select current_user::text as user, auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() as jwt`,
    );
    expect(seen).toEqual({
      user: 'authenticated',
      uid: sub,
      role: 'authenticated',
      email: 'a@example.com',
      jwt: { sub, role: 'authenticated', email: 'a@example.com' },
    });
    const after = await db().sql`select current_user::text as user, auth.uid() as uid, auth.jwt() as jwt`;
    expect(after[0]).toMatchObject({ uid: null, jwt: null });
    expect(after[0]?.user).not.toBe('authenticated');
  });

  it('applies row security for a role', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    await db().sql.script(`
      create table public.diaries (owner uuid, text text);
      alter table public.diaries enable row level security;
      create policy own on public.diaries using (owner = auth.uid());
      insert into public.diaries values ('${mine}', 'mine'), ('${other}', 'not mine');`);
    const read = (role: 'anon' | 'authenticated' | 'service_role', claims: Record<string, unknown>) =>
      db().asRole(
        role,
        claims,
        (sql) => sql<{ text: string }[]>`select text from public.diaries order by text`,
      );
    expect(await read('anon', {})).toHaveLength(0);
    expect((await read('authenticated', { sub: mine })).map((row) => row.text)).toEqual(['mine']);
    expect(await read('service_role', {})).toHaveLength(2);
  });

  it.each([
    'anon',
    'authenticated',
    'service_role',
  ] as const)('does not let %s read the accounts', async (role) => {
    for (const table of ['users', 'sessions', 'refresh_tokens', 'webauthn_credentials', 'oauth_clients']) {
      const read = db().asRole(role, { role }, (sql) => sql`select * from auth.${identifier(table)}`);
      await expect(read).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('refuses any other role', async () => {
    const role = JSON.parse('"postgres"');
    const asked = async () => db().asRole(role, {}, (sql) => sql`select 1`);
    await expect(asked()).rejects.toThrow('No request may run as "postgres"');
  });

  it('two listeners can stop at once', async () => {
    const stops = await Promise.all(['one', 'two'].map((channel) => db().listen(channel, () => {})));
    await Promise.all(stops.map((stop) => stop()));
  });

  it('receives notifications until it stops listening', async () => {
    const heard: string[] = [];
    let wake = () => {};
    const stop = await db().listen('news', (payload) => {
      heard.push(payload);
      wake();
    });
    const arrived = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await db().notify('news', 'hello');
    await arrived;
    await stop();
    await db().notify('news', 'no listener');
    expect(heard).toEqual(['hello']);
  });

  it('hears a channel as soon as the call has resolved, also with a listener before', async () => {
    const heard: string[] = [];
    // Its connection is open, and the one that listens is not.
    await db().notify('shared news', 'too early');
    const first = db().listen('shared news', () => {});
    const stop = await db().listen('shared news', (payload) => heard.push(payload));
    await db().notify('shared news', 'hello');
    await expect.poll(() => heard).toEqual(['hello']);
    await stop();
    await (await first)();
  });

  it('can be opened by its URL by any number of processes', async () => {
    const again = await server().reopen();
    const [row] = await again.sql<{ name: string }[]>`select current_database()::text as name`;
    await again.close();
    const [here] = await db().sql<{ name: string }[]>`select current_database()::text as name`;
    expect(row?.name).toBe(here?.name);
  });
});

describeWithoutServer('an unreachable server', () => {
  it('is named in the error, with what to check', async () => {
    const nowhere = openDatabase({
      databaseUrl: 'postgresql://me:secret@127.0.0.1:1/site',
      dataFolder: '',
      log: () => {},
      migrations: [],
    });
    const error: unknown = await nowhere.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect(String(error)).toMatch(
      /site at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.* Check DATABASE_URL/,
    );
    expect(String(error)).not.toContain('secret');
  });
});
