/** The roles that the program signs in with, on servers that are not its own. */
import { randomBytes } from 'node:crypto';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../backend/config/read-config.ts';
import { createBackend } from '../backend/create-backend.ts';
import { readSecrets } from '../backend/identity/secrets.ts';
import { startMessageCleanUp } from '../backend/realtime/messages/clean-up.ts';
import { createReadRights } from '../backend/realtime/messages/read-rights.ts';
import { parseDatabaseUrl, toDatabaseUrl } from '../database/connection-target.ts';
import type { Database } from '../database/database.ts';
import { DatabaseStartError } from '../database/errors.ts';
import { createStandIn } from '../database/extensions/create-stand-in.ts';
import { standIns } from '../database/extensions/stand-ins.ts';
import { migrate } from '../database/migrate.ts';
import { type MigrationSet, ownMigrations } from '../database/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import { makeFolder } from './harness/database/folders.ts';
import { repository } from './harness/read-tree.ts';
import { toTestCaller } from './harness/realtime/test-caller.ts';

const site: MigrationSet = { kind: 'site', folder: join(repository, 'supabase', 'migrations') };
const log = () => {};
/** Each starts servers or migrates databases. */
const slow = 120_000;
const longTimeouts = { log, answerWithinMs: 20_000 };

/** A separate server for each, because roles belong to a whole server. */
function useServer() {
  let server: Database | undefined;
  let folder = '';
  let remove = async () => {};
  const opened: Database[] = [];
  beforeAll(async () => {
    ({ folder, remove } = await makeFolder());
    server = await openDatabase({ dataFolder: folder, migrations: [], ...longTimeouts });
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
    await server?.close();
    await remove();
  });
  const superuser = () => {
    if (server === undefined) throw new Error('The server did not start.');
    return server;
  };
  return {
    folder: () => folder,
    superuser,
    /** A database that belongs to a role with these attributes, and its address. */
    async createSite(attributes: string): Promise<string> {
      const name = `site_${randomBytes(4).toString('hex')}`;
      await superuser().sql.script(`create role ${name} login password 'words of ${name}' ${attributes}`);
      await superuser().sql.script(`create database ${name} owner ${name}`);
      const owner = { user: name, password: `words of ${name}`, database: name };
      return toDatabaseUrl({ ...parseDatabaseUrl(superuser().url), ...owner });
    },
    async open(databaseUrl: string): Promise<Database> {
      const migrations = [ownMigrations, site];
      const database = await openDatabase({ databaseUrl, dataFolder: '', migrations, ...longTimeouts });
      opened.push(database);
      return database;
    },
  };
}

/** Signs up, reads with the token, and tries to leave the caller's role; returns the login roles that were used. */
async function useBackend(database: Database, dataDirectory: string) {
  await database.sql.script(`
    create or replace function public.run_all(t text[]) returns text language plpgsql as $$
    declare found text; one text;
    begin
      foreach one in array t loop
        if one like 'select%' then execute one into found; else execute one; end if;
      end loop;
      return found;
    end $$`);
  const secrets = await readSecrets({ dataDirectory });
  const config = parseConfig(
    '[auth]\nsite_url = "http://localhost:3000"\n[auth.email]\nenable_confirmations = false',
  );
  const backend = await createBackend({
    config: config.auth,
    api: config.api,
    database,
    secrets,
    log,
    isOnlyProcess: true,
    storage: { config: config.storage, dataFolder: dataDirectory },
  });
  const post = async (path: string, body: unknown, token = secrets.anonKey) => {
    const headers = {
      apikey: secrets.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    const request = new Request(`http://test${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const response = await backend.fetch(request, { remoteAddress: '203.0.113.7' });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const signedUp = await post('/auth/v1/signup', { email, password: 'a long password' });
  const token: string = signedUp.body.access_token;
  const run = (t: string[]) => post('/rest/v1/rpc/run_all', { t }, token);
  const answers = {
    signUp: signedUp.status,
    session: (await run(['select session_user::text'])).body,
    mySessions: (await post('/rest/v1/rpc/my_sessions', {}, token)).body.length,
    bucket: (
      await post('/storage/v1/bucket', { name: `b${randomBytes(4).toString('hex')}` }, secrets.serviceRoleKey)
    ).status,
    service: (
      await post('/rest/v1/rpc/run_all', { t: ['select session_user::text'] }, secrets.serviceRoleKey)
    ).body,
    readAccounts: (await run(['reset role', 'select email from auth.users limit 1'])).body.code,
    becomeService: (await run(['set role service_role'])).body.code,
    becomeOwner: (await run([`set role ${parseDatabaseUrl(database.url).user}`])).body.code,
    deleteAccount: (await post('/rest/v1/rpc/delete_my_account', {}, token)).status,
    realtime: await useRealtime(database),
    jobs: await useJobs(database),
  };
  await backend.close();
  return answers;
}

/** Asks for the rights on a private channel, makes partitions and sends a message, as the realtime service and the site do. */
async function useRealtime(database: Database) {
  await database.sql.script(`
    drop policy if exists reads on realtime.messages;
    create policy reads on realtime.messages for select to authenticated using (realtime.topic() = 'room')`);
  const readRights = createReadRights(database.realtime);
  const cleanUp = startMessageCleanUp({ database, log });
  await database.sql`select realtime.send('{}', 'e', 'room')`;
  const hasMadePartitions = await cleanUp.run();
  await cleanUp.close();
  await database.sql`select realtime.send('{}', 'e', 'room')`;
  const [stored] = await database.realtime.sql`
    select count(*)::int as messages, count(distinct tableoid)::int as partitions from realtime.messages where topic = 'room'`;
  await database.sql`delete from realtime.messages`;
  return {
    ofMember: (await readRights(toTestCaller('authenticated'), 'room')).broadcast,
    ofVisitor: (await readRights(toTestCaller('anon'), 'room')).broadcast,
    hasMadePartitions,
    stored,
  };
}

/** Schedules a job of the owner and one of a role without rights; returns what the first runs say. */
async function useJobs(database: Database) {
  const standIn = standIns.get('pg_cron');
  if (standIn) await createStandIn(database.sql, standIn);
  for (const role of [parseDatabaseUrl(database.url).user, 'anon'])
    await database.sql`
      select cron.schedule_in_database('report', '1 second', 'select pg_sleep(0.1)', current_database(), ${role})`;
  const readRuns = () => database.sql`
    select distinct on (jobid) username = current_user as own, status, return_message as message
    from cron.job_run_details where end_time is not null order by jobid, runid`;
  await expect.poll(readRuns).toHaveLength(2);
  const runs = await readRuns();
  await database.sql`delete from cron.job`;
  return { ofOwner: runs.find(({ own }) => own), ofVisitor: runs.find(({ own }) => !own) };
}

const realtimeWorks = {
  ofMember: { read: true, write: false },
  ofVisitor: { read: false, write: false },
  hasMadePartitions: true,
  stored: { messages: 2, partitions: 1 },
};

const refused = '42501';
const works = {
  signUp: 200,
  session: 'authenticator',
  mySessions: 1,
  bucket: 200,
  service: 'porchlight_service',
  readAccounts: refused,
  becomeService: refused,
  becomeOwner: refused,
  realtime: realtimeWorks,
  jobs: {
    ofOwner: { status: 'succeeded', message: '1 row' },
    ofVisitor: { status: 'succeeded', message: '1 row' },
  },
};

describe('a database of a role', () => {
  const { superuser, createSite, open, folder } = useServer();

  it(
    'without any rights reports what to run; then it works',
    async () => {
      const url = await createSite('');
      const fault: unknown = await open(url).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(DatabaseStartError);
      const [instruction = '', block = ''] = String(fault).split('\n\n');
      expect(instruction).toContain('Run this once as a superuser');
      expect(block).not.toContain('words of');
      await superuser().sql.script(block);
      expect(await useBackend(await open(url), folder())).toMatchObject({
        ...works,
        deleteAccount: 204,
        jobs: {
          ofOwner: works.jobs.ofOwner,
          ofVisitor: {
            status: 'failed',
            message: 'Nothing can be run as the role "anon": permission denied to create role.',
          },
        },
      });
      // And once more.
      await open(url);
    },
    slow,
  );
});

describe('a database of a role', () => {
  const { superuser, createSite, open, folder } = useServer();

  it(
    'that may create roles works',
    async () => {
      const url = await createSite('createrole');
      const database = await open(url);
      // Only a superuser can grant this, and the log says so.
      await superuser().sql`alter role service_role bypassrls`;
      expect(await useBackend(database, folder())).toMatchObject({ ...works, deleteAccount: 204 });
      await open(url);
    },
    slow,
  );

  it(
    'that may create roles, but not grant those of another one, reports what to run; then it works',
    async () => {
      const url = await createSite('createrole');
      const fault: unknown = await open(url).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(DatabaseStartError);
      await superuser().sql.script(String(fault).split('\n\n')[1] ?? '');
      expect(await useBackend(await open(url), folder())).toMatchObject({
        ...works,
        session: expect.stringMatching(/^authenticator_[0-9a-f]{8}$/),
        service: expect.stringMatching(/^porchlight_service_[0-9a-f]{8}$/),
      });
    },
    slow,
  );

  it(
    'beside another one on the same server works, and does not change its login roles',
    async () => {
      const before = await superuser()
        .sql`select rolname, rolpassword from pg_authid where rolname = 'authenticator'`;
      const url = await createSite('superuser');
      const answers = await useBackend(await open(url), folder());
      expect(answers).toMatchObject({
        ...works,
        session: expect.stringMatching(/^authenticator_[0-9a-f]{8}$/),
        service: expect.stringMatching(/^porchlight_service_[0-9a-f]{8}$/),
        deleteAccount: 204,
      });
      expect(
        await superuser().sql`select rolname, rolpassword from pg_authid where rolname = 'authenticator'`,
      ).toEqual(before);
    },
    slow,
  );
});

describe('a server whose roles another program signs in with', () => {
  const { superuser, createSite, open, folder } = useServer();

  it(
    'keeps them unchanged',
    async () => {
      await superuser().sql.script(`
      create role service_role nologin bypassrls;
      create role authenticator login noinherit password 'of another program';
      grant service_role to authenticator`);
      const states = () => superuser().sql`
      select rolname, rolpassword, pg_has_role('authenticator', 'service_role', 'member') as "switches"
      from pg_authid where rolname = 'authenticator'`;
      const before = await states();
      expect(await useBackend(await open(await createSite('superuser')), folder())).toMatchObject({
        ...works,
        session: expect.stringMatching(/^authenticator_[0-9a-f]{8}$/),
      });
      expect(await states()).toEqual(before);
    },
    slow,
  );
});

describe('a database that an older version made', () => {
  const { superuser, createSite, open, folder } = useServer();

  it(
    'is upgraded with its data',
    async () => {
      const url = await createSite('superuser');
      const earlier = await makeFolder();
      for (const file of await readdir(ownMigrations.folder))
        if (file < '0230') await copyFile(join(ownMigrations.folder, file), join(earlier.folder, file));
      const old = await openDatabase({ databaseUrl: url, dataFolder: '', migrations: [], ...longTimeouts });
      await migrate(old, [{ kind: 'own', folder: earlier.folder }], log);
      await old.sql.script(`
      insert into auth.users (id, email) values ('0a000000-0000-4000-8000-000000000001', 'anna@example.com');
      insert into storage.buckets (id, name) values ('old', 'old');
      insert into storage.objects (bucket_id, name, version) values ('old', 'file', 'v1');`);
      await old.close();
      await earlier.remove();
      const database = await open(url);
      expect(await useBackend(database, folder())).toMatchObject({ ...works, deleteAccount: 204 });
      expect(await database.auth.sql`select email from auth.users where email like 'anna%'`).toHaveLength(1);
      expect(await database.storage.sql`select name from storage.objects`).toHaveLength(1);
      const rows = await superuser().sql`
      select rolname from pg_roles where rolname in ('authenticator', 'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin')
        and rolcanlogin`;
      expect(rows).toHaveLength(4);
      const owners = await database.sql<{ schema: string; owner: string }[]>`
      select distinct schemaname as schema, tableowner as owner from pg_tables where schemaname in ('auth', 'realtime', 'storage') order by 1`;
      expect([...owners]).toEqual([
        { schema: 'auth', owner: 'supabase_auth_admin' },
        { schema: 'realtime', owner: 'supabase_realtime_admin' },
        { schema: 'storage', owner: 'supabase_storage_admin' },
      ]);
    },
    slow,
  );

  it(
    'is prepared by several processes at once',
    async () => {
      const url = await createSite('superuser');
      const opened = await Promise.all([
        open(url),
        open(url),
        open(url),
        open(await createSite('superuser')),
      ]);
      for (const database of opened) expect(await database.auth.sql`select from auth.users`).toEqual([]);
    },
    slow,
  );
});
