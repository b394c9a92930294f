/** A server with a streaming replica: what is read there, and what becomes of it when the replica is late, away or promoted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../database/log.ts';
import { ownMigrations } from '../../database/migration-files.ts';
import { type DatabaseOptions, openDatabase } from '../../database/open-database.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { type PostgresPair, startPostgresPair } from '../harness/database/postgres-pair.ts';
import { type RequestOptions, startRest } from '../harness/rest/test-rest.ts';

const user = '0a000000-0000-4000-8000-000000000001';
/** On a busy machine a replica takes its time. */
const patience = { timeout: 30_000, interval: 50 };

let pair: PostgresPair;
let other: PostgresPair;
const folders: Awaited<ReturnType<typeof makeFolder>>[] = [];

async function startPair(): Promise<PostgresPair> {
  const made = await makeFolder();
  folders.push(made);
  return startPostgresPair(made.folder, { isSynchronous: false });
}

beforeAll(async () => {
  pair = await startPair();
});
afterAll(async () => {
  await pair?.stop();
  await other?.stop();
  for (const { remove } of folders) await remove();
});

const rest = startRest(
  `
  create table public.notes (id int primary key, text text);
  insert into public.notes values (1, 'first');
  create view public.place as select pg_is_in_recovery() as "isReplica";
  create function public.where_am_i() returns boolean stable language sql as 'select pg_is_in_recovery()';
  create function public.report() returns boolean stable language sql as 'select pg_is_in_recovery()';
  create function public.write(number int) returns boolean language sql as
    $$ insert into public.notes values (number, 'written'); select pg_is_in_recovery() $$;
  insert into auth.users (id, email) values ('${user}', 'ada@example.com');`,
  {
    api: { reports: ['report'] },
    servers: () => ({ databaseUrl: pair.primary.url, readUrl: pair.replica.url }),
  },
);

/** Where a request was answered, as the answer says and as Postgres says. */
async function read(path: string, options: RequestOptions = {}) {
  const { status, body, headers } = await rest().request(path, options);
  return { status, body, read: headers.get('database-read') };
}
const onReplica = (body: unknown) => ({ status: 200, body, read: 'replica' });
const onServer = (body: unknown) => ({ status: 200, body, read: null });

/** The replica is asked whether it can be read when a request could use it. */
const untilRead = (place: 'replica' | null) =>
  expect.poll(async () => (await read('/place')).read, patience).toBe(place);

async function startSession(): Promise<{ token: string; end: () => Promise<void> }> {
  const session = crypto.randomUUID();
  const { sql } = rest().database;
  await sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${user}, now())`;
  return {
    token: rest().tokenOf(user, { session_id: session }),
    end: async () => void (await sql`delete from auth.sessions where id = ${session}`),
  };
}

describe('with a replica', () => {
  it('visitors without an account read there, and the answer says so', async () => {
    await untilRead('replica');
    expect(await read('/place')).toEqual(onReplica([{ isReplica: true }]));
    expect(await read('/rpc/where_am_i')).toEqual(onReplica(true));
    expect(await read('/place', { as: rest().secrets.anonKey })).toEqual(onReplica([{ isReplica: true }]));
    expect((await read('/notes', { method: 'HEAD' })).read).toBe('replica');
  });

  it('everything else goes to the server', async () => {
    const { token } = await startSession();
    const place = [{ isReplica: false }];
    expect(await read('/place', { as: token })).toEqual(onServer(place));
    expect(await read('/place', { as: rest().secrets.serviceRoleKey })).toEqual(onServer(place));
    expect(await read('/place', { headers: { 'cache-control': 'no-cache' } })).toEqual(onServer(place));
    expect(await read('/rpc/where_am_i', { body: {} })).toEqual(onServer(false));
    expect(await read('/rpc/write', { body: { number: 2 } })).toEqual(onServer(false));
    expect((await read('/notes', { body: { id: 3 } })).status).toBe(201);
    expect((await read('/rpc/write?number=4')).status).toBe(405);
  });

  it('reports are read there for users, whose session is asked of the server', async () => {
    const { token, end } = await startSession();
    await expect.poll(() => read('/rpc/report', { as: token, body: {} }), patience).toEqual(onReplica(true));
    await pair.replica.pool.sql`select pg_wal_replay_pause()`;
    await end();
    expect((await read('/rpc/report', { as: token, body: {} })).status).toBe(401);
    await pair.replica.pool.sql`select pg_wal_replay_resume()`;
  });

  it('a fault of a request is the one that the server names', async () => {
    await untilRead('replica');
    const { status, body } = await rest().request('/notes?id=eq.none');
    expect([status, body.code]).toEqual([400, '22P02']);
  });

  it('what the replica does not know yet is read on the server', async () => {
    await untilRead('replica');
    await pair.replica.pool.sql`select pg_wal_replay_pause()`;
    await rest().database.sql.script(
      `create table public.newest (id int); insert into public.newest values (1); notify pgrst, 'reload schema'`,
    );
    expect(await read('/newest')).toEqual(onServer([{ id: 1 }]));
    await pair.replica.pool.sql`select pg_wal_replay_resume()`;
    await expect.poll(() => read('/newest'), patience).toEqual(onReplica([{ id: 1 }]));
  });

  it('one that is more than five seconds behind is not read until it has caught up', async () => {
    await untilRead('replica');
    await pair.replica.pool.sql`select pg_wal_replay_pause()`;
    await rest().database.sql`insert into public.notes values (10, 'late')`;
    await expect
      .poll(() => read('/notes?id=eq.10&select=text'), patience)
      .toEqual(onServer([{ text: 'late' }]));
    await pair.replica.pool.sql`select pg_wal_replay_resume()`;
    await expect
      .poll(() => read('/notes?id=eq.10&select=text'), patience)
      .toEqual(onReplica([{ text: 'late' }]));
  });

  it('one that is killed costs no answer, and is read again when it is back', async () => {
    await untilRead('replica');
    await pair.replica.program.kill();
    for (let round = 0; round < 20; round += 1)
      expect(await read('/notes?id=eq.1&select=text')).toEqual(onServer([{ text: 'first' }]));
    await pair.replica.program.start();
    await untilRead('replica');
  });

  it('one that was promoted is not read', async () => {
    await untilRead('replica');
    await pair.promote();
    await untilRead(null);
    await rest().database.sql`insert into public.notes values (11, 'after')`;
    expect(await read('/notes?id=eq.11&select=text')).toEqual(onServer([{ text: 'after' }]));
  });
});

describe('DATABASE_READ_URL', () => {
  const log: LogEntry[] = [];
  const open = (readUrl: string, options: Partial<DatabaseOptions> = {}) =>
    openDatabase({
      databaseUrl: pair.primary.url,
      readUrl,
      dataFolder: '',
      migrations: [ownMigrations],
      log: (entry) => log.push(entry),
      ...options,
    });

  it('that names another server ends the start', async () => {
    other = await startPair();
    // It lets our roles in.
    await other.primary.pool.sql`create role authenticator login`;
    const roles = () => other.replica.pool.sql`select from pg_roles where rolname = 'authenticator'`;
    await expect.poll(roles, patience).toHaveLength(1);
    await expect(open(other.replica.url)).rejects.toThrow(
      'DATABASE_READ_URL leads to another database than DATABASE_URL. It must name a streaming replica of that server, or be unset.',
    );
    await expect(open('mysql://somewhere')).rejects.toThrow(/^DATABASE_READ_URL is not a Postgres address/);
  });

  it('that names a server which is away is reported, and the site starts', async () => {
    await other.replica.program.kill();
    const database = await open(other.replica.url);
    expect(log).toContainEqual({
      level: 'warn',
      message: expect.stringMatching(
        /^Reads go to the server of DATABASE_URL: the replica postgres at 127\.0\.0\.1:\d+ cannot be used \(.+\)\.$/,
      ),
    });
    const statements = [{ text: 'select 1', values: [] }];
    expect(await database.readReplica?.tryBatch(statements, {})).toBeUndefined();
    await database.close();
  });
});
