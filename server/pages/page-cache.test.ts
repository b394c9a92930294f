import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { RequestParts } from '../../backend/http/prepared-response.ts';
import { createPageCache, type Rendered } from './page-cache.ts';

const requestParts = (parts: Partial<RequestParts> = {}): RequestParts => ({
  method: 'GET',
  url: '/a',
  acceptEncoding: 'br',
  ifNoneMatch: undefined,
  ...parts,
});
const page =
  (body: string, status = 200) =>
  async (): Promise<Rendered> => ({
    status,
    headers: { 'content-type': 'text/html' },
    body,
  });
const megabyte = 1024 * 1024;

test('a response is rendered once, and prepared from then on', async () => {
  const cache = createPageCache(megabyte);
  let renderings = 0;
  const render = async () => {
    renderings++;
    return page('hello')();
  };
  expect(cache.findPrepared(requestParts())).toBeUndefined();
  const [first, second] = await Promise.all([
    cache.answer('/a', requestParts(), render),
    cache.answer('/a', requestParts(), render),
  ]);
  expect(renderings).toBe(1);
  expect(second).toEqual(first);
  expect(cache.findPrepared(requestParts())).toBe(first);
});

test('each encoding has its own bytes, length and strong ETag', async () => {
  const cache = createPageCache(megabyte);
  const text = 'porchlight '.repeat(100);
  const br = await cache.answer('/a', requestParts(), page(text));
  const gzip = await cache.answer('/a', requestParts({ acceptEncoding: 'gzip' }), page(text));
  const plain = await cache.answer('/a', requestParts({ acceptEncoding: undefined }), page(text));
  expect(brotliDecompressSync(br.body ?? '').toString()).toBe(text);
  expect(gunzipSync(gzip.body ?? '').toString()).toBe(text);
  expect(new TextDecoder().decode(plain.body ?? undefined)).toBe(text);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(br.headers).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(br.body?.length),
    vary: 'Accept-Encoding',
  });
  const tags = [br, gzip, plain].map(({ headers }) => headers.etag ?? '');
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}"$/);
});

test('of a page only what is sent is kept', async () => {
  const cache = createPageCache(20_000);
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`);
  for (const url of paths) await cache.answer(url, requestParts(), page('porchlight '.repeat(900)));
  expect(paths.filter((url) => !cache.findPrepared(requestParts({ url })))).toEqual([]);
});

test('a client that has it gets 304 without a body', async () => {
  const cache = createPageCache(megabyte);
  const { headers } = await cache.answer('/a', requestParts(), page('hello'));
  const again = cache.findPrepared(requestParts({ ifNoneMatch: headers.etag }));
  expect(again).toMatchObject({ status: 304, body: null });
  expect(again?.headers['content-length']).toBeUndefined();
  expect(cache.findPrepared(requestParts({ ifNoneMatch: '"other"' }))?.status).toBe(200);
});

test('HEAD has the headers of GET and no body', async () => {
  const cache = createPageCache(megabyte);
  const get = await cache.answer('/a', requestParts(), page('hello'));
  const head = cache.findPrepared(requestParts({ method: 'HEAD' }));
  expect(head?.body).toBeNull();
  expect(head?.headers).toEqual(get.headers);
});

test('a dropped entry is rendered again, and no other', async () => {
  const cache = createPageCache(megabyte);
  await cache.answer('/a', requestParts(), page('old'));
  await cache.answer('/b', requestParts(), page('old'));
  cache.drop(['/a']);
  expect(cache.findPrepared(requestParts())).toBeUndefined();
  expect(cache.findPrepared(requestParts({ url: '/b' }))).toBeDefined();
  cache.drop('all');
  expect(cache.findPrepared(requestParts({ url: '/b' }))).toBeUndefined();
});

test('a response that was rendered from an older state is not cached', async () => {
  const cache = createPageCache(megabyte);
  const answer = cache.answer('/a', requestParts(), async () => {
    cache.drop(['/a']);
    return page('old')();
  });
  expect((await answer).status).toBe(200);
  expect(cache.findPrepared(requestParts())).toBeUndefined();
});

test('an error page is not cached', async () => {
  const cache = createPageCache(megabyte);
  expect((await cache.answer('/a', requestParts(), page('broken', 500))).status).toBe(500);
  expect(cache.findPrepared(requestParts())).toBeUndefined();
});

test('a failed rendering leaves nothing behind', async () => {
  const cache = createPageCache(megabyte);
  const failing = async () => {
    throw new Error('no');
  };
  await expect(cache.answer('/a', requestParts(), failing)).rejects.toThrow('no');
  expect((await cache.answer('/a', requestParts(), page('fine'))).status).toBe(200);
});

test('over its size it evicts the least recently used', async () => {
  const cache = createPageCache(1500);
  const plain = { acceptEncoding: undefined };
  const text = 'x'.repeat(700);
  await cache.answer('/a', requestParts(plain), page(text));
  await cache.answer('/b', requestParts(plain), page(text));
  await cache.answer('/a', requestParts(plain), page(text));
  await cache.answer('/c', requestParts(plain), page(text));
  expect(cache.findPrepared(requestParts({ ...plain, url: '/b' }))).toBeUndefined();
  expect(cache.findPrepared(requestParts({ ...plain, url: '/a' }))).toBeDefined();
  expect(cache.findPrepared(requestParts({ ...plain, url: '/c' }))).toBeDefined();
});

test('what was read before a drop is neither cached nor kept by a CDN', async () => {
  const cache = createPageCache(megabyte);
  const shared = { 'cdn-cache-control': 'max-age=1', 'cache-tag': 'a' };
  const made = async () => ({ ...(await page('old')()), shared });
  const since = cache.generation();
  cache.drop(['/other']);
  const late = await cache.answer('/a', requestParts(), made, since);
  expect(Object.keys(late.headers)).not.toEqual(expect.arrayContaining(['cache-tag']));
  expect(late.headers['cdn-cache-control']).toBeUndefined();
  expect(late.headers['content-encoding']).toBe('br');
  expect(cache.findPrepared(requestParts())).toBeUndefined();
  const fresh = await cache.answer('/a', requestParts(), made, cache.generation());
  expect(fresh.headers).toMatchObject(shared);
  expect(cache.findPrepared(requestParts())?.headers).toMatchObject(shared);
});

test('a drop while a page is rendered or compressed keeps a CDN from keeping it', async () => {
  const cache = createPageCache(megabyte);
  const shared = { 'cdn-cache-control': 'max-age=1' };
  const answer = cache.answer('/a', requestParts(), async () => ({ ...(await page('old')()), shared }));
  cache.drop('all');
  expect((await answer).headers['cdn-cache-control']).toBeUndefined();
});

test('only a page that is there is kept by a CDN', async () => {
  const cache = createPageCache(megabyte);
  const shared = { 'cdn-cache-control': 'max-age=1' };
  const missing = async () => ({ ...(await page('missing', 404)()), shared });
  expect((await cache.answer('/a', requestParts(), missing)).headers['cdn-cache-control']).toBeUndefined();
});
