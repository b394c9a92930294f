import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestSite, siteUrl, type TestSite } from './test-gateway.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
beforeEach(() => {
  site.views.length = 0;
});
afterAll(() => site.close());

const fromHere = { origin: siteUrl };

async function send(body: string | ReadableStream, headers: Record<string, string>): Promise<number> {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
  const response = await site.gateway.fetch(new Request(`${siteUrl}/views`, init), {
    address: '203.0.113.9',
    requestId: 'r-1',
  });
  return response.status;
}

it('a page view is handed on with what tells visitors apart', async () => {
  const body = JSON.stringify({ path: '/posts/a', referrer: 'https://other.test/' });
  expect(await send(body, { ...fromHere, 'user-agent': 'Tester' })).toBe(204);
  expect(site.views).toMatchObject([
    { path: '/posts/a', referrer: 'https://other.test/', address: '203.0.113.9' },
  ]);
  expect(site.views[0]?.headers.get('user-agent')).toBe('Tester');
});

it.each([
  ['the site itself, by its address', fromHere, 1],
  [
    'the site itself, by the word of the browser',
    { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' },
    1,
  ],
  ['another site', { origin: 'https://evil.test' }, 0],
  ['another site that claims our address', { 'sec-fetch-site': 'cross-site', origin: siteUrl }, 0],
  ['a sandboxed frame', { origin: 'null' }, 0],
  ['a program that says nothing', {}, 0],
])('a view sent by %s counts %o → %i', async (_sender, headers, count) => {
  expect(await send('{"path":"/"}', headers as Record<string, string>)).toBe(204);
  expect(site.views).toHaveLength(count);
});

it.each([
  ['not JSON', 'hello'],
  ['nothing', ''],
  ['a list', '[]'],
  ['null', 'null'],
  ['no path', '{"page":"/"}'],
  ['a path that is a number', '{"path":1}'],
  ['a path elsewhere', '{"path":"https://evil.test/"}'],
  ['a path with a line break', '{"path":"/a\\nb"}'],
  ['a path without end', JSON.stringify({ path: `/${'a'.repeat(3000)}` })],
  ['more than 4 kB', JSON.stringify({ path: '/', referrer: 'x'.repeat(5000) })],
])('a view with %s is dropped, and the sender does not learn it', async (_fault, body) => {
  expect(await send(body, fromHere)).toBe(204);
  expect(site.views).toHaveLength(0);
});

it('a body of unknown length is not read further than it may be', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1024;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  expect(await send(endless, fromHere)).toBe(204);
  expect(sent).toBeLessThan(16_384);
});
