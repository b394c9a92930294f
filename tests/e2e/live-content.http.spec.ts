/** Content is read while the site runs: the next request sees what an owner saves, renames, breaks or deletes. */

import { mkdtempSync } from 'node:fs';
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type RunningSite, startSite } from '../harness/start-site.ts';

test.describe.configure({ mode: 'serial' });

const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-live-'));
const file = (name: string) => path.join(folder, name);
let site: RunningSite;

const get = async (address: string) => {
  const response = await fetch(site.url + address);
  return { status: response.status, text: await response.text() };
};
const pollBody = (address: string) => expect.poll(async () => (await get(address)).text);
const pollStatus = (address: string) => expect.poll(async () => (await get(address)).status);

test.beforeAll(async () => {
  await mkdir(file('posts/garden'), { recursive: true });
  await writeFile(file('index.md'), '---\ntitle: Home\n---\nHello.\n');
  await writeFile(file('posts/garden/roses.md'), '---\ntitle: Roses\ndate: 2026-05-01\n---\nFirst words.\n');
  site = await startSite({ content: folder });
});
test.afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a saved body changes its page and its payload', async () => {
  expect((await get('/posts/garden/roses')).text).toContain('First words.');
  await writeFile(file('posts/garden/roses.md'), '---\ntitle: Roses\ndate: 2026-05-01\n---\nSecond words.\n');
  await pollBody('/posts/garden/roses').toContain('Second words.');
  expect((await get('/posts/garden/roses/_payload.json')).text).toContain('Second words.');
});

test('a saved title changes the lists, the search and the front page as well', async () => {
  await writeFile(
    file('posts/garden/roses.md'),
    '---\ntitle: Old roses\ndate: 2026-05-01\n---\nSecond words.\n',
  );
  await pollBody('/posts/garden/roses').toContain('Old roses');
  for (const address of ['/posts/garden', '/']) expect((await get(address)).text).toContain('Old roses');
  await pollBody('/search.json?q=roses').toContain('Old roses');
});

test('a new file, also in a new folder, has a page and appears in the lists', async () => {
  await mkdir(file('posts/kitchen'));
  await writeFile(file('posts/kitchen/1.bread and butter.md'), '# Bread\n\nFlour and time.\n');
  await pollBody('/posts/kitchen/bread-and-butter').toContain('Flour and time.');
  await pollBody('/search.json?q=flour').toContain('/posts/kitchen/bread-and-butter');
  expect((await get('/posts')).text).toContain('/posts/kitchen');
});

test('a renamed file moves, and its old address is not found', async () => {
  await rename(file('posts/kitchen/1.bread and butter.md'), file('posts/kitchen/brot-größe.md'));
  await pollStatus('/posts/kitchen/bread-and-butter').toBe(404);
  const moved = `/posts/kitchen/${encodeURIComponent('brot-größe')}`;
  await pollBody(moved).toContain('Flour and time.');
});

test('a field that cannot be used is left out and reported, and visitors see nothing of it', async () => {
  await get('/posts/garden/roses');
  await writeFile(file('posts/garden/roses.md'), '---\ntitle: Old roses\ndate: soon\n---\nOther words.\n');
  await pollBody('/posts/garden/roses').toContain('Other words.');
  expect((await get('/posts/garden/roses')).text).not.toContain('roses.md:3');
  expect(site.output()).toContain('posts/garden/roses.md:3');
  await writeFile(
    file('posts/garden/roses.md'),
    '---\ntitle: Old roses\ndate: 2026-05-01\n---\nThird words.\n',
  );
  await pollBody('/posts/garden/roses').toContain('Third words.');
});

test('a field that is not known costs nothing', async () => {
  await writeFile(file('posts/garden/weeds.md'), '---\ntitel: Weeds\n---\nGrowing.\n');
  await pollBody('/posts/garden/weeds').toContain('Growing.');
  expect((await get('/posts/garden/weeds')).status).toBe(200);
});

test('binary data and five megabytes of text are no pages, and affect no other', async () => {
  await writeFile(file('posts/garden/bytes.md'), Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]));
  await writeFile(file('posts/garden/huge.md'), `# Huge\n\n${'words '.repeat(900_000)}`);
  await expect.poll(() => site.output()).toMatch(/bytes\.md is not valid UTF-8[\s\S]*huge\.md is 5/);
  await pollStatus('/posts/garden/bytes').toBe(404);
  await pollStatus('/posts/garden/huge').toBe(404);
  expect((await get('/posts/garden/roses')).status).toBe(200);
});

test('an image beside a page is served under an address that changes with it', async () => {
  const svg = (colour: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="${colour}"/></svg>`;
  await writeFile(file('posts/garden/rose.svg'), svg('red'));
  await appendFile(file('posts/garden/roses.md'), '\n![A rose](./rose.svg)\n');
  await pollBody('/posts/garden/roses').toMatch(/\/pictures\/[0-9a-f]{10}\/posts\/garden\/rose\.svg/);
  const address = async () => /\/pictures\/[^"]+/.exec((await get('/posts/garden/roses')).text)?.[0] ?? '';
  const first = await address();
  const picture = await fetch(site.url + first);
  expect(picture.headers.get('cache-control')).toContain('immutable');
  expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  expect((await get('/posts/garden/roses')).text).toMatch(/width="40" height="30"/);
  await writeFile(file('posts/garden/rose.svg'), svg('white'));
  await expect.poll(address).not.toBe(first);
  expect(await (await fetch(site.url + (await address()))).text()).toContain('white');
});

test('a deleted file and a deleted folder disappear everywhere', async () => {
  await rm(file('posts/kitchen'), { recursive: true });
  await rm(file('posts/garden/weeds.md'));
  await pollStatus('/posts/garden/weeds').toBe(404);
  await pollStatus('/posts/kitchen').toBe(404);
  expect((await get('/search.json?q=flour')).text).not.toContain('kitchen');
});
