import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { parseDatabaseUrl } from '../connection-target.ts';
import type { LogEntry } from '../log.ts';
import { openDatabase } from '../open-database.ts';
import { openPool } from '../pool.ts';
import { readServer, type ServerFacts } from './read-server.ts';
import { toRows, toTable } from './to-table.ts';

const facts: ServerFacts = {
  version: '17.2',
  role: 'site',
  walLevel: 'logical',
  mayReplicate: true,
  freeSlots: 3,
  maxSlots: 4,
  freeSenders: 2,
  maxSenders: 4,
  extensions: [{ name: 'pgcrypto', isAvailable: true, isInstalled: true }],
};
const direct = { isPooled: false, hasDirectUrl: false, canListen: true };

it('the table is aligned, and a missing thing has its own line', () => {
  const lacking = { ...facts, walLevel: 'replica', mayReplicate: false };
  expect(toTable('DATABASE_URL', toRows(lacking, direct, ['one', 'two']))).toBe(`DATABASE_URL
  roles        yes  requests sign in as one, two
  pooler       no
  LISTEN       yes
  replication  no   wal_level is replica: alter system set wal_level = 'logical'; and restart the server
                    site has no right to it: alter role site replication;
  extensions   yes  pgcrypto`);
});

it.each<[string, Partial<ServerFacts>, Partial<typeof direct>, RegExp]>([
  ['slots', { freeSlots: 0 }, {}, /replication {2}no .*alter system set max_replication_slots = 6;/],
  ['senders', { freeSenders: 0 }, {}, /replication {2}no .*alter system set max_wal_senders = 6;/],
  ['a direct address', {}, { isPooled: true, canListen: false }, /LISTEN {7}no .*set DIRECT_URL/],
  ['a stream', {}, { isPooled: true }, /replication {2}no .*not through a pooler: set DIRECT_URL/],
  ['nothing', {}, { isPooled: true, hasDirectUrl: true }, /replication {2}yes {2}3 of 4 slots are free/],
  [
    'an extension',
    { extensions: [{ name: 'uuid-ossp', isAvailable: true, isInstalled: false }] },
    {},
    /extensions {3}no .*create extension "uuid-ossp" with schema extensions;/,
  ],
  [
    'a package',
    { extensions: [{ name: 'pgcrypto', isAvailable: false, isInstalled: false }] },
    {},
    /not on the server: install it there/,
  ],
])('where %s is missing, it says what to do', (_what, given, route, expected) => {
  expect(toTable('', toRows({ ...facts, ...given }, { ...direct, ...route }, []))).toMatch(expected);
});

describeOnEveryServer('the table of a server', (server) => {
  it('is logged at the start', async () => {
    const log: LogEntry[] = [];
    const { url } = server().database;
    const database = await openDatabase({
      databaseUrl: url,
      dataFolder: '',
      log: (entry) => log.push(entry),
      migrations: [],
    });
    const { host } = parseDatabaseUrl(url);
    await expect.poll(() => log[0]?.message, { timeout: 10_000 }).toContain(` at ${host}`);
    await database.close();
    expect(log[0]?.message).toMatch(/^DATABASE_URL: PostgreSQL \d+\.\d+.*\n {2}roles {8}yes/);
    expect(log[0]?.message).toMatch(/LISTEN {7}yes\n {2}replication {2}yes {2}\d+ of \d+ slots are free/);
    expect(log).toHaveLength(1);
  });

  it('names the right to replicate, and the statement gives it', async () => {
    const { sql, url } = server().database;
    const role = 'report_reader';
    await sql.script(`drop role if exists ${role}; create role ${role} login password 'some words'`);
    const target = { ...parseDatabaseUrl(url), user: role, password: 'some words' };
    const read = async () => {
      const pool = openPool(target, () => {});
      return readServer(pool.sql).finally(() => pool.end());
    };
    const rows = toRows(await read(), direct, []);
    const line = rows.find(({ name }) => name === 'replication')?.lines[0] ?? '';
    expect(line).toMatch(/^report_reader has no right to it: /);
    await sql.script(line.replace(/^.*?: /, ''));
    expect(await read()).toMatchObject({ mayReplicate: true });
    await sql.script(`drop role ${role}`);
  });
});
