/** Files that a power cut damages when they were not synced: empty, or filled with zeros. A start repairs them. */
import { readFileSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { ownMigrations } from '../migration-files.ts';
import { openDatabase } from '../open-database.ts';

let made: Awaited<ReturnType<typeof makeFolder>>;
const messages: string[] = [];

async function start() {
  const database = await openDatabase({
    dataFolder: made.folder,
    log: ({ message }) => messages.push(message),
    migrations: [ownMigrations],
  });
  return database;
}

beforeAll(async () => {
  made = await makeFolder();
  const database = await start();
  await database.sql`create table public.kept (word text)`;
  await database.sql`insert into public.kept values ('here')`;
  await database.close();
});
afterAll(() => made.remove());

const inFolder = (name: string) => join(made.folder, 'postgres', name);
const damages: [string, (path: string) => Promise<void>][] = [
  ['is empty', (path) => writeFile(path, '')],
  ['is all zeros', (path) => writeFile(path, Buffer.alloc(32))],
  ['is gone', (path) => rm(path, { force: true })],
];

describe.each([
  'password',
  'postgresql.conf',
  'pg_hba.conf',
  'pg_ident.conf',
  'data/postmaster.pid',
])('a %s', (name) => {
  it.each(damages)(
    'that %s is created again, and the data is there',
    async (_kind, damage) => {
      await damage(inFolder(name));
      const database = await start();
      expect(await database.sql`select word from public.kept`).toEqual([{ word: 'here' }]);
      // Every login uses its default name: none was taken for a role of another program.
      await database.auth.sql`select from auth.users`;
      await database.requests('anon').sql`select 1`;
      expect(await database.sql`select rolname from pg_roles where rolname ~ '_[0-9a-f]{8}$'`).toEqual([]);
      await database.close();
    },
    60_000,
  );
});

it('a new password is logged once and stored', async () => {
  await writeFile(inFolder('password'), '');
  messages.length = 0;
  await (await start()).close();
  const password = readFileSync(inFolder('password'), 'utf8');
  await (await start()).close();
  expect(readFileSync(inFolder('password'), 'utf8')).toBe(password);
  expect(messages.filter((message) => message.includes('password'))).toEqual([
    `${inFolder('password')} was empty or gone. The database has a new password.`,
  ]);
});

it('a wrong password ends the start with instructions', async () => {
  await writeFile(inFolder('password'), 'x'.repeat(32));
  await expect(start()).rejects.toThrow(
    `password authentication failed for user "postgres". Delete ${inFolder('password')} to get a new one.`,
  );
  await rm(inFolder('password'));
  await (await start()).close();
});

it('the empty lock of a socket is removed', async () => {
  await writeFile(inFolder('run/.s.PGSQL.5432.lock'), '');
  await (await start()).close();
});

it('the folder of the socket is created again', async () => {
  await rm(inFolder('run'), { recursive: true });
  await (await start()).close();
});

it('an empty reserve is replaced', async () => {
  await writeFile(inFolder('reserve'), '');
  const database = await start();
  await expect.poll(() => statSync(inFolder('reserve')).size).toBe(32 * 1024 * 1024);
  await database.close();
});

it('an unreadable restore plan ends the start with instructions', async () => {
  const plan = join(made.folder, 'restore.json');
  await writeFile(plan, '');
  await expect(start()).rejects.toThrow(`${plan} is damaged: a restore was cut off. Delete this file`);
  await rm(plan);
  await (await start()).close();
});
