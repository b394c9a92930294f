/** Feeds, sitemap and Markdown of the site itself. */
import { expect, test } from '@playwright/test';
import { requireSharedSite } from '../harness/browser-test.ts';

const get = (path: string, headers = {}) =>
  fetch(requireSharedSite() + path, { headers, redirect: 'manual' });

test('every address and picture of the sitemap answers 200', async () => {
  const sitemap = await (await get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<(?:image:)?loc>([^<]*)</g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(15);
  const answers = await Promise.all(
    addresses.map(async (address) => [address, (await fetch(address, { redirect: 'manual' })).status]),
  );
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
});

test('a client that asks for Markdown gets it, also when the HTML is cached', async () => {
  for (let time = 0; time < 2; time += 1) {
    const html = await get('/about', { accept: 'text/html' });
    expect(html.headers.get('content-type')).toContain('text/html');
    const markdown = await get('/about', { accept: 'text/markdown' });
    expect(markdown.headers.get('content-type')).toContain('text/markdown');
    expect(markdown.headers.get('content-location')).toBe('/about.md');
  }
});

for (const path of [
  '/feed.xml',
  '/rss.xml',
  '/feed.json',
  '/posts/notes/feed.xml',
  '/robots.txt',
  '/llms.txt',
  '/llms-full.txt',
])
  test(`answers with an ETag and 304: ${path}`, async () => {
    const response = await get(path);
    expect(response.status).toBe(200);
    const etag = response.headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
  });
