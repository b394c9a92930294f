/** The names over plain HTTP: pages without a script, search requests, and invalid addresses. */
import { expect, test } from '@playwright/test';
import { requireSharedSite } from '../harness/browser-test.ts';

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(requireSharedSite() + path, { headers, redirect: 'manual' });
const read = async (path: string) => (await get(path)).text();

test('a link shows its result without a script', async () => {
  const html = await read('/baby-names?starts=kath&sex=girls');
  for (const name of ['Katherine', 'Kathleen', 'Kathryn']) expect(html).toContain(`>${name}</a>`);
  expect(html).not.toContain('>Emma</a>');
  expect(html).toMatch(/<input[^>]*name="starts"[^>]*value="kath"/);
});

test('a name has its chart, text and rank without a script', async () => {
  const html = await read('/baby-names/emma');
  expect(html).toContain('19,414 girls were called Emma');
  expect(html).toContain('class="series-line"');
  expect(html).toContain('<title>Emma: the name since 1880');
});

test('the page and its payload do not contain all names and stay small', async () => {
  for (const path of ['/baby-names', '/baby-names/_payload.json', '/baby-names/emma']) {
    const body = await read(path);
    expect(body.length, path).toBeLessThan(150_000);
  }
});

test('a search request is small and cacheable for a while', async () => {
  const response = await get('/baby-names/search.json?ends=lyn', { 'accept-encoding': 'br' });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('public, max-age=600');
  expect(response.headers.get('content-type')).toContain('application/json');
  const { filter, result } = await response.json();
  expect(filter.ends).toBe('lyn');
  expect(result.rows).toHaveLength(24);
  const again = await get('/baby-names/search.json?ends=lyn', {
    'accept-encoding': 'br',
    'if-none-match': response.headers.get('etag') ?? '',
  });
  expect(again.status).toBe(304);
});

test('the results can be downloaded as CSV, without a script', async () => {
  const [, href = ''] =
    /href="(\/baby-names\/names\.csv[^"]*)"/.exec(await read('/baby-names?ends=lyn&sex=boys')) ?? [];
  const response = await get(href.replaceAll('&amp;', '&'));
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="names.csv"');
  const [head, first] = (await response.text()).split('\r\n');
  expect(head).toMatch(/^name,of,rank 2016,children 2016,/);
  expect(first).toMatch(/^[A-Z][a-z]+lyn,boys,/);
});

test('the same query in another order is the same page', async () => {
  const one = await get('/baby-names?ends=n&sex=boys&starts=');
  const other = await get('/baby-names?sex=boys&ends=n');
  expect(one.headers.get('etag')).toBe(other.headers.get('etag'));
  expect(await one.text()).toMatch(
    /rel="canonical" href="[^"]*\/baby-names\?ends=n&#?3?8?;?(amp;)?sex=boys"/,
  );
});

for (const [what, query] of [
  ['an unknown value', 'sex=dogs&era=1700'],
  ['SQL in a name', `compare=${encodeURIComponent("Robert'); DROP TABLE names;--")}`],
  ['markup in a name', `compare=${encodeURIComponent('<script>alert(1)</script>')}`],
  ['an emoji', 'compare=%F0%9F%91%B6'],
  ['letters from right to left', 'starts=%D9%85%D8%AD%D9%85%D8%AF&compare=%D9%85%D8%AD%D9%85%D8%AF'],
  ['half a character', 'starts=%E0%A4%A'],
  ['a null byte', 'starts=%00'],
  ['a field a hundred times', 'era=1880&'.repeat(100)],
  ['a page that is not there', 'page=999999'],
] as const) {
  test(`${what} gets a page that says what was ignored, without an error`, async () => {
    for (const path of ['/baby-names', '/baby-names/search.json', '/baby-names/names.csv']) {
      const response = await get(`${path}?${query}`);
      expect(response.status, path).toBe(200);
      const text = await response.text();
      expect(text).not.toContain('<script>alert');
      expect(text).not.toMatch(/\bat .+:\d+:\d+|node:internal/);
    }
  });
}

test('an address of ten kilobytes is refused with a clear message', async () => {
  const response = await get(`/baby-names?starts=${'a'.repeat(10_000)}`, { accept: 'text/html' });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('too long');
});

test('a page with a note is never cached for a request without the fault', async () => {
  expect(await read('/baby-names?ends=q&sex=dogs')).toContain('“dogs” is no value');
  expect(await read('/baby-names?ends=q')).not.toContain('dogs');
});
