/** Moves that are refused or fail. That a good one takes everything along is tested in server/move. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { useMoves } from '../../tests/harness/database/use-moves.ts';
import { parseDatabaseUrl, toDatabaseUrl } from '../connection-target.ts';
import type { Sql } from '../database.ts';
import { openPool } from '../pool.ts';
import { checkTarget } from './check-servers.ts';

describeOnEveryServer('a move to another server', () => {
  const { given, run, createEmpty, createSite, createSiteWith, move } = useMoves();
  /** Schemas, tables and functions that Postgres has not brought along. */
  const listAll = (url: string) =>
    run(
      url,
      `select nspname::text as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
       union all select relname::text from pg_class where relnamespace = 'public'::regnamespace
       union all select pubname::text from pg_publication union all select evtname::text from pg_event_trigger`,
    );

  it('that fails halfway leaves nothing in the target, and says where it failed', async () => {
    const from = await createSite(`
      set session_replication_role = replica;
      insert into storage.objects (bucket_id, name) values ('not-there', 'lost.txt')`);
    const to = await createEmpty();
    await expect(move(from, to)).rejects.toThrow(
      /The rows of storage\.objects could not be copied: .*not-there.* is not present/s,
    );
    expect(await listAll(to)).toEqual([]);
    await run(from, `delete from storage.objects`);
    expect((await move(from, to)).tables).toBeGreaterThan(50);
  });

  it('begins again when another program creates the same role at the same moment', async () => {
    const { folder, remove } = await makeFolder();
    const role = `mover_${randomBytes(6).toString('hex')}`;
    const create = `create role ${role}`;
    await writeFile(
      join(folder, 'roles.sql'),
      `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then ${create}; end if; end $$;`,
    );
    const to = await createEmpty();
    const { transaction, end } = openPool(parseDatabaseUrl(given().url), () => {});
    const { moving } = await transaction(async (sql) => {
      await sql.script(create);
      const moving = move(await createSite(), to, { rolesFolder: folder });
      moving.catch(() => {});
      const waiting = `select from pg_stat_activity where datname = '${parseDatabaseUrl(to).database}' and wait_event_type = 'Lock'`;
      const waits = () => run(given().url, waiting);
      await expect.poll(async () => (await waits()).length, { timeout: 30_000 }).toBe(1);
      return { moving };
    });
    expect((await moving).tables).toBeGreaterThan(50);
    await run(given().url, `drop role ${role}`);
    await end();
    await remove();
  });

  it('is refused when the database has what no migration makes', async () => {
    const from = await createSite(`
      create table public.by_hand (id int primary key, text text);
      alter table public.runs disable row level security;
      grant delete on auth.users to anon`);
    const to = await createEmpty();
    const refusal = await move(from, to).catch((error: Error) => error.message);
    expect(refusal).toContain('the table public.by_hand');
    expect(refusal).toContain('the table public.runs');
    expect(refusal).toContain('the rights on auth.users');
    expect(refusal).not.toContain('by_hand.text');
    expect(await listAll(to)).toEqual([]);
  });

  it('is refused when the text of a view or a function was changed by hand', async () => {
    const seen = (columns: string) => `select ${columns} from public.members`;
    const count = (text: string) =>
      `function public.count_members() returns bigint begin atomic ${text}; end`;
    const { url, migrations } = await createSiteWith(
      `create table public.members (name text, email text);
       create view public.seen as ${seen('name, email')};
       create materialized view public.counted as ${seen('count(*)')};
       create view public.kept as ${seen('email')};
       create ${count('select count(*) from public.members')}`,
      `create or replace view public.seen as ${seen('name, null::text as email')};
       drop materialized view public.counted; create materialized view public.counted as ${seen('0::bigint as count')};
       create or replace ${count('select 0::bigint')}`,
    );
    const to = await createEmpty();
    const refusal = await move(url, to, { migrations }).catch((error: Error) => error.message);
    expect(refusal).toContain('the view public.seen');
    expect(refusal).toContain('the materialized view public.counted');
    expect(refusal).toContain('the function public.count_members()');
    expect(refusal).not.toContain('public.kept');
    expect(await listAll(to)).toEqual([]);
  });

  it('is refused when row security hides rows from its owner, on either side', async () => {
    const role = `mover_${randomBytes(6).toString('hex')}`;
    await run(
      given().url,
      `create role ${role} login createrole password 'moving';
       grant anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to ${role} with admin option`,
    );
    const site = await createSiteWith(
      `create table public.ledger (id int primary key);
       alter table public.ledger enable row level security;
       alter table public.ledger force row level security`,
      'insert into public.ledger values (1)',
    );
    const { migrations } = site;
    const as = (url: string) => toDatabaseUrl({ ...parseDatabaseUrl(url), user: role, password: 'moving' });
    const to = await createEmpty();
    await run(
      to,
      `alter database ${parseDatabaseUrl(to).database} owner to ${role}; alter schema public owner to ${role}`,
    );
    const message = `hides rows from ${role}, by row security: public.ledger`;
    await expect(move(site.url, as(to), { migrations })).rejects.toThrow(message);
    expect(await listAll(to)).toEqual([]);
    await run(given().url, `alter role ${role} bypassrls`);
    await move(site.url, as(to), { migrations });
    await run(given().url, `alter role ${role} nobypassrls`);
    await expect(move(as(to), await createEmpty(), { migrations })).rejects.toThrow(message);
    await run(to, `reassign owned by ${role} to current_user; drop owned by ${role}`);
    await run(given().url, `drop owned by ${role}; drop role ${role}`);
  });

  it('is refused when the source has large objects, before anything is copied', async () => {
    const from = await createSite(`select lo_from_bytea(0, 'bytes'), lo_from_bytea(0, 'bytes')`);
    await expect(move(from, await createEmpty())).rejects.toThrow(
      'has large objects (2), which are not moved',
    );
  });

  it('is refused when the target is not empty, and names what is in it', async () => {
    const to = await createEmpty('template1', 'create schema shop; create table public.orders (id int)');
    const refusal = await move(await createSite(), to).catch((error: Error) => error.message);
    expect(refusal).toContain('is not empty. It has the schema shop, the table orders.');
    expect(await listAll(to)).toEqual([{ name: 'shop' }, { name: 'orders' }]);
  });

  it('is refused when the source is not up to date, or not ours', async () => {
    const from = await createSite(`delete from porchlight.applied_migrations where version = '0264'`);
    await expect(move(from, await createEmpty())).rejects.toThrow('0264_create_backup_schedule.sql');
    await expect(move(await createEmpty(), await createEmpty())).rejects.toThrow(
      'is not a database of this site',
    );
  });

  it('is refused when a server cannot be reached, and names it without its password', async () => {
    const refusal = await move(await createSite(), 'postgres://me:hidden@127.0.0.1:1/db').catch(String);
    expect(refusal).toContain('db at 127.0.0.1:1 cannot be reached');
    expect(refusal).not.toContain('hidden');
  });

  it.each([
    ['an old server', { number: 14, text: '14.9' }, 'is PostgreSQL 14.9, and the site needs 15 or newer'],
    ['a missing extension', { number: 18, text: '18.1' }, 'does not offer the extension timescaledb'],
  ])('is refused with %s', async (_, version, message) => {
    const answer = (text: string) => {
      if (text.includes('server_version_num')) return [version];
      if (text.includes('pg_available_extensions')) return [{ name: 'plpgsql' }];
      return [];
    };
    const target = (async ([text = '']: TemplateStringsArray) => answer(text)) as unknown as Sql;
    // pg_cron has a stand-in.
    const extensions = [{ name: 'plpgsql' }, { name: 'timescaledb' }, { name: 'pg_cron' }];
    const source = (async () => extensions) as unknown as Sql;
    await expect(checkTarget(target, parseDatabaseUrl('postgres://db/site'), source)).rejects.toThrow(
      message,
    );
  });
});
