import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSite, script, siteUrl, type TestSite } from '../tests/harness/server/test-gateway.ts';
import { createClientFiles } from './client-files.ts';

const address = '/assets/page-abc.js';

let site: TestSite;
beforeEach(async () => {
  site = await openTestSite();
});
afterEach(() => site.close());

const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.gateway.fetch(new Request(siteUrl + path, { headers, method }));

describe('an asset', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0.2, gzip;q=0.8', 'gzip', gunzipSync],
    ['br;q=0', null, Buffer.from],
    ['', null, Buffer.from],
  ])('has the best encoding: Accept-Encoding "%s" → %s', async (accept, encoding, unpack) => {
    const response = await request(address, { 'accept-encoding': accept });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(unpack(bytes).toString()).toBe(script);
  });

  it('is cached for a year, because its name changes with its bytes', async () => {
    expect((await request(address)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('is not sent again to a browser that has it, and each encoding has its own ETag', async () => {
    const [plain, brotli] = [await request(address), await request(address, { 'accept-encoding': 'br' })];
    const etag = brotli.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(etag).not.toBe(plain.headers.get('etag'));
    const again = await request(address, { 'accept-encoding': 'br', 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('vary')).toBe('accept-encoding');
    expect(await again.text()).toBe('');
  });

  it('that is too large for the cache is sent from disk', async () => {
    const response = await request('/assets/large.woff2');
    expect(response.headers.get('content-length')).toBe('600000');
    expect((await response.arrayBuffer()).byteLength).toBe(600_000);
    const etag = response.headers.get('etag') ?? '';
    expect((await request('/assets/large.woff2', { 'if-none-match': etag })).status).toBe(304);
  });

  it('is cached in memory after the first request, with the same response', async () => {
    const parts = { method: 'GET', url: `${address}?v=1`, acceptEncoding: 'br', ifNoneMatch: undefined };
    expect(site.gateway.findPrepared(parts)).toBeUndefined();
    const response = await request(address, { 'accept-encoding': 'br' });
    const ready = site.gateway.findPrepared(parts);
    expect(ready?.status).toBe(200);
    expect(ready?.headers).toEqual(Object.fromEntries(response.headers));
    expect(Buffer.from(ready?.body ?? [])).toEqual(Buffer.from(await response.arrayBuffer()));
    expect(site.gateway.findPrepared({ ...parts, method: 'HEAD' })?.body).toBeNull();
    expect(site.gateway.findPrepared({ ...parts, ifNoneMatch: ready?.headers.etag })?.status).toBe(304);
  });

  it('is checked on disk again after a second', async () => {
    let now = 0;
    const folder = join(site.folder, 'client');
    const files = createClientFiles({ folder, securityHeaders: {}, now: () => now });
    const parts = { method: 'GET', url: address, acceptEncoding: undefined, ifNoneMatch: undefined };
    const find = async () => files.findPrepared(parts) ?? (await files.find(new Request(siteUrl + address)));
    expect((await find())?.status).toBe(200);
    await rm(join(folder, address));
    now = 900;
    expect((await find())?.status).toBe(200);
    now = 1100;
    expect(await find()).toBeUndefined();
  });
});

describe('other files of the build', () => {
  it.each([
    ['/builds/latest.json', 'public, max-age=1', 'application/json; charset=utf-8'],
    ['/builds/meta/b1.json', 'public, max-age=31536000, immutable', 'application/json; charset=utf-8'],
    ['/favicon.svg', 'public, max-age=3600', 'image/svg+xml'],
  ])('%s has Cache-Control %s', async (path, cacheControl, type) => {
    const response = await request(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe(cacheControl);
    expect(response.headers.get('content-type')).toBe(type);
  });

  it('the manifest of a new build is found', async () => {
    expect(await (await request('/builds/latest.json')).json()).toMatchObject({ id: 'b1' });
    await writeFile(join(site.folder, 'client/builds/latest.json'), '{"id":"newer","timestamp":2}');
    expect(await (await request('/builds/latest.json?123')).json()).toMatchObject({ id: 'newer' });
  });

  it.each([
    '/assets/gone-abc.js',
    '/assets/',
    '/assets/page-abc.js.br/',
    '/assets/../../secret.txt',
    '/secret.txt',
    '/.hidden',
    '/assets/.hidden',
    '/builds/meta/../../../secret.txt',
    '/builds/meta/unknown.json',
  ])('%s is not found, and that is not cached', async (path) => {
    const response = await request(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control') ?? 'no-store').toBe('no-store');
    expect(await response.text()).not.toBe('secret');
  });
});
