/** The packages as others use them: packed, installed into an empty folder, started, upgraded. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packFolder } from '../../package/pack-folder.ts';
import { writePackages } from '../../package/write-packages.ts';
import { openSiteBuild } from '../../server/build/open-site-build.ts';
import { repository } from '../harness/read-tree.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';
import { runNpm } from './run-npm.ts';

const previousVersion = '0.0.9';
const lastMigration = '20261118001600_show_what_the_auth_service_noted.sql';
const person = { email: 'ada@example.com', password: 'correct horse battery staple' };

let folder = '';
let site = '';
/** The archives. */
let previous = '';
let current = '';
let create = '';

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'porchlight-package-')));
  site = join(folder, 'my-site');
  const packages = await writePackages(folder);
  create = await packFolder(packages.create, folder);
  current = await packFolder(packages.program, folder);
  previous = await packAsVersionBefore(packages.program);
  await createSite('my-site');
  await install(previous);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The same program, of a time when its last migration was not written yet. */
async function packAsVersionBefore(program: string): Promise<string> {
  const file = join(program, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, version: previousVersion }));
  await rm(join(program, 'supabase/migrations', lastMigration));
  return packFolder(program, folder);
}

/** `npm create porchlight` runs the same command, of the package that it fetches. */
function createSite(...args: string[]): Promise<string> {
  return runNpm(folder, 'exec', '--yes', `--package=${create}`, '--', 'create-porchlight', ...args);
}

async function install(archive: string): Promise<void> {
  await runNpm(site, 'install', `porchlight@file:${archive}`);
}

function start(node = process.execPath): Promise<RunningSite> {
  const command = ['node_modules/porchlight/porchlight.js', 'start'];
  return startSite({ root: site, node, command, env: { DATA_DIR: join(site, '.data') } });
}

function run(command: string, environment: Record<string, string> = {}, ...args: string[]) {
  const program = 'node_modules/porchlight/porchlight.js';
  const env = { ...process.env, SITE_URL: 'https://example.com', ...environment };
  return promisify(execFile)(process.execPath, [program, command, ...args], { cwd: site, env });
}

/** What the owner writes, and what npm writes when it installs. */
async function hashSite(): Promise<Record<string, string>> {
  const made = ['node_modules', '.data', 'dist', 'out', 'package.json', 'package-lock.json'];
  const entries = await readdir(site, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !made.includes(file.slice(site.length + 1).split(sep)[0] ?? ''));
  const hash = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(site.length + 1), await hash(file)])),
  );
}

/** As the pages of the site have it. */
async function openClient(url: string): Promise<SupabaseClient> {
  const key = /data-key="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? '';
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** As the link in the mail would. */
async function confirm(url: string, id: string): Promise<void> {
  const { stdout } = await run('keys');
  const [, key = ''] = /SECRET_KEY="([^"]+)"/.exec(stdout) ?? [];
  const { error } = await createClient(url, key).auth.admin.updateUserById(id, { email_confirm: true });
  expect(error).toBeNull();
}

/** That of the machine, which may be older than the program needs. npm and the tests have put another one before it. */
function findNodeOfMachine(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((each) => !each.includes('node_modules'));
  const found = folders.map((each) => join(each, 'node')).find((each) => existsSync(each));
  return found ?? process.execPath;
}

const counter = `import { useState } from 'react';

export default function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{label}: {count}</button>;
}
`;

test('a new site is a folder with content, settings and one dependency', async () => {
  expect((await readdir(site)).sort()).toEqual(
    expect.arrayContaining([
      '.gitignore',
      'README.md',
      'content',
      'package.json',
      'site.config.ts',
      'supabase',
    ]),
  );
  const ignored = (await readFile(join(site, '.gitignore'), 'utf8')).split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.data/', '.env', '.env.*']));
  for (const part of ['app', 'server', 'main.ts']) expect(existsSync(join(site, part))).toBe(false);
  const { name, dependencies, scripts } = JSON.parse(await readFile(join(site, 'package.json'), 'utf8'));
  expect({ name, dependencies: Object.keys(dependencies), start: scripts.start }).toEqual({
    name: 'my-site',
    dependencies: ['porchlight'],
    start: 'porchlight start',
  });
  expect(await readdir(join(site, 'supabase', 'migrations'))).toEqual([]);
});

test('nothing is made in a folder that has files', async () => {
  await mkdir(join(folder, 'taken'));
  await writeFile(join(folder, 'taken', 'diary.txt'), 'Mine.');
  await expect(createSite('taken')).rejects.toMatchObject({
    stderr: expect.stringContaining('taken is not empty: it has diary.txt. Name another folder.'),
  });
  expect(await readdir(join(folder, 'taken'))).toEqual(['diary.txt']);
  expect((await readdir(folder)).filter((name) => name.startsWith('.taken'))).toEqual([]);
});

test('an empty site has one page, and no link that leads nowhere', async () => {
  await createSite('empty', '--empty');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(site, 'node_modules/porchlight/porchlight.js'), 'links'],
    { cwd: await withPackagesOfSite('empty') },
  );
  expect(stdout).toBe('Every link leads somewhere.\n');
  expect(await readdir(join(folder, 'empty', 'content'))).toEqual(['index.md']);
});

test('a site is made in an empty folder on another disk', async () => {
  const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const mounted = await mkdtemp(join(disk, 'porchlight-site-'));
  try {
    await symlink(mounted, join(folder, 'mounted'), 'junction');
    await createSite('mounted');
    expect((await readdir(mounted)).sort()).toEqual([
      '.gitignore',
      'README.md',
      'content',
      'package.json',
      'site.config.ts',
      'supabase',
      'tsconfig.json',
    ]);
  } finally {
    await rm(mounted, { recursive: true });
  }
});

/** Without a second installation. */
async function withPackagesOfSite(name: string): Promise<string> {
  await symlink(join(site, 'node_modules'), join(folder, name, 'node_modules'), 'junction');
  return join(folder, name);
}

const testOfSite = `import { createClient } from '@supabase/supabase-js';
import { startBackend, type TestBackend } from 'porchlight/testing';

const backend: TestBackend = await startBackend();
const { data } = await createClient(backend.url, backend.secretKey).from('runs').select();
console.log(JSON.stringify({ data, isOwn: backend.databaseUrl.startsWith('postgres') }));
await backend.close();
`;

test('a test of the site starts a backend of its own, with the tables of the site', async () => {
  await writeFile(join(site, 'backend.test.ts'), testOfSite);
  const { stdout } = await promisify(execFile)(process.execPath, ['backend.test.ts'], { cwd: site });
  expect(JSON.parse(stdout)).toEqual({ data: [], isOwn: true });
});

test('a test on an older Node is told which one it needs', async () => {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });
    await import('porchlight/testing').catch(({ message }) => console.log(message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: site,
  });
  expect(stdout).toBe('porchlight/testing needs Node 24 or later, and this is 20.11.0.\n');
});

test('an editor knows the settings of the site and the backend of tests by their types', async () => {
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const files = ['site.config.ts', 'backend.test.ts'].map((name) => join(site, name));
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext'];
  const types = ['--moduleResolution', 'bundler', '--target', 'es2024', '--types', 'node', '--typeRoots'];
  const all = [tsc, ...options, ...types, join(repository, 'node_modules/@types'), ...files];
  const check = () => execFileSync(process.execPath, all, { encoding: 'utf8' });
  expect(check()).toBe('');
  const file = join(site, 'site.config.ts');
  const config = await readFile(file, 'utf8');
  await writeFile(file, config.replace("title: 'Porchlight'", 'title: 5'));
  expect(check).toThrow();
  await writeFile(file, config);
});

test('every file of JavaScript has a map to the TypeScript that it was made of', async () => {
  const program = join(site, 'node_modules/porchlight');
  const map = JSON.parse(await readFile(join(program, 'server/listen.js.map'), 'utf8'));
  expect(map.sources).toEqual(['listen.ts']);
  expect(map.sourcesContent).toEqual([await readFile(join(repository, 'server/listen.ts'), 'utf8')]);
  const names = await readdir(program, { recursive: true });
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));
  expect(sources.filter((name) => !name.includes('node_modules'))).toEqual([]);
});

test('a command that does not exist, or has no site, says so', async () => {
  await expect(run('strat')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no command strat\.[\s\S]*porchlight start /),
  });
  const program = join(site, 'node_modules/porchlight/porchlight.js');
  await expect(
    promisify(execFile)(process.execPath, [program, 'start'], { cwd: folder }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `There is no site.config.ts in ${folder}. Run the command in the folder of your site`,
    ),
  });
  expect(
    (await promisify(execFile)(process.execPath, [program, '--help'], { cwd: folder })).stdout,
  ).toContain('porchlight backup');
});

describe('the doctor', () => {
  const migrations = () => join(site, 'supabase/migrations');
  const hosted = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_abc' };

  test('names what is wrong, with its place, and ends with an error', async () => {
    const config = await readFile(join(site, 'site.config.ts'), 'utf8');
    const manifest = await readFile(join(site, 'package.json'), 'utf8');
    await writeFile(join(site, 'site.config.ts'), config.replace("title: 'Porchlight'", 'title: 5'));
    await writeFile(join(site, 'package.json'), manifest.replace('"dependencies"', '"others"'));
    const file = '20261115000100_create_owners.sql';
    await writeFile(join(migrations(), file), 'select 1;');
    try {
      await expect(run('doctor', { PORT: 'door' })).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringMatching(
          new RegExp(
            [
              '✗ package.json: porchlight is not among the dependencies',
              '✗ Environment: .*',
              'PORT must be a number',
              '✗ site.config.ts, line \\d+: .*title',
              `✗ supabase/migrations: ${file} is a file of the program, with another text`,
            ].join('[\\s\\S]*'),
          ),
        ),
      });
    } finally {
      await writeFile(join(site, 'site.config.ts'), config);
      await writeFile(join(site, 'package.json'), manifest);
      await rm(join(migrations(), file));
    }
  });

  test('writes nothing, and says so when there is no package.json', async () => {
    const data = join(folder, 'data-of-doctor');
    const manifest = join(site, 'package.json');
    await rename(manifest, `${manifest}.kept`);
    try {
      await expect(run('doctor', { DATA_DIR: data })).rejects.toMatchObject({
        stdout: expect.stringMatching(/✗ package\.json: there is none[\s\S]*✓ content: \d+ pages/),
        stderr: '',
      });
    } finally {
      await rename(`${manifest}.kept`, manifest);
    }
    expect(existsSync(data)).toBe(false);
  });

  test('copies the program’s migrations for a hosted project, which gets no others', async () => {
    await expect(run('doctor', hosted)).rejects.toMatchObject({
      stdout: expect.stringContaining('npx porchlight doctor --copy-migrations'),
    });
    await run('doctor', {}, '--copy-migrations');
    try {
      expect((await run('doctor', hosted)).stdout).not.toContain('✗');
      expect(await readdir(migrations())).toContain('20261115000100_create_owners.sql');
    } finally {
      await rm(migrations(), { recursive: true });
      await mkdir(migrations());
    }
  });
});

describe('from the first start to an upgrade', () => {
  let build = '';

  test('accounts and the contact form work; the upgrade keeps accounts and the owner’s files', async () => {
    const before = await hashSite();
    const first = await start(findNodeOfMachine());
    try {
      expect(await (await fetch(`${first.url}/posts`)).text()).toContain('Two Emmas in one class');
      const client = await openClient(first.url);
      const { data, error } = await client.auth.signUp(person);
      expect(error).toBeNull();
      await confirm(first.url, data.user?.id ?? '');
      const body = { name: 'Ann', email: 'ann@example.com', message: 'Is the porch open?' };
      const sent = await client.functions.invoke('contact', { body });
      expect(sent).toMatchObject({ data: { code: 'sent' }, error: null });
    } finally {
      await first.stop();
    }
    await install(current);
    const second = await start();
    try {
      expect(second.output()).toContain(`Applied 1 migration, up to ${lastMigration.replace('.sql', '')}`);
      const { data } = await (await openClient(second.url)).auth.signInWithPassword(person);
      expect(data.user?.email).toBe(person.email);
      build = /data-build="(\w+)"/.exec(await (await fetch(second.url)).text())?.[1] ?? '';
    } finally {
      await second.stop();
    }
    expect(await hashSite()).toEqual(before);
  });

  test('the pages are built as they are in this repository', async () => {
    const { clientFolder } = await openSiteBuild({ dev: false, contentFolder: join(repository, 'content') });
    const built = join(site, 'dist', build, 'client', 'assets');
    expect(await readdir(built)).toEqual(await readdir(join(clientFolder, 'assets')));
  });

  test('the export and the doctor work', async () => {
    const { stdout } = await run('doctor');
    expect(stdout).toContain('site.config.ts: “Porchlight”, in en.');
    expect(stdout).not.toContain('✗');
    await run('export');
    expect(await readFile(join(site, 'out', 'index.html'), 'utf8')).toContain(
      'A small website with a light on',
    );
  });

  test('a component of the owner is rendered by the server, and its script is the page’s alone', async () => {
    await mkdir(join(site, 'content/components'));
    await writeFile(join(site, 'content/components/counter.tsx'), counter);
    await writeFile(
      join(site, 'content/counting.md'),
      '# Counting\n\n::own-counter{label="Apples"}\n\n::own-nothing\n',
    );
    const { url, stop } = await start();
    try {
      const html = await (await fetch(`${url}/counting`)).text();
      expect(html).toContain('<button>Apples<!-- -->: <!-- -->0</button>');
      const [, build = ''] = /data-build="(\w+)"/.exec(html) ?? [];
      const scripts = await readdir(join(site, 'dist', build, 'client/assets'));
      const own = scripts.filter((name) => /^counter-.*\.js$/.test(name));
      expect(own).toHaveLength(1);
      // With a React of its own it would be a hundred times as long.
      const { length } = await readFile(join(site, 'dist', build, 'client/assets', own[0] ?? ''), 'utf8');
      expect(length).toBeLessThan(1000);
    } finally {
      await stop();
    }
    await expect(run('links')).rejects.toMatchObject({
      stdout: 'counting.md:5: own-nothing: there is no components/nothing.tsx\n',
    });
  });
});
