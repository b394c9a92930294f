import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { startBackend } from './start-backend.ts';
import type { TestBackend, TestBackendOptions } from './test-backend.ts';

let supabase = '';
let remove = async () => {};
const open: TestBackend[] = [];
const { TMPDIR } = process.env;

beforeAll(async () => {
  const made = await makeFolder();
  remove = made.remove;
  supabase = join(made.folder, 'supabase');
  // A place of its own, in which nothing of another test is.
  process.env.TMPDIR = join(made.folder, 'temporary');
  await mkdir(process.env.TMPDIR);
  await mkdir(join(supabase, 'migrations'), { recursive: true });
  await writeFile(join(supabase, 'config.toml'), 'project_id = "shop"\n[db]\nport = 54399\n');
  await writeMigration('1_create_things', 'create table things (id int primary key, title text)');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((backend) => backend.close()));
});
afterAll(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  return remove();
});

function writeMigration(name: string, sql: string): Promise<void> {
  return writeFile(join(supabase, 'migrations', `${name}.sql`), sql);
}

async function start(options: TestBackendOptions = {}): Promise<SupabaseClient> {
  const backend = await startBackend({ supabase, ...options });
  open.push(backend);
  return createClient(backend.url, backend.secretKey, { auth: { persistSession: false } });
}

const listFolders = () => readdir(tmpdir());

test('each has a database of its own, also when two run at the same time', async () => {
  const [one, other] = await Promise.all([start(), start()]);
  const thing = { id: 1, title: 'A lamp' };
  expect((await one.from('things').insert(thing)).error).toBeNull();
  expect((await one.from('things').select()).data).toEqual([thing]);
  expect((await other.from('things').select()).data).toEqual([]);
  const person = { email: 'ada@example.com', password: 'correct horse battery staple' };
  for (const client of [one, other]) expect((await client.auth.signUp(person)).error).toBeNull();
});

test('a new migration is in the next one', async () => {
  await start();
  await writeMigration('2_add_price', 'alter table things add column price int');
  const client = await start();
  const { data } = await client.from('things').insert({ id: 2, title: 'A door', price: 5 }).select();
  expect(data).toEqual([{ id: 2, title: 'A door', price: 5 }]);
});

test('a migration that fails is named, and nothing is left behind', async () => {
  await writeMigration('3_break', 'alter table nowhere add column price int');
  await expect(start()).rejects.toThrow(/3_break\.sql[\s\S]*nowhere/);
  await rm(join(supabase, 'migrations', '3_break.sql'));
  expect(await listFolders()).toEqual([]);
});

test('after the end its data are gone', async () => {
  await start();
  expect(await listFolders()).toHaveLength(1);
  await open.pop()?.close();
  expect(await listFolders()).toEqual([]);
});
