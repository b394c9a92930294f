import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnEveryServer } from '../tests/harness/database/servers.ts';
import { parseDatabaseUrl } from './connection-target.ts';
import type { RoleSession } from './role-session.ts';

describeOnEveryServer('a session of a role', (server) => {
  const db = () => server().database;
  const owner = () => parseDatabaseUrl(db().url);
  const opened: RoleSession[] = [];
  const open = async (role: string, database = owner().database) => {
    const session = await db().openRoleSession(role, database);
    opened.push(session);
    return session;
  };
  afterEach(() => {
    for (const session of opened.splice(0)) session.close();
  });
  beforeAll(async () => {
    await db().sql.script(
      `create table public.seen (who text, session text); grant insert on public.seen to public`,
    );
  });
  const report = 'insert into public.seen values (current_user, session_user)';
  const seen = () => db().sql`select who, session from public.seen`;

  it('runs statements as the owner, and says what the last one did', async () => {
    const { user } = owner();
    const session = await open(user);
    expect(await session.run(report)).toBe('INSERT 0 1');
    expect(await seen()).toEqual([{ who: user, session: user }]);
    expect(await session.run('delete from public.seen; select 1')).toBe('1 row');
    expect(await session.run('select generate_series(1, 100000)')).toBe('100000 rows');
    expect(await session.run('do $$ begin end $$')).toBe('DO');
    expect(await session.run('vacuum public.seen')).toBe('VACUUM');
    expect(await session.run('')).toBe('0 rows');
    const [row] = await db().sql`select usename from pg_stat_activity where pid = ${session.processId}`;
    expect(row).toEqual({ usename: user });
  });

  it('makes several statements one transaction', async () => {
    const session = await open('service_role');
    await expect(session.run(`${report}; select 1 / 0`)).rejects.toMatchObject({
      message: 'division by zero',
      severity: 'ERROR',
    });
    expect(await seen()).toEqual([]);
  });

  it('refuses rows that only psql could send', async () => {
    const session = await open('anon');
    await expect(session.run('copy public.seen from stdin')).rejects.toThrow('COPY not supported');
  });

  it.each([
    'reset role',
    'reset session authorization',
    'set role none',
    'reset all',
    'discard all',
  ])('gives nothing more after "%s"', async (leave) => {
    const session = await open('anon');
    await session.run(leave);
    await expect(session.run('select from auth.users')).rejects.toThrow('permission denied');
    for (const role of ['authenticated', 'service_role', 'supabase_auth_admin', 'postgres'])
      await expect(session.run(`set role ${role}`)).rejects.toThrow('permission denied');
    await expect(
      session.run(`do $$ begin execute '${leave}'; execute 'set role authenticated'; end $$`),
    ).rejects.toThrow(/permission denied|cannot/);
    await expect(session.run('set session authorization postgres')).rejects.toThrow('permission denied');
  });

  it('stays in the role after RESET ROLE', async () => {
    const session = await open('authenticated');
    await session.run(`reset role; ${report}`);
    expect(await seen()).toMatchObject([
      { who: 'authenticated', session: expect.stringMatching(/^porchlight_job_/) },
    ]);
    await db().sql`delete from public.seen`;
  });

  it('opens again after the role has changed the password of its login, and has a role with any name', async () => {
    const role = `odd "name" \\ ${randomBytes(4).toString('hex')}`;
    await db().sql.script(`create role "${role.replaceAll('"', '""')}"`);
    const session = await open(role);
    await session.run(
      `do $$ begin execute format('set role none; alter role %I password ''x''', session_user); end $$`,
    );
    const again = await open(role);
    await again.run(report);
    expect(await seen()).toMatchObject([{ who: role }]);
    await db().sql.script(`delete from public.seen; drop role "${role.replaceAll('"', '""')}"`);
    await expect(open(role)).rejects.toThrow(`role "${role}" does not exist`);
  });

  it('is in another database for the owner only', async () => {
    await expect(open('anon', 'postgres')).rejects.toThrow('can run statements in the database "postgres"');
    const session = await open(owner().user, 'postgres');
    expect(await session.run('select')).toBe('1 row');
    await expect(open(owner().user, 'nowhere')).rejects.toThrow('database "nowhere" does not exist');
  });

  it.each([
    ['cancels a statement', 'select pg_sleep(60)', 'canceling statement due to user request'],
    [
      'ends one that does not let itself be canceled',
      'do $$ begin loop begin perform pg_sleep(60); exception when query_canceled then end; end loop; end $$',
      'terminating connection',
    ],
  ])('%s', async (_, text, message) => {
    const session = await open('anon');
    const running = session.run(text).catch((error: unknown) => error);
    await wait(200);
    await session.cancel();
    expect(await running).toMatchObject({ message: expect.stringContaining(message) });
  });
});
