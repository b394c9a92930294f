import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../tests/harness/database/folders.ts';
import { describeOnEveryServer } from '../tests/harness/database/servers.ts';
import { parseDatabaseUrl } from './connection-target.ts';
import type { LogEntry } from './log.ts';
import { ownMigrations } from './migration-files.ts';
import { openDatabase } from './open-database.ts';
import { openPool } from './pool.ts';
import { seed } from './seed.ts';

it('seeds apply to an embedded database only', async () => {
  const { folder, remove } = await makeFolder();
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('ours.sql', 'create table public.ours ()');
  await write('theirs.sql', 'create table public.theirs ()');
  const open = (paths: string[], databaseUrl?: string) =>
    openDatabase({
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      dataFolder: join(folder, 'data'),
      log: () => {},
      migrations: [ownMigrations],
      seed: { folder, paths },
    });
  const embedded = await open(['ours.sql']);
  const byAddress = await open(['theirs.sql'], embedded.url);
  const tables =
    await byAddress.sql`select to_regclass('public.ours') as ours, to_regclass('public.theirs') as theirs`;
  await byAddress.close();
  await embedded.close();
  await remove();
  expect(tables).toEqual([{ ours: 'ours', theirs: null }]);
});

describeOnEveryServer('seeds', (server) => {
  const db = () => server().database;
  const log: LogEntry[] = [];
  let folder = '';
  let remove = async () => {};
  beforeAll(async () => {
    await db().sql`create table public.pets (name text)`;
  });
  beforeEach(async () => {
    ({ folder, remove } = await makeFolder());
    await db().sql`drop table if exists supabase_migrations.seed_files`;
    await db().sql`delete from public.pets`;
    log.length = 0;
    return remove;
  });
  afterAll(() => remove());

  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const run = (...paths: string[]) => {
    const pool = openPool(parseDatabaseUrl(db().url), () => {});
    return seed(pool, { folder, paths }, (entry) => log.push(entry)).finally(pool.end);
  };
  const pets = async () =>
    (await db().sql<{ name: string }[]>`select name from public.pets`).map(({ name }) => name);

  it('are applied once, and recorded in the table of Supabase’s CLI', async () => {
    await write(
      'seed.sql',
      "insert into public.pets values ('cat');\ninsert into public.pets values ('dog');",
    );
    await run('./seed.sql');
    await run('./seed.sql');
    expect(await pets()).toEqual(['cat', 'dog']);
    const recorded = await db().sql`select path, hash from supabase_migrations.seed_files`;
    expect(recorded).toEqual([{ path: 'supabase/seed.sql', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  it('are not applied again when they change, which is logged once', async () => {
    await write('seed.sql', "insert into public.pets values ('cat')");
    await run('./seed.sql');
    await write('seed.sql', "insert into public.pets values ('cow')");
    log.length = 0;
    await run('./seed.sql');
    await run('./seed.sql');
    expect(await pets()).toEqual(['cat']);
    expect(log).toMatchObject([{ level: 'warn', message: expect.stringContaining('was changed') }]);
  });

  it('are found by glob patterns, in the order of their names, each once', async () => {
    await mkdir(join(folder, 'seeds'));
    await write('seeds/2.sql', "insert into public.pets values ('second')");
    await write('seeds/1.sql', "insert into public.pets values ('first')");
    await write('last.sql', "insert into public.pets values ('third')");
    await run('./seeds/*.sql', 'last.sql', 'seeds/1.sql');
    expect(await pets()).toEqual(['first', 'second', 'third']);
  });

  it('that do not exist are no error; a missing file that the owner named causes a warning', async () => {
    await run('./seed.sql');
    expect(log).toEqual([]);
    await run('./seeds/*.sql');
    expect(log).toMatchObject([{ level: 'warn', message: expect.stringContaining('seeds/*.sql') }]);
  });

  it('with an error are reported with the line, and leave nothing behind', async () => {
    await write('seed.sql', "insert into public.pets values ('cat');\ninsert into nowhere values (1);");
    await expect(run('./seed.sql')).rejects.toThrow(
      /seed\.sql line 2: .*nowhere.*Nothing of this file was applied/,
    );
    expect(await pets()).toEqual([]);
    await write('seed.sql', "insert into public.pets values ('cat')");
    await run('./seed.sql');
    expect(await pets()).toEqual(['cat']);
  });

  it('with the rows of a dump are refused, with the way to dump them as inserts', async () => {
    await write(
      'seed.sql',
      '\\restrict aBc1\n\nselect 1;\nCOPY public.pets (name) FROM stdin;\ncat\n\\.\n\n\\unrestrict aBc1\n',
    );
    await expect(run('./seed.sql')).rejects.toThrow(
      /seed\.sql line 4: .*as inserts: `supabase db dump --data-only`/,
    );
    await write('seed.sql', "insert into public.pets values ('cat');\n\\connect other\n");
    await expect(run('./seed.sql')).rejects.toThrow(/seed\.sql line 2: This is a command of psql/);
    expect(await pets()).toEqual([]);
  });

  it('that begin and end transactions, or change their session as a dump does, are applied', async () => {
    await write(
      'dump.sql',
      "begin; set session_replication_role = replica; select pg_catalog.set_config('search_path', '', false); insert into public.pets values ('cat'); set role anon; commit;",
    );
    await write('more.sql', "insert into pets values ('dog'); vacuum pets;");
    await run('dump.sql', 'more.sql');
    expect(await pets()).toEqual(['cat', 'dog']);
  });

  it('are applied by one of two processes that start at once', async () => {
    await write('seed.sql', "insert into public.pets values ('cat')");
    await Promise.all([run('./seed.sql'), run('./seed.sql')]);
    expect(await pets()).toEqual(['cat']);
  });
});
