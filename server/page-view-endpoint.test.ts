import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestSite, siteUrl, type TestSite } from '../tests/harness/server/test-gateway.ts';
import { createPageViewEndpoint } from './page-view-endpoint.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
beforeEach(() => {
  site.views.length = 0;
  site.viewFaults.length = 0;
});
afterAll(() => site.close());

const fromHere = { origin: siteUrl };
const caller = { address: '203.0.113.9', requestId: 'r-1' };

async function send(body: string | ReadableStream, headers: Record<string, string>): Promise<number> {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
  const response = await site.gateway.fetch(new Request(`${siteUrl}/views`, init), caller);
  return response.status;
}

const message = (changes: object = {}) =>
  JSON.stringify({
    path: '/posts/a',
    referrer: '',
    token: 't',
    nonce: 0.5,
    owner: null,
    auto: false,
    ...changes,
  });

it('a page view is passed on with the data that identifies visitors', async () => {
  const body = message({ referrer: 'https://other.test/' });
  expect(await send(body, { ...fromHere, 'user-agent': 'Tester' })).toBe(204);
  expect(site.views).toMatchObject([
    {
      path: '/posts/a',
      referrer: 'https://other.test/',
      token: 't',
      nonce: '0.5',
      ownersBrowser: false,
      automated: false,
      address: '203.0.113.9',
    },
  ]);
  expect(site.views[0]?.headers.get('user-agent')).toBe('Tester');
});

it.each([
  ['/posts/a/', '/posts/a'],
  ['/posts/%C3%A9', '/posts/é'],
  ['/', '/'],
])('the path %s is the page %s', async (path, page) => {
  await send(message({ path }), fromHere);
  expect(site.views).toMatchObject([{ path: page }]);
});

it('what the browser states about itself is passed on', async () => {
  await send(message({ owner: 'owner', auto: true }), fromHere);
  expect(site.views).toMatchObject([{ ownersBrowser: true, automated: true }]);
});

it.each([
  ['the site itself, by its address', fromHere, []],
  [
    'the site itself, by the word of the browser',
    { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' },
    [],
  ],
  ['another site', { origin: 'https://evil.test' }, ['foreign-origin']],
  [
    'another site that claims our address',
    { 'sec-fetch-site': 'cross-site', origin: siteUrl },
    ['foreign-origin'],
  ],
  ['a sandboxed frame', { origin: 'null' }, ['foreign-origin']],
  ['a program that says nothing', {}, ['foreign-origin']],
])('a view sent by %s: %o', async (_sender, headers, faults) => {
  expect(await send(message(), headers as Record<string, string>)).toBe(204);
  expect(site.viewFaults).toEqual(faults);
  expect(site.views).toHaveLength(1 - faults.length);
});

it.each([
  ['not JSON', 'hello'],
  ['nothing', ''],
  ['a list', '[]'],
  ['null', 'null'],
  ['no path', message({ path: undefined })],
  ['a path that is a number', message({ path: 1 })],
  ['a path elsewhere', message({ path: 'https://evil.test/' })],
  ['a path with a line break', message({ path: '/a\nb' })],
  ['a path with a broken letter', message({ path: '/%E0%A4%A' })],
  ['a path out of the site', message({ path: '/a/%2E%2E/b' })],
  ['a path without end', message({ path: `/${'a'.repeat(3000)}` })],
  ['no nonce', message({ nonce: undefined })],
])('a view with %s is dropped, with the usual response', async (_fault, body) => {
  expect(await send(body, fromHere)).toBe(204);
  expect({ views: site.views, faults: site.viewFaults }).toEqual({ views: [], faults: ['malformed'] });
});

it.each([
  ['5 kB', 5_000],
  ['1 MB', 1_048_576],
  ['2 MB', 2_097_152],
])('a view of %s is dropped as too large, with the usual response', async (_size, bytes) => {
  const body = message({ referrer: 'x'.repeat(bytes) });
  expect(await send(body, { ...fromHere, 'content-length': String(body.length) })).toBe(204);
  expect({ views: site.views, faults: site.viewFaults }).toEqual({ views: [], faults: ['too-large'] });
});

it('a body of unknown length is not read beyond the limit', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1024;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  expect(await send(endless, fromHere)).toBe(204);
  expect(sent).toBeLessThan(16_384);
  expect(site.viewFaults).toEqual(['too-large']);
});

describe('without script', () => {
  const fetchStyle = (query: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    site.gateway.fetch(new Request(`${siteUrl}/views.css?${query}`, { headers }), caller);

  it('a view is requested as an empty stylesheet that is not cached', async () => {
    const response = await fetchStyle('path=%2Fposts%2Fa&token=t');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/css');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe('');
    expect(site.views).toMatchObject([
      { path: '/posts/a', token: 't', referrer: '', address: '203.0.113.9' },
    ]);
    expect(site.views[0]?.nonce).toBeUndefined();
  });

  it.each([
    ['another site', 'path=%2Fposts%2Fa&token=t', { 'sec-fetch-site': 'cross-site' }, 'foreign-origin'],
    ['a page elsewhere', 'path=%2Fposts%2Fa&token=t', { referer: 'https://evil.test/' }, 'foreign-origin'],
    ['no path', 'token=t', { 'sec-fetch-site': 'same-origin' }, 'malformed'],
  ])('a view of %s is dropped, with the usual response', async (_, query, headers, fault) => {
    expect((await fetchStyle(query, headers as Record<string, string>)).status).toBe(200);
    expect({ views: site.views, faults: site.viewFaults }).toEqual({ views: [], faults: [fault] });
  });

  it('a redirect of the guard does not count', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', cookie: 'sb-redirect-path=%2Faccount' };
    await fetchStyle('path=%2Flogin&token=t', headers);
    expect({ views: site.views, faults: site.viewFaults }).toEqual({ views: [], faults: [] });
    await fetchStyle('path=%2Flogin&token=t');
    expect(site.views).toHaveLength(1);
  });
});

describe('a page without a token of its own', () => {
  const { giveToken } = createPageViewEndpoint({
    siteUrl,
    loginPath: '/login',
    countWithoutScript: false,
    onPageView: () => {},
    onFault: () => {},
    exchange: (path, mark) => (mark === 'm' ? `token of ${path}` : undefined),
  });
  const ask = (address: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    giveToken(new Request(siteUrl + address, { headers }));

  it.each([
    ['/views?m&/posts/a', 'token of /posts/a'],
    ['/views?m&/', 'token of /'],
    ['/views?m&/%D0%BA%D0%BE%D1%82/', 'token of /кот'],
    ['/views?m&posts', ''],
    ['/views?other&/posts/a', ''],
    ['/views?/posts/a', ''],
    ['/views', ''],
    [`/views?m&/${'a'.repeat(3000)}`, ''],
  ])('gets one for its path and its mark: %s', async (address, token) => {
    const answer = ask(address);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'text/plain',
    });
    expect(await answer.text()).toBe(token);
  });

  it('gets none for another site', async () => {
    expect(await ask('/views?m&/', { 'sec-fetch-site': 'cross-site' }).text()).toBe('');
  });

  it('is not there without a CDN', async () => {
    const asked = new Request(`${siteUrl}/views?m&/`, { headers: { 'sec-fetch-site': 'same-origin' } });
    const answer = await site.gateway.fetch(asked, caller);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
