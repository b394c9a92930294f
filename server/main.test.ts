/** The whole process: started as users start it, and ended as their systems end it. */
import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openConnection } from '../tests/harness/server/test-connection.ts';
import { prepareSiteProcesses } from '../tests/harness/site-processes.ts';

const processes = prepareSiteProcesses();
const { start } = processes;

describe('starting', () => {
  it('prints its URL and its database, and responds', async () => {
    const site = start();
    const { url } = await site.address();
    expect(site.output()).toMatch(
      /content: .*content\/ \(\d+ pages?\) · data: .*data\/ · backend: embedded, on its own Postgres/,
    );
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const page = await fetch(`${url}/posts/first`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
    expect(await page.text()).toContain('The first post');
    const missing = await fetch(`${url}/nowhere`);
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('Page Not Found: /nowhere');
    site.child.kill('SIGTERM');
    expect(await site.exit).toBe(0);
    const lines = site.lines().filter(({ path }) => path);
    expect(lines.map(({ path, status }) => `${status} ${path}`)).toEqual([
      '200 /healthz',
      '200 /readyz',
      '200 /posts/first',
      '404 /nowhere',
    ]);
  });

  it('exits with 1 and one readable message when settings are wrong', async () => {
    const site = start({ PORT: 'x', SITE_URL: 'abc' });
    expect(await site.exit).toBe(1);
    expect(site.errors()).toBe(
      '2 settings need attention: PORT must be a number from 0 to 65535, got "x"; SITE_URL is not a URL ("abc")\n',
    );
    expect(site.output()).toBe('');
  });

  it.each([
    ['[auth', 'is not valid TOML: '],
    ['[auth]\nsite_url = 1\njwt_expiry = "x"', ': 2 settings need attention: auth.'],
    ['[auth]\nsigning_keys_path = "nowhere.json"', 'auth.signing_keys_path: '],
    [
      '[auth.email.template.invite]\ncontent_path = "nowhere.html"',
      'The mail template invite cannot be read',
    ],
  ])('explains a config.toml that contains %j in a few lines', async (toml, message) => {
    const config = join(processes.folder, 'config.toml');
    await writeFile(config, toml);
    const site = start({ SUPABASE_CONFIG: config });
    expect(await site.exit).toBe(1);
    expect(site.errors()).toContain(message);
    expect(site.errors()).not.toContain('    at ');
  });

  it('reports that a port is taken, and does not affect the other process', async () => {
    const first = start();
    const { url, port } = await first.address();
    const second = start({ PORT: String(port) });
    expect(await second.exit).toBe(1);
    expect(second.errors()).toBe(
      `Port ${port} is taken. Stop the other program or set PORT to a free one.\n`,
    );
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
  });

  it('reports that the data folder cannot be created', async () => {
    const file = join(processes.folder, 'content/index.md');
    const site = start({ DATA_DIR: join(file, 'data') });
    expect(await site.exit).toBe(1);
    expect(site.errors()).toBe(
      `${join(file, 'data/secrets.json')} cannot be made: a file is in the place of a folder. Move it, or set DATA_DIR to another folder.\n`,
    );
  });

  it('reports missing content', async () => {
    const missing = join(processes.folder, 'nowhere');
    const site = start({ CONTENT_DIR: missing });
    expect(await site.exit).toBe(1);
    expect(site.errors()).toBe(
      `There is no content folder at ${missing}. Create it, or set CONTENT_DIR to another one.\n`,
    );
  });
});

/** The files and folders below a folder that other users of the machine could open. */
async function listOpenFiles(of: string): Promise<string[]> {
  const entries = await readdir(of, { recursive: true, withFileTypes: true });
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode));
  return paths.filter((_path, index) => ((modes[index] ?? 0) & 0o077) !== 0);
}

it('none of its files can be read by other users, also after a copy with open modes', async () => {
  const data = join(processes.folder, 'data');
  await chmod(join(data, 'secrets.json'), 0o644);
  const site = start();
  const { url } = await site.address();
  // The page is in the cache.
  await fetch(`${url}/posts/first`);
  await expect.poll(() => listOpenFiles(join(data, 'cache'))).toEqual([]);
  const names = (await readdir(data)).filter((name) => !name.startsWith('postgres'));
  expect(names).toEqual(
    expect.arrayContaining(['cache', 'mail-page.secret', 'page-views.secret', 'secrets.json']),
  );
  for (const name of names) expect([name, (await stat(join(data, name))).mode & 0o077]).toEqual([name, 0]);
  expect(site.output()).toContain('secrets.json was open to other users of this machine; now it is not.');
  site.child.kill('SIGTERM');
  expect(await site.exit).toBe(0);
});

describe('a signal', () => {
  it('SIGTERM makes it not ready, lets the request in flight finish, accepts no others, and exits with 0', async () => {
    const site = start();
    const { url, port } = await site.address();
    const slow = await openConnection(port);
    slow.send(`POST /views HTTP/1.1\r\nHost: x\r\nOrigin: ${url}\r\nContent-Length: 12\r\n\r\n{"path":`);
    await fetch(`${url}/healthz`);
    site.child.kill('SIGTERM');
    const knock = () => openConnection(port).then(({ socket }) => socket.destroy());
    await expect
      .poll(
        () =>
          knock().then(
            () => 'open',
            () => 'closed',
          ),
        { timeout: 5000 },
      )
      .toBe('closed');
    slow.send('"/"}GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
    const answers = await slow.ended();
    expect(answers).toMatch(/^HTTP\/1\.1 204 /);
    expect(answers).toMatch(/HTTP\/1\.1 503 .*"closing"/s);
    expect(await site.exit).toBe(0);
  });

  it('a second one exits at once', async () => {
    const site = start();
    const { url, port } = await site.address();
    const slow = await openConnection(port);
    slow.send(`POST /views HTTP/1.1\r\nHost: x\r\nOrigin: ${url}\r\nContent-Length: 12\r\n\r\n`);
    await fetch(`${url}/healthz`);
    site.child.kill('SIGINT');
    await wait(400);
    expect(site.child.exitCode).toBeNull();
    site.child.kill('SIGINT');
    expect(await site.exit).toBe(130);
  });

  // npm forwards signals; Ctrl-C also reaches the whole process group.
  it.each([
    ['SIGTERM to npm', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['Ctrl-C in the terminal', (pid: number) => process.kill(-pid, 'SIGINT')],
  ])('%s ends the site under npm start, with the request in flight answered', async (_kind, kill) => {
    const site = start({}, ['npm', 'start', '--silent']);
    const { url, port } = await site.address();
    const slow = await openConnection(port);
    slow.send(`POST /views HTTP/1.1\r\nHost: x\r\nOrigin: ${url}\r\nContent-Length: 12\r\n\r\n{"path":`);
    await fetch(`${url}/healthz`);
    kill(site.child.pid ?? 0);
    await wait(100);
    slow.send('"/"}');
    expect(await slow.ended()).toMatch(/^HTTP\/1\.1 204 /);
    await site.exit;
    await expect(openConnection(port)).rejects.toThrow('ECONNREFUSED');
  });
});
