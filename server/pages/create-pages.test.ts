import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as renderer from '../../app/entry.server.tsx';
import { type Content, openContent } from '../../markdown/open-content.ts';
import site from '../../site.config.ts';
import { otherHostPaths } from '../../tests/harness/other-host-paths.ts';
import { HttpError } from '../http-error.ts';
import { createPages, type Pages } from './create-pages.ts';

const siteUrl = 'https://site.test';
const files = {
  'index.md': '# Home\n\nWelcome.\n',
  'posts/a.md': '# First\n\nWords.\n',
  'posts/v1.2.md': '# With a dot\n\nWords.\n',
  'posts/broken.md': Buffer.from([0xff]),
};

let folder: string;
let content: Content;
let pages: Pages;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-pages-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'content', name)), { recursive: true });
    await writeFile(join(folder, 'content', name), text);
  }
  content = await openContent({
    folder: join(folder, 'content'),
    cacheFolder: join(folder, 'cache'),
    log: () => undefined,
    watch: false,
  });
  const build = {
    id: 'test',
    clientFolder: folder,
    scriptHashes: [],
    headHtml: '',
    entry: '/entry.js',
    render: async () => renderer,
    close: async () => undefined,
  };
  pages = createPages({
    site,
    siteUrl,
    content,
    build,
    securityHeaders: { 'x-content-type-options': 'nosniff' },
    readVisitor: async () => ({ state: 'signed-out' }),
    backend: { key: 'key' },
    pageViews: { sign: () => undefined, countOf: () => undefined, onChange: () => undefined },
  });
});
afterAll(async () => {
  await content.close();
  await rm(folder, { recursive: true });
});

const request = (url: string, changes = {}) => ({
  method: 'GET',
  url,
  acceptEncoding: undefined,
  ifNoneMatch: undefined,
  ...changes,
});

describe('a page that was requested is prepared', () => {
  const fetchOnce = (path: string) => pages.fetch(new Request(siteUrl + path));

  it.each([
    '/',
    '/about',
    '/posts',
    '/posts/a',
    '/login',
  ])('%s, with the same bytes and headers', async (path) => {
    const response = await fetchOnce(path);
    const prepared = pages.findPrepared(request(path));
    expect(prepared?.status).toBe(200);
    expect(Buffer.from(prepared?.body ?? '').toString()).toBe(await response.text());
    expect(prepared?.headers).toEqual(Object.fromEntries(response.headers));
  });

  it('and is not sent again to a client that has it', async () => {
    const etag = (await fetchOnce('/posts/a')).headers.get('etag') ?? '';
    const again = pages.findPrepared(request('/posts/a', { ifNoneMatch: etag }));
    expect([again?.status, again?.body]).toEqual([304, null]);
    expect(again?.headers).toMatchObject({ etag, vary: 'Accept, Accept-Encoding' });
    expect(again?.headers).not.toHaveProperty('content-length');
  });

  it('and has no body for HEAD, and the length of GET', async () => {
    await fetchOnce('/posts/a');
    const [page, head] = ['GET', 'HEAD'].map((method) => pages.findPrepared(request('/posts/a', { method })));
    expect(head).toMatchObject({ status: 200, body: null, headers: page?.headers });
  });
});

describe('never prepared, even if it was requested:', () => {
  it.each([
    ['a page that is not there', '/posts/nowhere'],
    ['a page that cannot be shown', '/posts/broken'],
    ['a page for members', '/account'],
    ['a query', '/posts/a?page=1'],
    ['a slash at the end', '/posts/a/'],
    ['a letter that is encoded', '/posts/%61'],
    ['a payload', '/posts/a/_payload.json'],
    ['another host', '//posts/a'],
  ])('%s', async (_what, url) => {
    await pages.fetch(new Request(siteUrl + url)).catch(() => {});
    expect(pages.findPrepared(request(url))).toBeUndefined();
  });
});

it('a file that cannot be read is a plain 404, without its path and fault', async () => {
  const answers = ['/posts/broken', '/posts/broken/_payload.json', '/page.json?path=/posts/broken'].map(
    (url) =>
      pages.fetch(new Request(siteUrl + url)).catch((error: unknown) => {
        if (error instanceof HttpError) return new Response(error.message, { status: error.statusCode });
        throw error;
      }),
  );
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toMatch(/broken\.md|UTF-8/);
  }
});

describe('a path that can be read as another host', () => {
  const get = (address: string) =>
    pages.fetch(new Request(address)).catch((error: unknown) => {
      if (error instanceof HttpError) return new Response(null, { status: error.statusCode });
      throw error;
    });

  it.each(otherHostPaths)('%j is no page and causes no redirect', async (path) => {
    for (const suffix of ['', '/', '?a=1', '/_payload.json']) {
      const { status, headers } = await get(siteUrl + path + suffix);
      expect([400, 404]).toContain(status);
      expect([headers.get('location'), headers.get('set-cookie')]).toEqual([null, null]);
    }
  });

  it.each(otherHostPaths)('%j is not served by /page.json', async (path) => {
    expect((await get(`${siteUrl}/page.json?path=${encodeURIComponent(path)}`)).status).toBe(404);
  });

  it.each([
    ['/posts/a/', '/posts/a'],
    ['/posts/a//', '/posts/a'],
    ['/posts/a/?next=//evil.test', '/posts/a?next=//evil.test'],
    ['/posts//a/', '/posts//a'],
    ['/%C3%A9/', '/%C3%A9'],
  ])('%s still redirects to %s', async (path, location) => {
    const { status, headers } = await get(siteUrl + path);
    expect([status, headers.get('location')]).toEqual([308, location]);
  });
});
