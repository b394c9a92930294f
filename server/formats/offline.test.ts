import { expect, test } from 'vitest';
import { openTestPages } from '../../tests/harness/server/test-pages.ts';

const files = { 'index.md': '# Home\n\nWelcome.\n', 'posts/first.md': '# First\n\nText.\n' };
const members = { 'posts/members/secret.md': '# Secret\n\nText.\n' };
const keepMark = / data-keep="(\w+)"/;

const open = async (
  site: { offline?: boolean; language?: string } = {},
  more: Record<string, string> = {},
) => {
  const { gateway } = await openTestPages({ ...files, ...more }, { site, guarded: ['/posts/members/*'] });
  return (path: string) => gateway.fetch(new Request(`https://site.test${path}`));
};

test('the manifest is made from the settings of the site', async () => {
  const get = await open({ language: 'ar' });
  const response = await get('/manifest.webmanifest');
  expect(response.headers.get('content-type')).toBe('application/manifest+json');
  const manifest = await response.json();
  expect(manifest).toMatchObject({
    lang: 'ar',
    dir: 'rtl',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  });
  expect(manifest.icons.map(({ sizes, purpose }: Record<string, string>) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ]);
  expect(await (await get('/')).text()).toContain('<link rel="manifest" href="/manifest.webmanifest">');
});

test('the service worker is a script that browsers ask for anew', async () => {
  const { headers } = await (await open())('/service-worker.js');
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-cache');
});

test.each([
  ['/', 'any'],
  ['/posts/first', 'any'],
  ['/posts', 'plain'],
  ['/baby-names', 'plain'],
  ['/offline', 'plain'],
  ['/login', undefined],
  ['/confirm', undefined],
  ['/search', undefined],
  ['/baby-names/lists', undefined],
  ['/account', undefined],
  ['/posts/no-such-page', undefined],
])('browsers may keep %s: %s', async (path, expected) => {
  const response = await (await open())(path);
  expect(keepMark.exec(await response.text())?.[1]).toBe(expected);
  if (expected) expect(response.headers.get('cache-control')).toMatch(/^public/);
});

test('a guarded page is not public', async () => {
  const response = await (await open({}, members))('/posts/members/secret');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
});

test('the offline page is not indexed and not counted, unless the owner has written it', async () => {
  const html = await (await (await open())('/offline')).text();
  expect(html).toContain('content="noindex"');
  expect(html).not.toContain('data-view');
  expect(await (await (await open())('/sitemap.xml')).text()).not.toContain('/offline');
  const own = await (
    await (
      await open({}, { 'offline.md': '# On the train\n\nOwn words.\n' })
    )('/offline')
  ).text();
  expect(own).toContain('On the train</h1>');
  expect(own).toContain('Own words.');
  expect(own).not.toContain('content="noindex"');
});

test('`offline: false` leaves no trace but a worker that removes what others have kept', async () => {
  const get = await open({ offline: false });
  const html = await (await get('/posts/first')).text();
  expect(html).not.toContain('manifest');
  expect(html).not.toContain('data-keep');
  expect((await get('/manifest.webmanifest')).status).toBe(404);
  expect((await get('/offline')).status).toBe(404);
  const worker = await (await get('/service-worker.js')).text();
  expect(worker).toContain('unregister()');
  const own = await open({ offline: false }, { 'offline.md': '# On the train\n\nOwn words.\n' });
  expect(await (await own('/offline')).text()).toContain('Own words.');
});
