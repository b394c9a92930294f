import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../database/connection-target.ts';
import { openPool } from '../database/pool.ts';
import { makeFolder } from '../tests/harness/database/folders.ts';
import { findTestPort } from '../tests/harness/find-test-port.ts';
import { type RunningBackend, startBackend } from '../tests/harness/start-backend.ts';

const patience = { timeout: 30_000, interval: 100 };
const configOf = (databasePort: number) => `
project_id = "the shop"
[db]
port = ${databasePort}
[db.seed]
sql_paths = ["./seed.sql", "./seeds/*.sql"]
[auth.email]
enable_confirmations = true
[auth.email.template.confirmation]
content_path = "./supabase/templates/confirm.html"
[auth.email.notification.password_changed]
enabled = true
content_path = "./templates/changed.html"
`;

let folder: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ folder, remove } = await makeFolder());
});
afterAll(() => remove());

async function writeProject(name: string, files: Record<string, string>): Promise<string> {
  const supabase = join(folder, name, 'supabase');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(supabase, path)), { recursive: true });
    await writeFile(join(supabase, path), text);
  }
  return supabase;
}

/** A command in a folder of its own, on a machine where nothing else is set. */
async function run(script: string, args: string[], settings: Record<string, string> = {}) {
  const { PATH, HOME } = process.env;
  const cwd = join(folder, 'here');
  await mkdir(cwd, { recursive: true });
  const options = { cwd, timeout: 60_000, env: { PATH, HOME, PORT: '0', ...settings } };
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, script), ...args], options);
}

describe('the backend of another project', () => {
  let supabase: string;
  let port: number;
  let config: string;
  let databasePort: number;
  let backend: RunningBackend;
  let keys: Record<string, string>;
  const write = (path: string, text: string) => writeFile(join(supabase, path), text);
  const get = async (table: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}/rest/v1/${table}?select=name&order=name`, {
      headers: { apikey: keys.PUBLISHABLE_KEY ?? '' },
    });
    return reply.ok ? ((await reply.json()) as { name: string }[]).map(({ name }) => name) : reply.status;
  };
  const table = (name: string) =>
    `create table public.${name} (name text); grant select on public.${name} to anon; insert into public.${name} values ('made');`;

  beforeAll(async () => {
    databasePort = await findTestPort();
    config = configOf(databasePort);
    supabase = await writeProject('shop', {
      'config.toml': config,
      'migrations/20240101000000_things.sql': `begin; ${table('things')} commit;`,
      'migrations/notes.sql': 'no SQL',
      'roles.sql': 'create role shop_clerk nologin;',
      'migrations/20240101000001_clerks.sql': 'grant select on public.things to shop_clerk;',
      'seed.sql': "insert into public.things values ('seeded');",
      'templates/confirm.html': '<p>first {{ .Token }}</p>',
      'templates/changed.html': '<p>changed</p>',
    });
    port = await findTestPort();
    const cwd = join(folder, 'here');
    await mkdir(cwd, { recursive: true });
    // Without DATA_DIR.
    backend = await startBackend(port, { DATA_DIR: '' }, { args: ['--supabase', '../shop/supabase'], cwd });
    const { stdout } = await run('print-keys.ts', ['--supabase', '../shop/supabase'], { PORT: String(port) });
    keys = Object.fromEntries(
      [...stdout.matchAll(/^(\w+)="(.*)"$/gm)].map(([, name, value]) => [name, value]),
    );
  });
  afterAll(() => backend?.stop());

  it('uses its files where they are, and keeps its data in a folder of its own', async () => {
    expect(await get('things')).toEqual(['made', 'seeded']);
    expect(backend.output()).toContain('notes.sql is not named like a migration. It is not applied.');
    expect(keys.API_URL).toBe(`http://127.0.0.1:${port}`);
    const data = join(folder, 'here/.data/projects/the_shop');
    expect(backend.output()).toContain(`The data of ${supabase} is in ${data}.`);
    expect(await readdir(data)).toContain('secrets.json');
    expect((await readdir(supabase)).sort()).toEqual([
      'config.toml',
      'migrations',
      'roles.sql',
      'seed.sql',
      'templates',
    ]);
  });

  it('applies a new migration while it runs, and a broken one when it is corrected', async () => {
    // As `supabase migration new` makes it.
    await write('migrations/20240102000000_empty.sql', '');
    await write('migrations/20240103000000_more.sql', `${table('more')}\nselect 1 / 0;`);
    await expect
      .poll(() => backend.output(), patience)
      .toMatch(/error: .*_more\.sql line 2: division by zero.*Nothing of this file was applied/);
    expect(await get('more')).toBe(404);
    await write('migrations/20240103000000_more.sql', table('more'));
    await expect.poll(() => get('more'), patience).toEqual(['made']);
    expect(backend.output()).toContain('Applied 1 migration, up to 20240103000000_more.');
    await write('migrations/20240102000000_empty.sql', table('filled'));
    await expect.poll(() => get('filled'), patience).toEqual(['made']);
    await appendFile(join(supabase, 'migrations/20240103000000_more.sql'), '-- changed');
    await expect
      .poll(() => backend.output(), patience)
      .toMatch(/error: .*_more\.sql was changed after it had been applied/);
    expect(await get('more')).toEqual(['made']);
    await write('migrations/20240103000000_more.sql', table('more'));
    expect(backend.output().match(/is not named like a migration/g)).toHaveLength(2);
  });

  it('sends webhooks as soon as a migration has created pg_net, and those to itself without a socket', async () => {
    await write(
      'migrations/20240104000000_webhooks.sql',
      `create extension if not exists pg_net with schema extensions;
      create table public.arrived (name text);
      grant select, insert on public.arrived to anon;
      select net.http_post('http://kong:8000/rest/v1/arrived', '{"name": "by webhook"}', headers := '{"apikey": "${keys.PUBLISHABLE_KEY}"}');`,
    );
    await expect.poll(() => get('arrived'), patience).toEqual(['by webhook']);
  });

  it('applies a new seed while it runs, and says that a changed one is not applied again', async () => {
    await mkdir(join(supabase, 'seeds'));
    await write('seeds/extra.sql', "insert into public.things values ('extra');");
    await expect.poll(() => get('things'), patience).toEqual(['extra', 'made', 'seeded']);
    await write('seed.sql', "insert into public.things values ('later');");
    await expect
      .poll(() => backend.output(), patience)
      .toContain('supabase/seed.sql was changed. It was applied before, and is not applied again.');
    expect(await get('things')).toEqual(['extra', 'made', 'seeded']);
  });

  it('makes mails with a changed template, and keeps the last one without a fault', async () => {
    const mailTo = async (email: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: keys.PUBLISHABLE_KEY ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'a long password 17' }),
      });
      expect(reply.status).toBe(200);
      const { sql, end } = openPool(parseDatabaseUrl(keys.DB_URL ?? ''), () => {});
      const rows =
        await sql`select content::text as mail from porchlight.message_queue where recipient = ${email}`;
      await end();
      return rows[0]?.mail;
    };
    expect(await mailTo('one@porchlight.test')).toContain('<p>first ');
    await write('templates/confirm.html', '<p>{{ shout }}</p>');
    await expect.poll(() => backend.output(), patience).toContain('there is no function "shout"');
    expect(await mailTo('two@porchlight.test')).toContain('<p>first ');
    await write('templates/confirm.html', '<p>second {{ .Token }}</p>');
    await expect
      .poll(() => backend.output(), patience)
      .toContain('Mails are now made with the changed supabase/templates/confirm.html.');
    expect(await mailTo('three@porchlight.test')).toContain('<p>second ');
  });

  it('opens the database on [db] port, and prints its address', async () => {
    expect(keys.DB_URL).toMatch(
      new RegExp(`^postgresql://postgres:[\\w-]{32}@127\\.0\\.0\\.1:${databasePort}/postgres$`),
    );
    const { sql, end } = openPool(parseDatabaseUrl(keys.DB_URL ?? ''), () => {});
    expect(await sql`select inet_server_port() as port`).toEqual([{ port: databasePort }]);
    await end();
  });

  it('says that config.toml is read at the start', async () => {
    await write('config.toml', `${config}\n# changed`);
    await expect
      .poll(() => backend.output(), patience)
      .toContain('supabase/config.toml: changed. Start again to use it');
  });
});

it('does not apply a project to the data of another', async () => {
  const migrations = { 'config.toml': '', 'migrations/1_a.sql': 'create table public.a (id int)' };
  const first = await writeProject('first', migrations);
  const second = await writeProject('second', { 'config.toml': '', 'migrations/2_b.sql': 'select 1' });
  const DATA_DIR = join(folder, 'shared-data');
  const backend = await startBackend(await findTestPort(), { DATA_DIR }, { args: ['--supabase', first] });
  await backend.stop();
  await expect(run('serve-alone.ts', ['--supabase', second], { DATA_DIR })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /The database holds another project: it applied 1, and none of them is in .*second\/supabase\/migrations\. Set DATA_DIR to a folder of its own/,
    ),
  });
});

it.each([
  ['a folder that does not exist', ['--supabase', '../gone'], /--supabase: there is no folder .*\/gone\./],
  ['the folder above', ['--supabase', '../above'], /is the folder above\. Give .*above\/supabase\./],
  ['a folder of something else', ['--supabase', '..'], /has neither config\.toml nor migrations\//],
  ['an unknown argument', ['--supabse', 'x'], /Unknown option '--supabse'.*--supabase <folder>/],
])('refuses %s', async (_what, args, message) => {
  await writeProject('above', { 'config.toml': '' });
  await expect(run('serve-alone.ts', args)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(message),
  });
});
