/** Validators, encodings and lifetimes: a second request is cheap, and no client sees outdated bytes. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { requireSharedSite } from '../harness/browser-test.ts';
import { getEncoded, sendRaw } from '../harness/raw-request.ts';
import { findExample, type Kind } from '../harness/response-kinds.ts';

const addressOf = async (kind: Kind) => requireSharedSite() + (await findExample(kind));

const validated: Kind[] = [
  'page',
  'home page',
  'article',
  'interactive page',
  'search page',
  'stylesheet',
  'script',
  'picture',
];
for (const kind of validated) {
  test(`unchanged answers 304 without a body: ${kind}`, async () => {
    const address = await addressOf(kind);
    const etag = (await fetch(address)).headers.get('etag') ?? '';
    expect(etag, 'a strong ETag').toMatch(/^"[^"]+"$/);
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const second = await fetch(address, { headers: { 'if-none-match': given } });
      expect(second.status, given).toBe(304);
      expect(second.headers.get('etag')).toBe(etag);
      expect(await second.text()).toBe('');
    }
    const other = await fetch(address, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });
}

const compressed: Kind[] = [
  'page',
  'article',
  'interactive page',
  'payload',
  'search page',
  'stylesheet',
  'script',
];
for (const kind of compressed) {
  test(`comes as brotli, gzip or plain, each with an ETag of its own: ${kind}`, async () => {
    const address = await addressOf(kind);
    const [br, gz, plain] = await Promise.all([
      getEncoded(address, 'gzip, deflate, br'),
      getEncoded(address, 'gzip'),
      getEncoded(address, 'br;q=0, gzip;q=0'),
    ]);
    expect([br.encoding, gz.encoding, plain.encoding]).toEqual(['br', 'gzip', 'identity']);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gz.bytes).equals(plain.bytes)).toBe(true);
    expect(new Set([br.etag, gz.etag, plain.etag]).size).toBe(3);
    const { headers } = await fetch(address);
    expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
  });
}

const headKinds: Kind[] = [...validated, 'payload', 'health', 'redirect', 'page not found'];
for (const kind of headKinds) {
  test(`HEAD answers as GET does, without the body: ${kind}`, async () => {
    const path = await findExample(kind);
    const head = await sendRaw(requireSharedSite(), path, 'HEAD');
    const full = await sendRaw(requireSharedSite(), path, 'GET');
    expect(head.body).toBe('');
    expect(head.status).toBe(full.status);
    expect(stableHeaders(head.headers)).toEqual(stableHeaders(full.headers));
  });
}

for (const kind of ['stylesheet', 'script', 'font', 'picture'] satisfies Kind[]) {
  test(`its address changes with its bytes, so it may be cached for ever: ${kind}`, async () => {
    const { headers } = await fetch(await addressOf(kind));
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });
}

for (const kind of ['page', 'home page', 'article', 'interactive page'] satisfies Kind[]) {
  test(`may be cached but is revalidated each time, so that a saved file is live at once: ${kind}`, async () => {
    const { headers } = await fetch(await addressOf(kind));
    expect(headers.get('cache-control')).toMatch(/max-age=0|no-cache/);
  });
}

for (const kind of ['redirect', 'page not found', 'bad request', 'asset not found'] satisfies Kind[]) {
  test(`is not cached: ${kind}`, async () => {
    const { headers } = await fetch(await addressOf(kind), { redirect: 'manual' });
    expect(headers.get('cache-control')).toContain('no-store');
  });
}

test('the latest build is known within a second, its manifest is cached for ever', async () => {
  const latest = await fetch(`${requireSharedSite()}/builds/latest.json`);
  expect(latest.headers.get('cache-control')).toMatch(/max-age=1$|no-cache|no-store/);
  const { id } = await latest.json();
  const meta = await fetch(`${requireSharedSite()}/builds/meta/${id}.json`);
  expect(meta.headers.get('cache-control')).toContain('immutable');
  expect(await meta.json()).toMatchObject({ id, prerendered: [] });
});

/** Headers that differ from one answer to the next, or only describe the transfer of the body. */
function stableHeaders(headers: Record<string, string>): Record<string, string> {
  const passing = /^(date|x-request-id|transfer-encoding|content-length)$/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.test(name)));
}
