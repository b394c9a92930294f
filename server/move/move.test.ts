/** `npm run move`, as a child process, between an embedded database and a second server, with the backend before and after it. */
import { randomBytes } from 'node:crypto';
import { cp, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDatabaseUrl, toDatabaseUrl } from '../../database/connection-target.ts';
import type { Sql } from '../../database/database.ts';
import { startEmbedded } from '../../database/embedded/start-embedded.ts';
import { openPool } from '../../database/pool.ts';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { makeVaultKey } from '../../tests/harness/database/vault-key.ts';
import { findTestPort } from '../../tests/harness/find-test-port.ts';
import { repository } from '../../tests/harness/read-tree.ts';
import { runCommandFile } from '../../tests/harness/run-command.ts';
import { type RunningBackend, startBackend } from '../../tests/harness/start-backend.ts';

const email = 'mover@example.com';
const password = 'correct horse battery 9';
const log = () => {};

/** What can go wrong in a copy: order, triggers, what Postgres computes, numbers, kinds of tables, and what runs by itself. */
const migration = `
  create extension if not exists pg_cron;
  create extension if not exists pgmq;
  create type public.mood as enum ('fine');
  alter type public.mood add value 'better';
  create table public.z_people (id int generated always as identity primary key, name text not null, boss int references public.z_people, mood public.mood);
  create table public.a_notes (
    id bigserial primary key, person int not null references public.z_people, text text,
    length int generated always as (length(text)) stored, raw bytea, at timestamptz default now());
  create index concurrently notes_text on public.a_notes (text);
  create table public.events (day date, text text) partition by range (day);
  create table public.events_2026 partition of public.events for values from ('2026-01-01') to ('2027-01-01');
  create materialized view public.loud as select upper(text) as text from public.a_notes;
  create function public.count_up() returns trigger language plpgsql as $$ begin
    insert into public.z_people (name) values ('made by the trigger'); return new; end $$;
  create trigger count_up after insert on public.a_notes for each row execute function public.count_up();
  insert into public.z_people (name) values ('of the migration');
  select cron.schedule('nightly', '0 3 * * *', 'select 1');
`;
const rows = `
  delete from public.z_people;
  insert into public.z_people (name, mood) values ('Ann', 'better'), ('Bob', 'fine');
  update public.z_people set boss = (select id from public.z_people where name = 'Ann') where name = 'Bob';
  insert into public.a_notes (person, text, raw) select id, E'a\\ttab, a \\\\ and\\na line', '\\x00ff' from public.z_people where name = 'Bob';
  delete from public.z_people where name like 'made%';
  insert into public.events values ('2026-05-05', 'in May'), ('2027-05-05', 'a year later');
  refresh materialized view public.loud;
  select vault.create_secret('the secret', 'mine');
  select pgmq.create('made_later');
  select pgmq.send('made_later', '{"a":1}');
`;
/** As a site makes it while it runs. */
const partition = `create table public.events_2027 partition of public.events for values from ('2027-01-01') to ('2028-01-01')`;

describeOnEveryServer('npm run move', (server) => {
  let folder = '';
  let remove = async () => {};
  let environment: Record<string, string> = {};
  const databases: string[] = [];
  let refreshToken = '';
  const data = () => join(folder, 'data');

  const move = (...args: string[]) => runCommandFile('server/move/move-command.ts', args, environment);
  const administer = (statement: string) => server().database.sql.script(statement);
  const createDatabase = async () => {
    const name = `move_${randomBytes(6).toString('hex')}`;
    await administer(`create database ${name}`);
    databases.push(name);
    return toDatabaseUrl({ ...parseDatabaseUrl(server().database.url), database: name });
  };
  const withEmbedded = async <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> => {
    const server = await startEmbedded({ dataFolder: data(), log });
    const { sql, end } = openPool(server.target, log);
    try {
      return await work(sql);
    } finally {
      await end();
      await server.stop();
    }
  };
  const withServer = <Result>(url: string, work: (sql: Sql) => Promise<Result>) => {
    const { sql, end } = openPool(parseDatabaseUrl(url), log);
    return work(sql).finally(end);
  };

  async function withBackend<Result>(
    settings: Record<string, string>,
    work: (clients: ReturnType<typeof open>) => Promise<Result>,
  ): Promise<Result> {
    const port = await findTestPort();
    const backend: RunningBackend = await startBackend(port, { ...environment, ...settings });
    try {
      return await work(open(`http://127.0.0.1:${port}`));
    } finally {
      await backend.stop();
    }
  }
  function open(url: string) {
    const options = { auth: { persistSession: false, autoRefreshToken: false } };
    return {
      admin: createClient(url, environment.SECRET_KEY ?? '', options),
      client: createClient(url, environment.PUBLISHABLE_KEY ?? '', options),
    };
  }
  /** What a user of the site has to find. */
  const useSite = async ({ admin, client }: ReturnType<typeof open>) => {
    const refreshed = await client.auth.refreshSession({ refresh_token: refreshToken });
    expect(refreshed.error).toBeNull();
    refreshToken = refreshed.data.session?.refresh_token ?? '';
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
    const file = await admin.storage.from('moved').download('a/b.txt');
    expect(await file.data?.text()).toBe('the file');
  };
  /** What the database has. The site's rows are those that were there, and nothing was run by copying them. */
  const readAll = async (sql: Sql) => ({
    people: await sql`select name, mood from public.z_people order by id`,
    notes: await sql`select text, length, encode(raw, 'hex') as raw from public.a_notes`,
    events: await sql`select tableoid::regclass::text as part, text from public.events order by day`,
    loud: await sql`select count(*)::int as count from public.loud`,
    secret: await sql`select id, name, decrypted_secret as secret from vault.decrypted_secrets`,
    job: await sql`select jobname, schedule, database = current_database() and username = current_user as mine from cron.job`,
    queue: await sql`select message from pgmq.q_made_later`,
    applied:
      await sql`select version, applied_at::text as at from porchlight.applied_migrations order by kind, version`,
    triggers: await sql`select tgenabled from pg_trigger where tgname = 'count_up'`,
    users: await sql`select id, encrypted_password from auth.users`,
    seeds: await sql`select count(*)::int as count from public.z_people where name = 'seeded'`,
  });
  const next = async (sql: Sql) =>
    (
      await sql`insert into public.a_notes (person, text) select id, 'new' from public.z_people where name = 'Bob' returning id`
    )[0]?.id;

  beforeAll(async () => {
    ({ folder, remove } = await makeFolder());
    // Where the vault of that server has none, its secrets could not be moved.
    await makeVaultKey(server().database.sql);
    const project = join(folder, 'supabase');
    await cp(join(repository, 'supabase'), project, { recursive: true });
    await writeFile(join(project, 'migrations', '20990101000000_make_all_kinds.sql'), migration);
    await writeFile(join(project, 'seed.sql'), `insert into public.z_people (name) values ('seeded');`);
    environment = {
      DATA_DIR: data(),
      SUPABASE_CONFIG: join(project, 'config.toml'),
      SECRET_KEY: `sb_secret_${randomBytes(16).toString('hex')}`,
      PUBLISHABLE_KEY: `sb_publishable_${randomBytes(16).toString('hex')}`,
    };
    await withBackend({}, async ({ admin, client }) => {
      expect((await admin.auth.admin.createUser({ email, password, email_confirm: true })).error).toBeNull();
      const { data: signedIn } = await client.auth.signInWithPassword({ email, password });
      refreshToken = signedIn.session?.refresh_token ?? '';
      await admin.storage.createBucket('moved');
      expect((await admin.storage.from('moved').upload('a/b.txt', 'the file')).error).toBeNull();
      // Its database is in use.
      const { code, printed } = await move('--to', 'postgres://localhost/any');
      expect(printed).toContain('is in use by process');
      expect(code).toBe(1);
    });
    await withEmbedded(async (sql) => {
      await sql.script(partition);
      await sql.script(rows);
    });
  });
  afterAll(async () => {
    for (const name of databases) await administer(`drop database if exists ${name} with (force)`);
    await remove();
  });

  it('takes everything to a server, and back', async () => {
    const url = await createDatabase();
    const [version] = await withServer(
      url,
      (sql) => sql`select current_setting('server_version_num')::int as number`,
    );
    if (version?.number < 170_000) {
      const { code, printed } = await move('--to', url);
      expect(printed).toContain('A migration adds values to an enum');
      expect(code).toBe(1);
      await withEmbedded((sql) => sql`update public.z_people set mood = 'fine'`);
    }
    const before = await withEmbedded(readAll);
    const there = await move('--to', url);
    expect(there.printed).toContain('Set DATABASE_URL to that address');
    expect(there.printed).toContain('Files were not moved');
    expect(there.printed).toMatch(/still has files, .*secrets\.json/);
    expect(there.code).toBe(0);
    expect(await withServer(url, readAll)).toEqual(before);
    await withBackend({ DATABASE_URL: url }, async (clients) => {
      await useSite(clients);
      await rename(join(data(), 'postgres'), join(folder, 'old'));
      const { code, printed } = await move('--from', url);
      expect(printed).toMatch(/The site is running: it has \d+ connections/);
      expect(code).toBe(1);
    });
    expect(await withServer(url, next)).toBe('2');
    const lost = 'a file without a bucket';
    await withServer(url, (sql) =>
      sql.script(
        `set session_replication_role = replica; insert into storage.objects (bucket_id, name) values ('none', '${lost}')`,
      ),
    );
    const failed = await move('--from', url);
    expect(failed.printed).toContain('The rows of storage.objects could not be copied');
    expect(failed.code).toBe(1);
    expect((await readdir(data())).filter((name) => /postgres$|new-/.test(name))).toEqual([]);
    // A server that was never embedded has no record of seeds: they must not come on top of what is there.
    await withServer(url, (sql) =>
      sql.script(
        `delete from storage.objects where name = '${lost}'; delete from supabase_migrations.seed_files`,
      ),
    );
    const back = await move('--from', url);
    expect(back.printed).toContain('Unset DATABASE_URL');
    expect(back.code).toBe(0);
    await withBackend({}, useSite);
    expect((await readdir(data())).filter((name) => /new-|restore\.json/.test(name))).toEqual([]);
    const after = await withEmbedded(async (sql) => ({ ...(await readAll(sql)), id: await next(sql) }));
    expect(after.id).toBe('3');
    const notes = [...before.notes, { text: 'new' }];
    expect(after).toMatchObject({ ...before, notes, loud: [{ count: 2 }], people: expect.anything() });
    const again = await move('--from', url);
    expect(again.printed).toContain('has a database already');
    expect(again.code).toBe(1);
  });
});
