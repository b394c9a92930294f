/** `[db] port` of config.toml: other programs reach the embedded server by TCP, with a password. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { findTestPort } from '../../tests/harness/find-test-port.ts';
import type { ConnectionTarget } from '../connection-target.ts';
import type { Database } from '../database.ts';
import type { LogEntry } from '../log.ts';
import { ownMigrations } from '../migration-files.ts';
import { openDatabase } from '../open-database.ts';
import { openPool } from '../pool.ts';
import { findRunningTarget } from './owner-target.ts';

let made: Awaited<ReturnType<typeof makeFolder>>;
let ports: [number, number];
let messages: LogEntry[] = [];

beforeAll(async () => {
  made = await makeFolder();
  ports = [await findTestPort(), await findTestPort()];
});
afterAll(() => made.remove());

async function withDatabase(openPort: number | undefined, use: (database: Database) => Promise<void>) {
  messages = [];
  const database = await openDatabase({
    dataFolder: made.folder,
    log: (entry) => messages.push(entry),
    migrations: [ownMigrations],
    openPort,
  });
  await use(database).finally(() => database.close());
}

const running = async () => {
  const target = await findRunningTarget(made.folder);
  if (!target) throw new Error('No server runs.');
  return target;
};
const atPort = (target: ConnectionTarget, port: number) => ({ ...target, host: '127.0.0.1', port });

/** Signs in, and reads one value. */
async function read(target: ConnectionTarget, text = 'select 1') {
  const { sql, end } = openPool(target, () => {});
  try {
    const [row] = await sql.script<Record<string, string>[]>(text);
    return Object.values(row ?? {})[0];
  } finally {
    await end();
  }
}

const iterations = `select split_part(split_part(rolpassword, ':', 1), '$', 2) from pg_authid where rolname = 'postgres'`;
const refused = { code: 'ECONNREFUSED' };

it('is closed without the setting', async () => {
  await withDatabase(undefined, async () => {
    const target = await running();
    expect(target.host).toMatch(/^\//);
    expect(await read(target, iterations)).toBe('64');
    await expect(read(atPort(target, target.port))).rejects.toMatchObject(refused);
  });
});

it('opens for a password with the iterations that other programs require, also on older data', async () => {
  await withDatabase(ports[0], async (database) => {
    const target = await running();
    expect(target).toMatchObject({
      host: '127.0.0.1',
      port: ports[0],
      user: 'postgres',
      database: 'postgres',
    });
    expect(await read(target, iterations)).toBe('4096');
    expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }]);
    await database.sql.script('create role visitor login');
    for (const [user, password] of [
      ['postgres', 'postgres'],
      ['postgres', ''],
      ['visitor', ''],
      ['visitor', target.password],
      ['authenticator', target.password],
      ['anon', ''],
    ] as const)
      await expect(read({ ...target, user, password }), user).rejects.toThrow(/password/);
    expect(await read(target, `select string_agg(distinct auth_method, ',') from pg_hba_file_rules`)).toBe(
      'scram-sha-256',
    );
    expect(await read(target, 'show listen_addresses')).toBe('127.0.0.1');
    // Read by `supabase inspect db`.
    expect(await read(target, 'select count(*) > 0 from extensions.pg_stat_statements')).toBe(true);
    expect(messages).toContainEqual({
      level: 'info',
      message: expect.stringContaining(`127.0.0.1:${ports[0]}`),
    });
  });
});

it('follows a changed port, and closes when the setting is removed', async () => {
  await withDatabase(ports[1], async () => {
    const target = await running();
    expect(await read(target, 'show port')).toBe(String(ports[1]));
    await expect(read(atPort(target, ports[0]))).rejects.toMatchObject(refused);
  });
  await withDatabase(undefined, async () => {
    const target = await running();
    expect(await read(target)).toBe(1);
    await expect(read(atPort(target, ports[1]))).rejects.toMatchObject(refused);
  });
});

it('starts without the port when another program has it, and names it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const taken = typeof address === 'object' && address ? address.port : 0;
  await withDatabase(taken, async (database) => {
    expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }]);
    expect((await running()).host).toMatch(/^\//);
    expect(messages).toContainEqual({
      level: 'warn',
      message: expect.stringMatching(
        new RegExp(`port ${taken} of 127\\.0\\.0\\.1: another program uses it.*another port in \\[db\\]`),
      ),
    });
  });
  other.close();
});
