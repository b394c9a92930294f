/** Every page of docs/specification.md, S1, over plain HTTP: its status, content type and redirects. */
import { expect, test } from '@playwright/test';
import { requireSharedSite } from '../harness/browser-test.ts';
import { findAttributes } from '../harness/crawl-site.ts';
import { readSharedSite } from '../harness/response-kinds.ts';

const html = 'text/html; charset=utf-8';
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(requireSharedSite() + path, { headers, redirect: 'manual' });

for (const path of [
  '/',
  '/about',
  '/baby-names',
  '/baby-names/emma',
  '/baby-names/lists',
  '/login',
  '/running',
  '/running/pace',
  '/running/sample-2026-11-10',
  '/running/00000000-0000-4000-8000-000000000000',
  '/posts',
  '/confirm',
  '/oauth/consent',
  '/about?from=mail',
]) {
  test(`${path} answers 200 with a page, and has a payload`, async () => {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe(html);
    const payload = await get(`${path.replace(/\?.*|\/$/, '')}/_payload.json`);
    expect(payload.status).toBe(200);
    const keys = Object.keys(await payload.json());
    expect(keys.filter((key) => key.length !== 10)).toEqual([]);
    expect(keys).not.toEqual([]);
  });
}

test('the default icon address works, and each page links its own icon', async () => {
  const icon = await get('/favicon.ico');
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  const bytes = new DataView(await icon.arrayBuffer());
  const sizes = Array.from({ length: bytes.getUint16(4, true) }, (_, place) =>
    bytes.getUint8(6 + 16 * place),
  );
  expect(sizes).toEqual([32, 48]);
  const own = /rel="icon" href="data:image\/png;base64,([^"]+)"/.exec(
    await (await get('/about')).text(),
  )?.[1];
  expect(
    Buffer.from(own ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

for (const path of ['/account', '/stats', '/account/factors?tab=1&all']) {
  test(`${path} redirects a visitor without a session to the login page and remembers the path`, async () => {
    const response = await get(path);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/login');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const [pair = '', ...attributes] = (response.headers.getSetCookie()[0] ?? '').split('; ');
    expect(decodeURIComponent(pair)).toBe(`sb-redirect-path=${path}`);
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'SameSite=Lax']));
  });
}

test('the payload of a guarded page is not given to a visitor without a session', async () => {
  const response = await get('/account/_payload.json');
  expect([302, 401]).toContain(response.status);
});

test('an unknown path answers 404 with the error screen', async () => {
  const response = await get('/nowhere/at?all=1', { accept: 'text/html' });
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe(html);
  expect(await response.text()).toContain('Page Not Found: /nowhere/at?all=1');
});

test('an unknown path answers 404 in JSON to a client that accepts JSON', async () => {
  const response = await get('/nowhere/at', { accept: 'application/json' });
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.text()).toContain('Page not found: /nowhere/at');
});

test('a path with markup in it is escaped', async () => {
  const response = await get('/<img src=x onerror=alert(1)>?"><script>alert(1)</script>');
  expect(response.status).toBe(404);
  expect(await response.text()).not.toMatch(/<img src=x|<script>alert/);
});

test('a trailing slash redirects to the one address of the page', async () => {
  const response = await get('/about/?a=1');
  expect([301, 308]).toContain(response.status);
  expect(response.headers.get('location')).toBe('/about?a=1');
});

test('a page may be several folders deep', async () => {
  const depths = (await readSharedSite())
    .filter(({ status }) => status === 200)
    .map(({ path }) => path.split('/').length - 1);
  expect(Math.max(...depths)).toBeGreaterThanOrEqual(3);
});

test('every link on the site works', async () => {
  const pages = await readSharedSite();
  const broken = pages.filter(
    ({ path, status }) => status !== 200 && !(status === 302 && /^\/(account|stats)/.test(path)),
  );
  expect(broken.map(({ linkedFrom, path, status }) => `${linkedFrom} → ${path}: ${status}`)).toEqual([]);
  expect(pages.filter(({ path }) => path.startsWith('/posts/')).length).toBeGreaterThan(5);
});

test('every page names its one canonical address, which is its own', async () => {
  for (const { path, html: text } of (await readSharedSite()).filter(
    (page) => page.html !== '' && page.status === 200,
  )) {
    const links = text.match(/<link[^>]* rel="canonical"[^>]*>/g) ?? [];
    expect(links, path).toHaveLength(1);
    const [href = ''] = findAttributes(links[0] ?? '', 'link', 'href');
    const canonical = new URL(href);
    expect(canonical.pathname, path).toBe(path.replace(/\?.*/, ''));
  }
});

test('every page has a title of its own', async () => {
  const pages = (await readSharedSite()).filter(
    ({ html: text, status, path }) => text !== '' && status === 200 && !path.includes('?'),
  );
  const titles = pages.map(({ html: text }) => /<title>([^<]+)<\/title>/.exec(text)?.[1] ?? '');
  expect(titles.filter((title, index) => title === '' || titles.indexOf(title) !== index)).toEqual([]);
});

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
  test(`${method} on a page is not allowed, and the answer lists the allowed methods`, async () => {
    const response = await fetch(`${requireSharedSite()}/about`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
}

for (const path of ['/healthz', '/readyz']) {
  test(`${path} answers 200 in JSON and is not cached`, async () => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toBeTruthy();
  });
}
