import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesIn, serverOf } from '../tests/durability/processes.ts';
import { makeFolder } from '../tests/harness/database/folders.ts';
import type { Database } from './database.ts';
import { DatabaseFull, DatabaseUnavailable } from './errors.ts';
import { ownMigrations } from './migration-files.ts';
import { openDatabase } from './open-database.ts';

const patience = { timeout: 30_000, interval: 100 };

describe('when the server fails', () => {
  let database: Database;
  let folder = '';
  let remove = async () => {};

  beforeAll(async () => {
    ({ folder, remove } = await makeFolder());
    database = await openDatabase({ dataFolder: folder, log: () => {}, migrations: [ownMigrations] });
  });
  afterAll(async () => {
    await database.close();
    await remove();
  });

  const answers = () =>
    database.sql`select 1`.then(
      () => true,
      () => false,
    );
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesIn(folder)) process.kill(pid, name);
  };

  it('a killed one is restarted, and calls in between fail as unavailable', async () => {
    const caught: unknown[] = [];
    const killed = serverOf(folder);
    if (killed) process.kill(killed, 'SIGKILL');
    while (caught.length === 0) {
      await database.sql`select pg_sleep(0.01)`.catch((error: unknown) => caught.push(error));
      await database.transaction((sql) => sql`select 1`).catch((error: unknown) => caught.push(error));
    }
    for (const error of caught) expect(error).toBeInstanceOf(DatabaseUnavailable);
    await expect.poll(answers, patience).toBe(true);
    expect(serverOf(folder)).not.toBe(killed);
  });

  /** For a moment, connections of a server that was killed still answer. */
  const killServer = () => {
    const killed = serverOf(folder);
    if (killed) process.kill(killed, 'SIGKILL');
    return {
      isRestarted: () => {
        const server = serverOf(folder);
        return server !== undefined && server !== killed && answers();
      },
    };
  };

  it('an interrupted transaction is rolled back', async () => {
    await database.sql`create table if not exists public.cut (id int)`;
    let isRestarted: () => unknown = () => false;
    const half = database.transaction(async (sql) => {
      await sql`insert into public.cut values (1)`;
      ({ isRestarted } = killServer());
      await wait(300);
      await sql`insert into public.cut values (2)`;
    });
    await expect(half).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect.poll(() => isRestarted(), patience).toBe(true);
    expect(await database.sql`select * from public.cut`).toEqual([]);
  });

  it('one that hangs makes calls fail instead of wait, and is used again when it responds', async () => {
    await database.sql`select 1`;
    signal('SIGSTOP');
    try {
      await expect(database.sql`select 1`.then(() => 'answered')).rejects.toBeInstanceOf(DatabaseUnavailable);
      await expect(database.transaction((sql) => sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable);
      expect(await database.isHealthy()).toBe(false);
    } finally {
      signal('SIGCONT');
    }
    await expect.poll(answers, patience).toBe(true);
  });

  it('notifications are received again afterward', async () => {
    const heard: string[] = [];
    let resumed = 0;
    const stop = await database.listen(
      'news',
      (payload) => heard.push(payload),
      () => {
        resumed += 1;
      },
    );
    const { isRestarted } = killServer();
    await expect.poll(() => resumed, patience).toBeGreaterThan(0);
    await expect.poll(isRestarted, patience).toBe(true);
    await database.notify('news', 'still here');
    await expect.poll(() => heard, patience).toEqual(['still here']);
    await stop();
  });

  it('too many calls at once are refused as unavailable', async () => {
    const small = await openDatabase({
      databaseUrl: database.url,
      dataFolder: folder,
      log: () => {},
      migrations: [],
      maxConnections: 1,
      answerWithinMs: 5000,
      statementTimeoutMs: 20_000,
    });
    const holder = small.transaction((sql) => sql`select pg_sleep(5)`);
    await wait(50);
    await expect(small.transaction((sql) => sql`select 1`)).rejects.toThrow(
      'Every connection to the database is busy.',
    );
    await holder;
    await small.close();
  });
});

describe('when the disk is nearly full', () => {
  it('a first start reports it', async () => {
    const { folder, remove } = await makeFolder();
    const start = openDatabase({
      dataFolder: folder,
      log: () => {},
      migrations: [ownMigrations],
      minimumFreeBytes: Number.MAX_SAFE_INTEGER,
    });
    await expect(start).rejects.toThrow(`${folder} is nearly full`);
    await remove();
  });

  it('a last megabyte is reserved for the next start', async () => {
    const { folder, remove } = await makeFolder();
    let free = 1e12;
    const options = { dataFolder: folder, log: () => {}, migrations: [ownMigrations] };
    const open = () => openDatabase({ ...options, readFreeBytes: async () => free });
    const reserved = () => statSync(join(folder, 'postgres', 'reserve'), { throwIfNoEntry: false })?.size;
    const megabyte = 1024 * 1024;

    const database = await open();
    await expect.poll(reserved, patience).toBe(32 * megabyte);
    free = 1e6;
    await expect.poll(reserved, patience).toBe(megabyte);
    await database.close();
    const again = await open();
    expect(reserved()).toBeUndefined();
    // With less space than before there is still enough for the next start.
    free = 10e6;
    await expect.poll(reserved, patience).toBe(megabyte);
    await again.close();
    await remove();
  });

  it('reads work, writes fail with the reason, and a later start with space writes again', async () => {
    const { folder, remove } = await makeFolder();
    const open = (minimumFreeBytes: number) =>
      openDatabase({ dataFolder: folder, log: () => {}, migrations: [ownMigrations], minimumFreeBytes });
    await (await open(1)).close();

    const full = await open(Number.MAX_SAFE_INTEGER);
    await expect
      .poll(
        () =>
          full.sql`create table public.one (id int)`.then(
            () => 'written',
            (error: unknown) => error,
          ),
        patience,
      )
      .toBeInstanceOf(DatabaseFull);
    expect(await full.sql`select count(*)::int as n from auth.users`).toEqual([{ n: 0 }]);
    await full.close();

    const roomy = await open(1);
    await roomy.sql`create table public.two (id int)`;
    await roomy.close();
    await remove();
  });
});
