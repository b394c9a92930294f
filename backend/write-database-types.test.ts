import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.ts';
import { makeFolder } from '../tests/harness/database/folders.ts';
import { describeWithoutServer } from '../tests/harness/database/servers.ts';

/** `npm run db:types`, for a project in a folder of its own. */
describeWithoutServer('npm run db:types', () => {
  let folder: string;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ folder, remove } = await makeFolder());
    await mkdir(join(folder, 'migrations'));
    await writeFile(join(folder, 'config.toml'), '[api]\nschemas = ["shop", "missing"]\n');
    await writeFile(
      join(folder, 'migrations', '20260101000000_create_shop.sql'),
      'create schema shop; create table shop.goods (id int primary key); create table notes (text text not null);',
    );
  });
  afterAll(() => remove());

  const run = (args: string[] = [], settings: Record<string, string> = {}) => {
    const { PATH, HOME } = process.env;
    return promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'write-database-types.ts'), ...args],
      {
        env: {
          PATH,
          HOME,
          DATA_DIR: join(folder, 'data'),
          SUPABASE_CONFIG: join(folder, 'config.toml'),
          ...settings,
        },
      },
    );
  };
  const namesIn = (types: string) =>
    [...types.matchAll(/^ {2,6}(public|shop|goods|notes): \{$/gm)].map(([, name]) => name);

  it('starts the database, and writes the types beside config.toml', async () => {
    const { stdout, stderr } = await run();
    const file = join(folder, 'database.types.ts');
    expect(stdout).toBe('');
    expect(stderr).toMatch(/The types of public, shop are in .*database\.types\.ts\.\n$/);
    const types = await readFile(file, 'utf8');
    expect(types).toMatch(/\n} as const\n\n$/);
    expect(namesIn(types)).toEqual(['public', 'notes', 'shop', 'goods', 'public', 'shop']);
  });

  it('reads the running database, and prints the types for "-"', async () => {
    const database = await openDatabase({ dataFolder: join(folder, 'data'), log: () => {}, migrations: [] });
    try {
      await database.sql.script('create table if not exists shop.added ()');
      const { stdout } = await run(['-', '--schema', 'shop', '--postgrest-version', '14.1']);
      expect(namesIn(stdout)).toEqual(['shop', 'goods', 'shop']);
      expect(stdout).toContain('      added: {\n        Row: {}\n');
      expect(stdout).toMatch(/PostgrestVersion: "14\.1"[\s\S]*\n} as const\n$/);
      const given = await run(['-', '--schema', 'shop,public'], { DATABASE_URL: database.url });
      expect(namesIn(given.stdout)).toEqual(['public', 'notes', 'shop', 'goods', 'public', 'shop']);
      await expect(run(['--schema', 'shop,typo'])).rejects.toMatchObject({
        code: 1,
        stderr: 'The database has no schema "typo".\n',
      });
    } finally {
      await database.close();
    }
  });

  it.each([
    [['--schemas', 'shop'], {}, /^Unknown option '--schemas'.* The options are --schema, .*\n$/],
    [
      [],
      { DATABASE_URL: 'postgres://a@127.0.0.1:1/b' },
      /^The database b at 127\.0\.0\.1:1 cannot be read: .*ECONNREFUSED.*Check DATABASE_URL.*\n$/,
    ],
    [[], { DATABASE_URL: 'b' }, /^DATABASE_URL is not a Postgres address.*\n$/],
  ])('with %j and %j it says what is wrong', async (args, settings, message) => {
    await expect(run(args, settings as Record<string, string>)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });
});
