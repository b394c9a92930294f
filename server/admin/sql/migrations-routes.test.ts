import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../../database/connection-target.ts';
import { migrate } from '../../../database/migrate.ts';
import { openPool } from '../../../database/pool.ts';
import { startAdmin } from '../../../tests/harness/admin/test-admin.ts';
import { createMigrationWriter } from './migration-writer.ts';

const admin = startAdmin();
const save = (name: string, sql: string) =>
  admin().call('/migrations', { method: 'POST', body: { name, sql } });
const files = () => readdir(admin().migrationsFolder);

async function exists(table: string): Promise<boolean> {
  const [row] = await admin().database.sql<{ found: boolean }[]>`
    select to_regclass(${table}) is not null as found`;
  return row?.found ?? false;
}

/** What the next start does. Returns the migrations that it applies, and its warnings about them. */
async function startAgain(): Promise<unknown[]> {
  const said: unknown[] = [];
  const pool = openPool(parseDatabaseUrl(admin().database.url), () => {});
  try {
    await migrate(pool, [{ kind: 'site', folder: admin().migrationsFolder }], ({ migrations, message }) => {
      if (migrations !== undefined) said.push(migrations);
      // The folder of this test does not have the site's own.
      else if (!message.startsWith('Applied migrations without a file')) said.push(message);
    });
  } finally {
    await pool.end();
  }
  return said;
}

afterEach(async () => {
  for (const file of await files()) await rm(join(admin().migrationsFolder, file));
});

describe('a migration', () => {
  test('is a file, is applied, is seen by the API at once, and is not applied again', async () => {
    const sql =
      'create table public.places (id int primary key);\r\ninsert into public.places values (7);\r\ngrant select on public.places to anon;';
    const { status, body } = await save('add_places', sql);
    expect([status, body]).toEqual([201, { file: expect.stringMatching(/^\d{14}_add_places\.sql$/) }]);
    expect(await files()).toEqual([body.file]);
    expect(await readFile(join(admin().migrationsFolder, body.file), 'utf8')).toBe(
      `${sql.replaceAll('\r\n', '\n')}\n`,
    );
    await expect
      .poll(async () => (await admin().service.client().from('places').select()).data)
      .toEqual([{ id: 7 }]);
    expect(await startAgain()).toEqual([]);
    const [record] = await admin().database.sql<{ name: string; statements: string[] }[]>`
      select name, statements from supabase_migrations.schema_migrations where version = ${body.file.slice(0, 14)}`;
    expect(record).toMatchObject({ name: 'add_places', statements: { length: 3 } });
    expect((await admin().log()).at(-1)).toBe(`sql.migration ${body.file}`);
  });

  test('that fails leaves neither a file nor a change, and says where', async () => {
    const sql =
      "-- First “this”.\ncreate table public.half (id int);\n\nselect 'äöü🙂', nonsense from public.half;";
    const { status, body } = await save('half', sql);
    expect([status, body]).toEqual([
      422,
      {
        code: 'sql-failed',
        message: 'column "nonsense" does not exist',
        position: sql.indexOf('nonsense') + 1,
      },
    ]);
    expect([await files(), await exists('public.half')]).toEqual([[], false]);
    expect(await startAgain()).toEqual([]);
    // The name is free for the next attempt.
    expect((await save('half', 'create table public.half (id int)')).status).toBe(201);
  });

  test('that ends its own transaction leaves nothing either when it fails', async () => {
    const { status } = await save(
      'ended',
      'begin; create table public.ended (id int); commit; select 1 / 0;',
    );
    expect([status, await files(), await exists('public.ended')]).toEqual([422, [], false]);
  });

  test.each([
    '',
    'Add',
    'add-places',
    '../places',
    'a/b',
    '1st',
    'a'.repeat(81),
    'places.sql',
    'ä',
  ])('is not named %j', async (name) => {
    const { status, body } = await save(name, 'select 1');
    expect([status, body.code, await files()]).toEqual([400, 'bad-name', []]);
  });

  test('has a name of its own, and a statement', async () => {
    expect((await save('once', 'create table public.once (id int)')).status).toBe(201);
    const { status, body } = await save('once', 'create table public.twice (id int)');
    expect([status, body.code, await exists('public.twice')]).toEqual([409, 'exists', false]);
    expect((await save('empty', ' -- nothing\n')).status).toBe(400);
    expect(await files()).toHaveLength(1);
  });

  test('comes after every other, however far ahead they are, and two at once both come', async () => {
    await writeFile(join(admin().migrationsFolder, '29991231235959_ahead.sql'), '-- Not written yet.\n');
    const answers = await Promise.all([
      save('one_of_two', 'create table public.one (id int)'),
      save('two_of_two', 'create table public.two (id int)'),
    ]);
    expect(answers.map(({ body }) => body.file)).toEqual([
      '30000101000000_one_of_two.sql',
      '30000101000001_two_of_two.sql',
    ]);
    expect(await startAgain()).toEqual([]);
  });

  test('waits for files that are not applied yet', async () => {
    await writeFile(
      join(admin().migrationsFolder, '30010101000000_other.sql'),
      'create table public.other ()',
    );
    const { status, body } = await save('after_other', 'create table public.after_other ()');
    expect([status, body.code, body.files]).toEqual([409, 'pending', ['30010101000000_other.sql']]);
    expect([await exists('public.other'), await exists('public.after_other')]).toEqual([false, false]);
    expect(await files()).toEqual(['30010101000000_other.sql']);
  });
});

describe.each([
  ['a folder that is not there', '/nowhere/migrations'],
  ['a folder that takes no files', '/proc/self'],
])('with %s', (_, folder) => {
  const other = startAdmin();
  test('nothing is written', async () => {
    const migrations = createMigrationWriter({
      databaseUrl: other().database.url,
      set: { kind: 'site', folder },
      onApplied: async () => {},
      log: () => {},
    });
    await expect(
      migrations.write({ name: 'a', sql: 'create table public.a ()' }, async () => {}),
    ).rejects.toMatchObject({ status: 501, code: 'no-folder' });
  });
});

describe('with a hosted project', () => {
  const hosted = startAdmin({}, { embedded: undefined });
  test('the answer says what to do there', async () => {
    const { status, body } = await hosted().call('/migrations', {
      method: 'POST',
      body: { name: 'a', sql: 'select 1' },
    });
    expect([status, body.code]).toEqual([501, 'no-folder']);
    expect(body.message).toContain('supabase db push');
  });
});
