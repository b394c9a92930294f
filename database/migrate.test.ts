import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../tests/harness/database/folders.ts';
import { describeOnEveryServer } from '../tests/harness/database/servers.ts';
import { parseDatabaseUrl } from './connection-target.ts';
import type { Log, LogEntry } from './log.ts';
import { migrate } from './migrate.ts';
import { type MigrationSet, ownMigrations } from './migration-files.ts';
import { openDatabase } from './open-database.ts';
import { openPool } from './pool.ts';

describeOnEveryServer('migrations', (server) => {
  const db = () => server().database;
  let folder = '';
  let remove = async () => {};
  let number = 0;
  beforeEach(async () => {
    ({ folder, remove } = await makeFolder());
    logged.length = 0;
  });
  afterEach(() => remove());

  const site = (): MigrationSet => ({ kind: 'site', folder });
  /** Versions are unique, because the suite shares one database. */
  const write = async (name: string, text: string) => {
    number += 1;
    const fileName = `2026010112${String(number).padStart(4, '0')}_${name}.sql`;
    await writeFile(join(folder, fileName), text);
    return { fileName, version: fileName.split('_')[0] ?? '' };
  };
  const logged: LogEntry[] = [];
  const run = async (sets: MigrationSet[] = [site()]) => {
    const log: Log = (entry) => logged.push(entry);
    const pool = openPool(parseDatabaseUrl(db().url), log);
    await migrate(pool, sets, log).finally(pool.end);
  };

  it('of the program can each be applied twice', async () => {
    const files = await readdir(ownMigrations.folder);
    expect(files.length).toBeGreaterThan(5);
    const before = await db()
      .sql`select table_name from information_schema.tables where table_schema = 'auth'`;
    await db().sql`delete from porchlight.applied_migrations where kind = 'own'`;
    await run([ownMigrations]);
    const recorded = await db().sql`select version from porchlight.applied_migrations where kind = 'own'`;
    expect(recorded).toHaveLength(files.length);
    const after = await db()
      .sql`select table_name from information_schema.tables where table_schema = 'auth'`;
    expect(after).toHaveLength(before.length);
  });

  it('are logged in one line with their names, also when a later one fails', async () => {
    const one = await write('create_one', 'select 1');
    const two = await write('create_two', 'select 2');
    await run();
    await run();
    const three = await write('create_three', 'select 3');
    await write('break', 'select nothing from nowhere');
    await expect(run()).rejects.toThrow('nowhere');
    const names = [one, two, three].map(({ fileName }) => fileName.replace('.sql', ''));
    // The database has a record of the files of earlier tests.
    expect(logged.filter(({ level }) => level === 'info')).toEqual([
      {
        level: 'info',
        message: 'The tables of the site are made (2 migrations).',
        migrations: names.slice(0, 2),
      },
      { level: 'info', message: `Applied 1 migration, up to ${names[2]}.`, migrations: names.slice(2) },
    ]);
  });

  it('of the program are applied among those of the folder, which may have its own text for one', async () => {
    const of = await makeFolder();
    try {
      const first = await write('create_shared', 'create table shared_by_all (of_program boolean)');
      await rename(join(folder, first.fileName), join(of.folder, first.fileName));
      await write('extend_shared', 'alter table shared_by_all add column of_site boolean');
      const replaced = await write('replace', 'alter table shared_by_all add column mine boolean');
      await writeFile(join(of.folder, replaced.fileName), 'select nothing from nowhere');
      await run([{ ...site(), programFolder: of.folder }]);
      const columns = await db().sql<{ name: string }[]>`
        select column_name as name from information_schema.columns
        where table_name = 'shared_by_all' order by ordinal_position`;
      expect(columns.map(({ name }) => name)).toEqual(['of_program', 'of_site', 'mine']);
    } finally {
      await of.remove();
    }
  });

  it('that create a role work from several databases of a server at once', async () => {
    const id = randomUUID().slice(0, 8);
    const role = `runner_${id}`;
    const databases = ['one', 'two', 'three'].map((name) => `${name}_${id}`);
    await write(
      'create_runner',
      `do $$ begin
         if not exists (select from pg_roles where rolname = '${role}') then
           perform pg_sleep(0.3);
           create role ${role};
         end if;
       end $$`,
    );
    for (const name of databases) await db().sql.script(`create database ${name}`);
    const opened = await Promise.all(
      databases.map((name) =>
        openDatabase({
          // The host may be a folder, which is a query parameter.
          databaseUrl: db().url.replace(/[^/?]*(?=\?|$)/, name),
          dataFolder: folder,
          log: () => {},
          migrations: [site()],
        }),
      ),
    );
    for (const database of opened) await database.close();
    for (const name of databases) await db().sql.script(`drop database ${name}`);
    expect(await db().sql`select from pg_roles where rolname = ${role}`).toHaveLength(1);
    await db().sql.script(`drop role ${role}`);
  });

  it('of the site are recorded in the table of Supabase’s CLI', async () => {
    const { version } = await write(
      'create_pets',
      'create table public.pets (id int);\n\ninsert into public.pets values (1);\n',
    );
    await run();
    await run();
    expect(await db().sql`select * from public.pets`).toHaveLength(1);
    const rows = await db()
      .sql`select * from supabase_migrations.schema_migrations where version = ${version}`;
    expect(rows[0]).toMatchObject({
      version,
      name: 'create_pets',
      statements: ['create table public.pets (id int)', 'insert into public.pets values (1)'],
    });
  });

  it('that a Supabase project applied are not applied again, and changes are detected from then on', async () => {
    const { version, fileName } = await write('create_elsewhere', 'create table public.elsewhere (id int);');
    await db()
      .sql`insert into supabase_migrations.schema_migrations (version, name) values (${version}, 'create_elsewhere')`;
    await run();
    expect(await db().sql`select to_regclass('public.elsewhere') as found`).toEqual([{ found: null }]);
    await writeFile(join(folder, fileName), 'create table public.changed (id int);');
    await expect(run()).rejects.toThrow(fileName);
  });

  it('that were changed after being applied are refused, with name and fix', async () => {
    const { fileName } = await write('create_songs', 'create table public.songs (id int);');
    await run();
    await writeFile(join(folder, fileName), 'create table public.songs (id bigint);');
    await expect(run()).rejects.toThrow(new RegExp(`${fileName} was changed .* new file`));
  });

  it('with other line endings are the same migrations', async () => {
    const { fileName } = await write('create_lines', 'create table public.lines (id int);\n-- end\n');
    await run();
    await writeFile(join(folder, fileName), 'create table public.lines (id int);\r\n-- end\r\n');
    await run();
  });

  it('that fail leave nothing behind and report file and line', async () => {
    const { version, fileName } = await write(
      'create_half',
      'create table public.half (id int);\n\nselect from nonsense here;\n',
    );
    await expect(run()).rejects.toThrow(new RegExp(`${fileName} line 3: .*Nothing of this file was applied`));
    expect(await db().sql`select to_regclass('public.half') as found`).toEqual([{ found: null }]);
    expect(
      await db().sql`select * from supabase_migrations.schema_migrations where version = ${version}`,
    ).toHaveLength(0);
  });

  it.each([
    [
      'with a position',
      'select 1;\n-- why\nselect\n  nothing;',
      /line 4: column "nothing" does not exist\. .*"select nothing"/,
    ],
    [
      'without a position',
      'select 1;\n\n/* a */ select\n  2;\n/* b */ create extension nowhere_17;',
      /line 5: .*nowhere_17.*The statement is "create extension nowhere_17"\. Nothing/,
    ],
    [
      'with detail and hint',
      "do $$ begin raise 'no' using detail = 'because', hint = 'do better'; end $$",
      /line 1: no\. because\. do better\. The statement is "do /,
    ],
    [
      'in the last of many statements, inside a function',
      'select 1;\nselect 2;\nselect\n  1 / 0;',
      /line 3: division by zero\. The statement is "select 1 \/ 0"/,
    ],
    [
      'that needs what no file creates',
      'alter table public.nowhere_17 add column a int',
      /"public\.nowhere_17" does not exist\. An earlier file has to create it\. .*`supabase db pull` writes it into a file\. The statement/,
    ],
    [
      'that needs an extension which was enabled in a dashboard',
      "select cron.schedule('nightly', '0 3 * * *', 'select 1')",
      /schema "cron" does not exist\. Write "create extension pg_cron" into a file before this one\. The statement/,
    ],
    [
      'that creates something twice',
      'create table public.twice_17 (); create table public.twice_17 ();',
      /"twice_17" already exists\. An earlier statement has created it: remove one/,
    ],
  ])('that fail name line and statement: %s', async (_how, text, message) => {
    await write('fail', text);
    await expect(run()).rejects.toThrow(message);
  });

  const indexes = (table: string) =>
    db().sql`select indexname as name from pg_indexes where tablename = ${table}`;

  it('that begin and end transactions are still one transaction', async () => {
    const { fileName } = await write(
      'begin_own',
      'BEGIN;\ncreate table public.own_begin (id int);\nCOMMIT;\nselect 1 / 0;',
    );
    await expect(run()).rejects.toThrow(`${fileName} line 4: division by zero`);
    expect(await db().sql`select to_regclass('public.own_begin') as found`).toEqual([{ found: null }]);
    await writeFile(
      join(folder, fileName),
      'begin transaction isolation level serializable;\ncreate table public.own_begin (id int);\nend;\nselect 1;',
    );
    await run();
    await run();
    expect(await db().sql`select to_regclass('public.own_begin') as found`).toEqual([{ found: 'own_begin' }]);
  });

  it('that roll back are refused, unless to a savepoint', async () => {
    const { fileName } = await write('undo', 'begin;\ncreate table public.undone (id int);\nrollback;');
    await expect(run()).rejects.toThrow(new RegExp(`${fileName} line 3: "rollback" would undo`));
    await writeFile(
      join(folder, fileName),
      'create table public.undone (id int); savepoint a; insert into public.undone values (1); rollback to a; release a;',
    );
    await run();
    expect(await db().sql`select * from public.undone`).toEqual([]);
  });

  it('with a statement that cannot run in a transaction run without one, when it is the only one', async () => {
    await write('create_busy', 'create table public.busy (id int)');
    const { version } = await write(
      'index_busy',
      '-- slow\ncreate index concurrently busy_id on public.busy (id);\n',
    );
    await write('vacuum_busy', 'begin; vacuum analyze public.busy; commit;');
    await run();
    await run();
    expect(await indexes('busy')).toEqual([{ name: 'busy_id' }]);
    const rows = await db()
      .sql`select name from supabase_migrations.schema_migrations where version = ${version}`;
    expect(rows).toEqual([{ name: 'index_busy' }]);
  });

  it('that fail to index concurrently leave no invalid index, also after a kill', async () => {
    await write(
      'create_double',
      'create table public.double (id int); insert into public.double values (1), (1)',
    );
    const text = 'create unique index concurrently if not exists double_id on public.double (id)';
    await write('index_double', text);
    await expect(run()).rejects.toThrow(/could not create unique index "double_id"/);
    expect(await indexes('double')).toEqual([]);
    // What a killed process leaves.
    await expect(db().sql.script(text)).rejects.toThrow('could not create');
    expect(await indexes('double')).toEqual([{ name: 'double_id' }]);
    await db().sql`delete from public.double`;
    await run();
    const valid = await db()
      .sql`select indisvalid as valid from pg_index where indexrelid = 'double_id'::regclass`;
    expect(valid).toEqual([{ valid: true }]);
  });

  it('that index concurrently run once when several processes start together', async () => {
    await write('create_shared', 'create table public.shared (id int)');
    await run();
    await write('index_shared', 'create index concurrently shared_id on public.shared (id)');
    const opened = await Promise.all(Array.from({ length: 3 }, () => server().reopen([site()])));
    await Promise.all(opened.map((one) => one.close()));
    expect(await indexes('shared')).toEqual([{ name: 'shared_id' }]);
  });

  it('that index concurrently or vacuum beside other statements stay one transaction', async () => {
    const { fileName } = await write(
      'index_new',
      'create table public.calm (id int);\ncreate index concurrently calm_id on public.calm (id);\nvacuum;\nselect 1 / 0;',
    );
    await expect(run()).rejects.toThrow(`${fileName} line 4`);
    expect(await db().sql`select to_regclass('public.calm') as found`).toEqual([{ found: null }]);
    await writeFile(
      join(folder, fileName),
      'create table public.calm (id int);\ncreate index concurrently calm_id on public.calm (id);\nvacuum;',
    );
    await run();
    expect(await indexes('calm')).toEqual([{ name: 'calm_id' }]);
    expect(logged.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/index_new\.sql line 3: "vacuum" is left out/),
    );
  });

  it('with another statement that cannot run in a transaction say what to do', async () => {
    await write('change_server', "select 1;\nalter system set work_mem = '8MB';");
    await expect(run()).rejects.toThrow(
      /line 2: ALTER SYSTEM cannot run inside a transaction block\. As the only statement of a file it runs outside/,
    );
  });

  it.each([
    ['after a commit', 'begin;', 'commit;'],
    ['at once', '', ''],
    [
      'in a block',
      `do $$ begin if not exists (select from pg_enum where enumlabel = 'great' and enumtypid = 'mood_in_a_block'::regtype) then`,
      'end if; end $$; commit; begin;',
    ],
  ])('can use a value that they add to an enum, %s', async (how, begin, commit) => {
    const type = `mood_${how.replaceAll(' ', '_')}`;
    await write('create_mood', `create type public.${type} as enum ('fine')`);
    const { fileName } = await write(
      'add_mood',
      `${begin} alter type public.${type} add value 'great'; ${commit}
       create table public.${type}s (mood public.${type});
       insert into public.${type}s values ('great');
       select 1 / 0;`,
    );
    await expect(run()).rejects.toThrow('division by zero');
    expect(await db().sql`select to_regclass(${`public.${type}s`}) as found`).toEqual([{ found: null }]);
    const text = await readFile(join(folder, fileName), 'utf8');
    await writeFile(join(folder, fileName), text.replace('select 1 / 0;', ''));
    await run();
    expect(await db().sql.script(`select mood::text from public.${type}s`)).toEqual([{ mood: 'great' }]);
  });

  it('start with a clean session, whatever the file before has set', async () => {
    await write(
      'dump',
      `select pg_catalog.set_config('search_path', '', false);
       set statement_timeout = 1;
       set statement_timeout = 0;
       create temporary table left_over (id int);
       set row_security = off;
       set role anon;`,
    );
    await write(
      'clean',
      'create temporary table left_over (id int); create table clean_session (id int); set session authorization anon;',
    );
    await run();
    const owner = await db().sql`
      select tableowner = current_user as ours, schemaname from pg_tables where tablename = 'clean_session'`;
    expect(owner).toEqual([{ ours: true, schemaname: 'public' }]);
  });

  it('run once when several processes start together', async () => {
    await write(
      'create_counter',
      'create table public.counter (id int); select pg_sleep(0.2); insert into public.counter values (1);',
    );
    const opened = await Promise.all(Array.from({ length: 4 }, () => server().reopen([site()])));
    await Promise.all(opened.map((one) => one.close()));
    expect(await db().sql`select * from public.counter`).toHaveLength(1);
  });

  it('of ours must be named like one, and have numbers of their own', async () => {
    await writeFile(join(folder, 'things.sql'), 'select 1;');
    await expect(run([{ kind: 'own', folder }])).rejects.toThrow('is not named like a migration. Rename it');
    await rm(join(folder, 'things.sql'));
    for (const name of ['a', 'b']) await writeFile(join(folder, `0001_${name}.sql`), 'select 1;');
    await expect(run([{ kind: 'own', folder }])).rejects.toThrow('have the same number. Rename the newer');
  });

  it('of the site without a number are skipped, with a warning', async () => {
    await writeFile(join(folder, 'notes.sql'), 'this is no SQL');
    await writeFile(join(folder, 'README.md'), 'nor this');
    await write('create_numbered', 'create table public.numbered (id int);');
    await run();
    expect(await db().sql`select * from public.numbered`).toEqual([]);
    expect(
      logged.filter(({ level, message }) => level === 'warn' && message.includes('not named')),
    ).toMatchObject([
      {
        message: expect.stringMatching(
          /notes\.sql is not named like a migration\. It is not applied\. Rename it/,
        ),
      },
    ]);
  });

  it('of the site with the same number are both applied, once each, also when the second comes later', async () => {
    const file = (name: string) => join(folder, `77_${name}.sql`);
    await writeFile(file('b'), 'create table public.twin_b (id int);');
    await run();
    await writeFile(file('a'), 'create table public.twin_a (id int);');
    await writeFile(file('c'), 'create table public.twin_c as select * from public.twin_a;');
    await run();
    await run();
    expect(logged).toContainEqual({
      level: 'warn',
      message: expect.stringContaining(
        'have the same number. Both are applied, in the order of their names.',
      ),
    });
    const recorded = await db().sql`
      select name from porchlight.applied_migrations where version = '77' order by name`;
    expect(recorded).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    await writeFile(file('c'), 'select 1');
    await expect(run()).rejects.toThrow('77_c.sql was changed after');
  });

  it('that were renamed are not applied again', async () => {
    await writeFile(join(folder, '78_before.sql'), 'create table public.renamed (id int);');
    await run();
    await rename(join(folder, '78_before.sql'), join(folder, '78_after.sql'));
    await run();
  });

  it('are recorded by name in a journal of an earlier version too', async () => {
    await db().sql.script(`
      delete from porchlight.applied_migrations where version in ('77', '0251');
      alter table porchlight.applied_migrations
        drop constraint applied_migrations_pkey, add constraint applied_migrations_pkey primary key (kind, version)`);
    await run([ownMigrations]);
    await writeFile(join(folder, '79_a.sql'), 'create table public.older_a (id int);');
    await writeFile(join(folder, '79_b.sql'), 'create table public.older_b (id int);');
    await run();
    await run();
    expect(await db().sql`select from porchlight.applied_migrations where version = '79'`).toHaveLength(2);
  });

  it('are optional for a site', async () => {
    await rm(folder, { recursive: true });
    await run();
  });

  it('of the site that were deleted cause a warning only', async () => {
    const { fileName, version } = await write('create_gone', 'create table public.gone (id int);');
    await run();
    await rm(join(folder, fileName));
    await run([ownMigrations, site()]);
    const messages = logged.map(({ message }) => message);
    expect(messages.find((message) => message.includes(version))).toContain('Either they were deleted there');
  });

  it('of a newer version stop an older one', async () => {
    await db().sql`insert into porchlight.applied_migrations values ('own', '9999', 'from_the_future', 'x')`;
    await expect(run([ownMigrations])).rejects.toThrow(/newer version of the program \(migration 9999\)/);
    await db().sql`delete from porchlight.applied_migrations where version = '9999'`;
  });
});
