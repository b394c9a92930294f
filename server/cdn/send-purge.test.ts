import { expect, test } from 'vitest';
import { startPurgeService } from '../../tests/harness/purge-service.ts';
import { readSettings } from '../settings.ts';
import { type CdnKind, cdnKinds } from './cdn-settings.ts';
import { mostTagsOf, PurgeError, sendPurge } from './send-purge.ts';

const never = new AbortController().signal;
const tags = ['p:0123456789ab', 'site'];

function settingsFor(kind: CdnKind, url: string) {
  const { cdn } = readSettings({ CDN: kind, CDN_PURGE_URL: url, CDN_TOKEN: 'secret-token', CDN_ZONE: 'z1' });
  if (!cdn) throw new Error('There is no CDN.');
  return cdn;
}

/** What each service documents. */
const calls: [CdnKind, method: string, path: string, headers: Record<string, string>, body: unknown][] = [
  [
    'cloudflare',
    'POST',
    '/zones/z1/purge_cache',
    { authorization: 'Bearer secret-token', 'content-type': 'application/json' },
    { tags },
  ],
  [
    'fastly',
    'POST',
    '/service/z1/purge',
    { 'fastly-key': 'secret-token', 'content-type': 'application/json' },
    { surrogate_keys: tags },
  ],
  [
    'bunny',
    'POST',
    '/pullzone/z1/purgeCache',
    { accesskey: 'secret-token', 'content-type': 'application/json' },
    { CacheTag: tags[0] },
  ],
  [
    'varnish',
    'PURGE',
    '/',
    { 'x-cache-tags': '(^|,)(p:0123456789ab|site)(,|$)', 'x-purge-token': 'secret-token' },
    undefined,
  ],
  [
    'http',
    'POST',
    '/purge',
    { authorization: 'Bearer secret-token', 'content-type': 'application/json' },
    { tags },
  ],
];

test.each(calls)('%s gets the call that it documents', async (kind, method, path, headers, body) => {
  const service = await startPurgeService();
  const settings = settingsFor(kind, kind === 'http' ? `${service.url}/purge` : service.url);
  await sendPurge(
    settings,
    tags.slice(0, mostTagsOf(settings)).length === 1 ? tags.slice(0, 1) : tags,
    never,
  );
  const [received] = service.received;
  expect(received).toMatchObject({ method, path, headers });
  expect(received?.body === '' ? undefined : JSON.parse(received?.body ?? '')).toEqual(body);
});

test.each(cdnKinds)('%s takes no more tags at once than its service does', (kind) => {
  const most = { cloudflare: 100, fastly: 256, bunny: 1, varnish: 100, http: 100 };
  expect(mostTagsOf(settingsFor(kind, 'http://127.0.0.1:1'))).toBe(most[kind]);
});

test.each([
  [403, 'forbidden', /CDN_TOKEN/],
  [404, '', /CDN_ZONE/],
  [429, '', /no more purges for now/],
  [503, '', /a fault of its own/],
  [302, '', /belong together/],
])('status %d has a cause and a fix, without the token', async (status, body, fix) => {
  const service = await startPurgeService();
  service.answer = { status, body, headers: { location: service.url, 'retry-after': '7' } };
  const fault = await sendPurge(settingsFor('http', service.url), tags, never).catch(
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(PurgeError);
  expect(fault).toMatchObject({ fix: expect.stringMatching(fix), waitMs: 7000 });
  expect(String(fault)).toContain(`answered ${status}`);
  expect(String(fault)).not.toContain('secret-token');
  expect(service.received).toHaveLength(1);
});

test('an answer of Cloudflare that says that it failed is a failure', async () => {
  const service = await startPurgeService();
  service.answer = { status: 200, body: '{"success": false, "errors": [{"code": 1012}]}' };
  await expect(sendPurge(settingsFor('cloudflare', service.url), tags, never)).rejects.toThrow('1012');
});

test('a service that cannot be reached is named', async () => {
  const service = await startPurgeService();
  await service.close();
  const fault = sendPurge(settingsFor('varnish', service.url), tags, never);
  await expect(fault).rejects.toThrow(`${new URL(service.url).host} cannot be reached`);
});
