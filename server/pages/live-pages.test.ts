import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toPageVersion } from '../../app/page-version.ts';
import { shortHash } from '../../app/runtime/short-hash.ts';
import { accessCookie } from '../../app/session/token-cookies.ts';
import { readEvents } from '../../tests/harness/server/event-stream.ts';
import {
  openTestPages,
  siteUrl,
  type TestPages,
  type TestPagesOptions,
  type Who,
} from '../../tests/harness/server/test-pages.ts';
import { listen as listenOn } from '../listen.ts';
import { createLog } from '../log.ts';

const files = {
  'posts/1.a.md': '---\ntitle: First\n---\nWords of the first page, which are many enough to know it by.\n',
  'posts/b.md': '# Second\n\nOther words.\n',
  'posts/draft.md': '---\ntitle: Draft\ndraft: true\n---\nNot yet.\n',
};

const open = (options: TestPagesOptions = {}) =>
  openTestPages(files, { content: { watch: true }, ...options });

const listen = ({ request }: TestPages, who: Who = 'owner', path = '/posts/a', init: RequestInit = {}) =>
  request(who, `/live-page?path=${encodeURIComponent(path)}`, init);

/** What the router fetches. */
async function readVersion({ request }: TestPages, path: string): Promise<string> {
  const payload = await (await request('owner', `${path}/_payload.json?test`)).json();
  return JSON.stringify({ version: toPageVersion(payload[shortHash(path)]) });
}

it('the owner gets the version of the page on screen, and the next when its file is saved', async () => {
  const site = await open();
  const response = await listen(site);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const { next } = readEvents(response);
  const first = await readVersion(site, '/posts/a');
  expect(await next()).toBe(`data: ${first}`);
  site.save('posts/1.a.md', '---\ntitle: First\n---\nNew words.\n');
  const second = await next();
  expect(second).not.toBe(`data: ${first}`);
  expect(second).toBe(`data: ${await readVersion(site, '/posts/a')}`);
});

it('a draft has versions too, and a saved file changes no other page', async () => {
  const site = await open();
  const draft = readEvents(await listen(site, 'owner', '/posts/draft'));
  const other = readEvents(await listen(site, 'owner', '/posts/b'));
  expect(await draft.next()).toBe(`data: ${await readVersion(site, '/posts/draft')}`);
  expect(await other.next()).toBe(`data: ${await readVersion(site, '/posts/b')}`);
  site.save('posts/draft.md', '---\ntitle: Draft\ndraft: true\n---\nSoon.\n');
  expect(await draft.next()).toBe(`data: ${await readVersion(site, '/posts/draft')}`);
  site.pages.close();
  expect(await other.next()).toBe('closed');
});

it('a page whose file is deleted or renamed is gone, with its new address where that is known', async () => {
  const site = await open();
  await site.content.indexPages();
  const first = readEvents(await listen(site));
  const second = readEvents(await listen(site, 'owner', '/posts/b'));
  await first.next();
  await second.next();
  rmSync(join(site.folder, 'posts/b.md'));
  expect(await second.next()).toBe('data: {}');
  renameSync(join(site.folder, 'posts/1.a.md'), join(site.folder, 'posts/1.new.md'));
  await expect.poll(() => first.next()).toBe('data: {"movedTo":"/posts/new"}');
});

it.each(['stranger', 'unsettled', 'reader', 'liar'] as const)('for the %s there is nothing', async (who) => {
  const site = await open();
  const [found, missing] = await Promise.all([listen(site, who), site.request(who, '/live-nothing?path=/')]);
  expect(found.status).toBe(404);
  // The search field has the words of the address.
  const named = (text: string) =>
    text.replaceAll(/\/live-(page|nothing)\?path=[^"<]*|live (page|nothing)/g, 'it');
  expect(named(await found.text())).toBe(named(await missing.text()));
  expect(Object.fromEntries(found.headers)).toEqual(Object.fromEntries(missing.headers));
});

it.each<[string, string, RequestInit]>([
  ['HEAD', '/posts/a', { method: 'HEAD' }],
  ['a request of another site', '/posts/a', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['an address of another site', '//other.test/posts/a', {}],
])('for %s there is nothing', async (_, path, init) => {
  expect((await listen(await open(), 'owner', path, init)).status).toBe(404);
});

it('during development everybody listens, and a guarded page is as missing as for its payload', async () => {
  const site = await open({ isDevelopment: true, guarded: ['/posts/b'] });
  const stranger = readEvents(await listen(site, 'stranger'));
  expect(await stranger.next()).toBe(`data: ${await readVersion(site, '/posts/a')}`);
  expect(await readEvents(await listen(site, 'stranger', '/posts/b')).next()).toBe('data: {}');
  expect(await readEvents(await listen(site, 'stranger', '/posts/draft')).next()).toBe('data: {}');
});

it('there is a largest number of connections, and one that is left makes place', async () => {
  const site = await open({ pages: { livePages: { connections: 1 } } });
  const first = readEvents(await listen(site));
  await first.next();
  expect((await listen(site)).status).toBe(503);
  await first.leave();
  await expect.poll(async () => (await listen(site)).status).toBe(200);
});

it('a quiet connection has heartbeats, and ends so that the session is read again', async () => {
  const beating = await open({ pages: { livePages: { heartbeatMs: 5 } } });
  const { next, leave } = readEvents(await listen(beating));
  await next();
  expect([await next(), await next()]).toEqual([':', ':']);
  await leave();
  const short = readEvents(await listen(await open({ pages: { livePages: { lifetimeMs: 5 } } })));
  await expect.poll(() => short.next()).toBe('closed');
});

it('on a port, the first event comes at once, and an open connection does not keep the server from closing', async () => {
  const site = await open();
  const warnings: string[] = [];
  const log = createLog({ write: (text) => warnings.push(text) });
  const server = await listenOn({
    gateway: site.gateway,
    host: '127.0.0.1',
    port: 0,
    siteUrl,
    securityHeaders: {},
    proxyTrust: { hops: 0 },
    log,
    logRequests: false,
    isReady: () => true,
  });
  const response = await fetch(`http://127.0.0.1:${server.port}/live-page?path=/posts/a`, {
    headers: { cookie: `${accessCookie}=owner` },
  });
  const { next } = readEvents(response);
  expect(await next()).toMatch('data: {"version":');
  site.pages.close();
  await server.close();
  expect(await next()).toBe('closed');
  log.flush();
  expect(warnings).toEqual([]);
});

it('closing ends all connections and accepts no other', async () => {
  const site = await open();
  const { next } = readEvents(await listen(site));
  await next();
  site.pages.close();
  expect(await next()).toBe('closed');
  expect((await listen(site)).status).toBe(503);
});
