/** The backend behind Debian's PgBouncer in transaction mode: each transaction may get another connection of the server. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../backend/config/read-config.ts';
import { createBackend } from '../../backend/create-backend.ts';
import { readSecrets } from '../../backend/identity/secrets.ts';
import { createConnectedDatabase } from '../../database/connected-database.ts';
import { parseDatabaseUrl } from '../../database/connection-target.ts';
import type { Database } from '../../database/database.ts';
import type { LogEntry } from '../../database/log.ts';
import { defaultTargets } from '../../database/login-roles.ts';
import { type MigrationSet, ownMigrations } from '../../database/migration-files.ts';
import { openDatabase } from '../../database/open-database.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { describeOnGivenServer, type TestServer } from '../harness/database/servers.ts';
import { pooledRoles, startPgBouncer } from '../harness/database/start-pgbouncer.ts';
import { pgBouncerProgram } from '../harness/system-postgres.ts';
import { startBreakingProxy } from '../outages/breaking-proxy.ts';

const toml = `
[auth]
enable_anonymous_sign_ins = true
[auth.rate_limit]
anonymous_users = 100000
token_refresh = 100000
`;

const schema = `
  create table public.notes (id bigint generated always as identity primary key, owner uuid default auth.uid(), word text);
  alter table public.notes enable row level security;
  create policy own on public.notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
  grant select, insert on public.notes to authenticated;
  create function public.settings() returns json language sql as $$
    select json_build_object('timeout', current_setting('statement_timeout'), 'zone', current_setting('timezone'),
      'path', current_setting('search_path'), 'role', current_user)
  $$;
  create function public.leave_traces() returns void language plpgsql as $$
    begin
      perform set_config('timezone', 'Asia/Tokyo', false), set_config('search_path', 'nowhere', false);
      create temp table notes (word text);
    end $$;
`;

/** Sends 200 requests of auth and rest at once, as 50 new users: the status of each. */
async function sendRequests(fetch: (request: Request) => Promise<Response>, key: string): Promise<number[]> {
  const statuses: number[] = [];
  const send = async (path: string, options: { token?: string; body?: unknown } = {}) => {
    const { token = key, body } = options;
    const response = await fetch(
      new Request(`http://pooler.test${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    statuses.push(response.status);
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const { access_token: token, user } = await send('/auth/v1/signup', { body: {} });
      const [, , { id }] = await Promise.all([
        send('/rest/v1/notes', { token, body: { word: `note ${index}` } }),
        send('/rest/v1/rpc/leave_traces', { token, body: {} }),
        send('/auth/v1/user', { token }),
      ]);
      expect(id).toBe(user.id);
      expect(await send('/rest/v1/notes?select=word', { token })).toEqual([{ word: `note ${index}` }]);
      expect(await send('/rest/v1/rpc/settings', { token, body: {} })).toEqual({
        timeout: '8s',
        zone: 'UTC',
        path: expect.stringContaining('public'),
        role: 'authenticated',
      });
    }),
  );
  return statuses;
}

const suite = (server: () => TestServer) => {
  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  async function open(directUrl?: string, migrations: MigrationSet[] = []) {
    const pooler = await startPgBouncer(server().database.url);
    ends.push(pooler.stop);
    const log: LogEntry[] = [];
    const database = await openDatabase({
      databaseUrl: pooler.url,
      ...(directUrl && { directUrl }),
      dataFolder: '',
      log: (entry) => log.push(entry),
      migrations: [ownMigrations, ...migrations],
      answerWithinMs: 20_000,
    });
    ends.push(() => database.close());
    return { database, log };
  }

  async function openBackend(database: Database, log: LogEntry[]) {
    const { folder, remove } = await makeFolder();
    const config = parseConfig(toml);
    const secrets = await readSecrets({ dataDirectory: folder });
    const backend = await createBackend({
      config: config.auth,
      api: config.api,
      database,
      secrets,
      log: (entry) => log.push(entry),
      externalUrl: 'http://pooler.test/auth/v1',
    });
    ends.push(remove, () => backend.close());
    return { fetch: backend.fetch, key: secrets.anonKey };
  }

  const hear = async (database: Database) => {
    const heard: string[] = [];
    const stop = await database.auth.listen('pooler_test', (payload) => heard.push(payload));
    await database.notify('pooler_test', 'one');
    return { heard, stop };
  };

  it('answers 200 requests at once, and hears notifications by DIRECT_URL', async () => {
    const { database, log } = await open(server().database.url);
    await database.sql.script(schema);
    const { fetch, key } = await openBackend(database, log);
    const statuses = await sendRequests(fetch, key);
    expect(statuses).toHaveLength(300);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    const { heard, stop } = await hear(database);
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['one']);
    await stop();
    expect(log.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it('without DIRECT_URL answers the same, and says once that nothing is heard', async () => {
    const { folder, remove } = await makeFolder();
    ends.push(remove);
    // The function is in the schema "extensions".
    await writeFile(
      join(folder, '1_salts.sql'),
      `create table public.salts as select gen_salt('md5') as salt;`,
    );
    const { database, log } = await open(undefined, [{ kind: 'site', folder }]);
    const { fetch, key } = await openBackend(database, log);
    const statuses = await sendRequests(fetch, key);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    const warnings = () => log.filter(({ level }) => level !== 'info').map(({ message }) => message);
    const poolerWarning = /pooler.*LISTEN.*DIRECT_URL/;
    await expect.poll(warnings, { timeout: 10_000 }).toContainEqual(expect.stringMatching(poolerWarning));
    await expect(database.auth.listen('pooler_test', () => {})).rejects.toThrow(poolerWarning);
    expect(warnings()).toHaveLength(1);
  });

  it('opens sessions of roles by DIRECT_URL, and without it says that they need it', async () => {
    const { database } = parseDatabaseUrl(server().database.url);
    const direct = await open(server().database.url);
    const session = await direct.database.openRoleSession('anon', database);
    expect(await session.run(`do $$ begin assert current_user = 'anon'; end $$`)).toBe('DO');
    session.close();
    const pooled = await open();
    for (const role of ['anon', parseDatabaseUrl(pooled.database.url).user])
      await expect(pooled.database.openRoleSession(role, database)).rejects.toThrow('Set DIRECT_URL');
  });

  it('refuses a DIRECT_URL that leads to another database', async () => {
    const { port } = parseDatabaseUrl(server().database.url);
    await expect(open(`postgres://postgres@127.0.0.1:${port}/template1`)).rejects.toThrow(
      /DATABASE_URL and DIRECT_URL lead to different databases/,
    );
  });

  it('refuses each start while the pooler does not know one of our logins, and names it', async () => {
    const known = pooledRoles.filter((name) => name !== 'supabase_realtime_admin');
    const pooler = await startPgBouncer(server().database.url, {}, known);
    ends.push(pooler.stop);
    for (let start = 0; start < 2; start += 1)
      await expect(
        openDatabase({
          databaseUrl: pooler.url,
          directUrl: server().database.url,
          dataFolder: '',
          log: () => {},
          migrations: [ownMigrations],
          answerWithinMs: 20_000,
        }),
      ).rejects.toThrow('does not let our own roles sign in: supabase_realtime_admin (08P01)');
  });

  it('fails soon when the server behind the pooler is gone, and works again when it is back', async () => {
    const proxy = await startBreakingProxy(server().database.url);
    ends.push(proxy.close);
    // PgBouncer waits so long before it connects to a server again.
    const pooler = await startPgBouncer(proxy.url, { server_login_retry: '1' });
    ends.push(pooler.stop);
    const database = await openDatabase({
      databaseUrl: pooler.url,
      directUrl: server().database.url,
      dataFolder: '',
      log: () => {},
      migrations: [],
    });
    ends.push(() => database.close());
    const query = () => database.auth.sql`select 1 as one`;
    expect(await query()).toEqual([{ one: 1 }]);
    proxy.breakAt(0);
    proxy.cut();
    await expect
      .poll(() => query().catch((error) => error.name), { timeout: 20_000 })
      .toBe('DatabaseUnavailable');
    proxy.breakAt(undefined);
    const works = () =>
      expect.poll(() => query().catch((error) => error.name), { timeout: 20_000 }).toEqual([{ one: 1 }]);
    await works();
    // The pooler still answers, and its server does not.
    proxy.delay(60_000);
    const hung = performance.now();
    await expect(query()).rejects.toThrow('does not answer');
    // About two seconds; ten, if the answer of the pooler were taken for one of the server.
    expect(performance.now() - hung).toBeLessThan(8000);
    proxy.delay(0);
    proxy.cut();
    await works();
  });

  it('switches named statements off when the pooler loses them, and repeats the batch', async () => {
    const pooler = await startPgBouncer(server().database.url, { ignore_startup_parameters: 'options' });
    ends.push(pooler.stop);
    const owner = parseDatabaseUrl(pooler.url);
    // Without the check at the start, and with a pooler that ignores what it does not know.
    const database = createConnectedDatabase({
      owner,
      logins: defaultTargets(owner),
      limits: {
        maxConnections: 10,
        statementTimeoutMs: 7000,
        lockTimeoutMs: 0,
        idleInTransactionTimeoutMs: 0,
      },
      log: () => {},
      answerWithinMs: 20_000,
      isDiskFull: () => false,
    });
    ends.push(() => database.close());
    const statement = { text: `select $1::text, current_setting('statement_timeout')`, values: ['a'] };
    const isUsed: boolean[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      isUsed.push(owner.pooler.isUsed);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          database.auth.batch([statement, { text: `select ${turn}`, values: [] }]),
        ),
      );
      for (const answer of answers) expect([answer[0]?.[0]?.[0], answer[1]]).toEqual(['a', [[String(turn)]]]);
    }
    expect([isUsed.at(0), isUsed.at(-1)]).toEqual([false, true]);
    expect(await database.auth.batch([statement])).toEqual([[['a', '7s']]]);
  });
};

if (existsSync(pgBouncerProgram)) describeOnGivenServer('behind PgBouncer', suite);

describe('PgBouncer', () => {
  it('is there when the tests run on a Postgres server, or its absence is printed', () => {
    if (process.env.DATABASE_URL && !existsSync(pgBouncerProgram))
      console.log('PgBouncer (in Debian the package pgbouncer) is missing here: nothing was tested with it.');
    expect(
      process.env.CI && process.env.DATABASE_URL && process.getuid?.() === 0 && !existsSync(pgBouncerProgram),
    ).toBeFalsy();
  });
});
