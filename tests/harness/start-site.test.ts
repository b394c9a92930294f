import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeFolder } from './database/folders.ts';
import { repository } from './read-tree.ts';
import { copyContent, type RunningSite, startSite } from './start-site.ts';

/** The parent of temporary folders in this file: other files use another one at the same time. */
let parent: string;
let removeParent: () => Promise<void>;
beforeAll(async () => {
  ({ folder: parent, remove: removeParent } = await makeFolder());
  vi.stubEnv('TMPDIR', parent);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await removeParent();
});

test('a site answers on an address of its own, stops on request, and leaves no folder behind', async () => {
  const site = await startSite();
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect(await readdir(parent)).not.toEqual([]);
  expect(site.output()).toContain('Porchlight is on');
  await site.stop();
  expect(site.process.exitCode).toBe(0);
  await expect(fetch(`${site.url}/healthz`)).rejects.toThrow();
  expect(await readdir(parent)).toEqual([]);
});

test('two sites run at the same time, each on its own content', async () => {
  const content = await copyContent();
  const sites: RunningSite[] = [];
  try {
    await writeFile(path.join(content.folder, 'about.md'), '---\ntitle: Another house\n---\n\nHello.\n');
    sites.push(await startSite());
    sites.push(await startSite({ content: content.folder }));
    const pages = await Promise.all(sites.map(async ({ url }) => (await fetch(`${url}/about`)).text()));
    expect(pages.map((page) => page.includes('Another house'))).toEqual([false, true]);
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
    await content.remove();
  }
});

test('a site that cannot start is an error with its output', async () => {
  await expect(startSite({ env: { PORT: 'x' } })).rejects.toThrow(/PORT must be a number/);
  expect(await readdir(parent)).toEqual([]);
});

test('a site that ended by itself does not count as stopped', async () => {
  const site = await startSite();
  site.process.kill('SIGKILL');
  await expect(site.stop()).rejects.toThrow(/ended with SIGKILL/);
});

test('content is copied, so that a test may change it', async () => {
  const { folder, remove } = await copyContent();
  const about = await readFile(path.join(repository, 'content/about.md'), 'utf8');
  expect(await readFile(path.join(folder, 'about.md'), 'utf8')).toBe(about);
  await remove();
  expect(existsSync(folder)).toBe(false);
});
