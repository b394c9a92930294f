/** /search, /search.json and their payload: what each kind of visitor gets. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessCookie } from '../../app/session/token-cookies.ts';
import { openTestPages, siteUrl, type TestPages } from '../../tests/harness/server/test-pages.ts';

const many = Array.from({ length: 23 }, (_, index) => [
  `posts/many/${index}.md`,
  `---\ntitle: Walnut ${index}\n---\nA walnut.\n`,
]);
const files: Record<string, string> = {
  'posts/cache.md': '---\ntitle: The <cache>\n---\n\n## Warm cache\n\nA cache keeps & renders.\n',
  'posts/club/walrus.md': '---\ntitle: Walrus\n---\nA walrus.\n',
  'posts/heron.draft.md': '---\ntitle: Heron\n---\nA heron.\n',
  'posts/bear.md': '---\ntitle: Bear\n---\nA bear.\n',
  ...Object.fromEntries(many),
};

const ends: (() => void | Promise<void>)[] = [];
let site: TestPages;

beforeAll(async () => {
  site = await openTestPages(files, {
    guarded: ['/posts/club/*'],
    content: { watch: true },
    search: true,
    onEnd: (close) => ends.unshift(close),
  });
});
afterAll(async () => {
  for (const close of ends) await close();
});

let addresses = 0;

/** Each request comes from another address, unless one is given. */
async function get(path: string, { who = '', headers = {}, address = '' } = {}) {
  const parts = { method: 'GET', url: path, acceptEncoding: undefined, ifNoneMatch: undefined };
  // What the server sends without reading the session.
  expect(site.gateway.findPrepared(parts)).toBeUndefined();
  addresses += 1;
  const request = new Request(siteUrl + path, {
    headers: { ...headers, ...(who && { cookie: `${accessCookie}=${who}` }) },
  });
  const response = await site.gateway.fetch(request, {
    address: address || `10.0.${addresses >> 8}.${addresses & 255}`,
    requestId: '',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('/search.json', () => {
  it('has path, title, folders, headings and a marked part of each page', async () => {
    const { status, headers, text } = await get('/search.json?q=cache');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toEqual({
      revision: site.content.revision,
      query: 'cache',
      total: 1,
      results: [
        {
          path: '/posts/cache',
          title: 'The <cache>',
          trail: ['Posts'],
          headings: [{ id: 'warm-cache', text: 'Warm cache' }],
          snippet: ['Warm ', 'cache', ' A ', 'cache', ' keeps & renders.'],
        },
      ],
    });
  });

  it('is cached for a minute for strangers, with an ETag, and never for others', async () => {
    const first = await get('/search.json?q=bear');
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    expect(first.headers.get('vary')).toContain('Cookie');
    const again = await get('/search.json?q=bear', {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    for (const who of ['reader', 'owner'])
      expect((await get('/search.json?q=bear', { who })).headers.get('cache-control')).toBe(
        'private, no-store',
      );
  });

  it('has 8 results, or as many as `limit` says up to 20', async () => {
    const count = async (query: string) => JSON.parse((await get(`/search.json?q=walnut${query}`)).text);
    expect(await count('')).toMatchObject({ total: 23, results: { length: 8 } });
    expect(await count('&limit=20')).toMatchObject({ total: 23, results: { length: 20 } });
    for (const limit of ['0', '21', 'x', '1.5', ''])
      expect((await get(`/search.json?q=walnut&limit=${limit}`)).status).toBe(400);
  });

  it.each([
    ['nothing', ''],
    ['spaces', '%20%00'],
    ['10 kB', 'x'.repeat(10_000)],
    ['nine words', 'a+b+c+d+e+f+g+h+i'],
  ])('refuses %s with the reason', async (_what, question) => {
    const { status, text } = await get(`/search.json?q=${question}`);
    expect([status, JSON.parse(text).error.statusCode]).toEqual([400, 400]);
    expect(JSON.parse(text).error.message).toMatch(/empty|at most/);
  });

  it.each([
    '"',
    '*',
    'NEAR(',
    'title:',
    'a\0b',
    'a AND (',
    '%',
    "'",
    '-"',
  ])('answers %j, which means nothing to the index', async (question) => {
    for (const path of ['/search.json', '/search', '/search/_payload.json'])
      expect((await get(`${path}?q=${encodeURIComponent(question)}`)).status).toBe(200);
  });

  it('answers 20 questions a second of one address, by whichever path, and other addresses go on', async () => {
    const paths = [
      '/search.json?q=a',
      '/search?q=a',
      '/search/_payload.json?q=a',
      '/page.json?path=/search?q=a',
    ];
    let refused: Awaited<ReturnType<typeof get>> | undefined;
    // More than two seconds' worth: a second may end in between.
    for (let count = 0; count < 60 && refused?.status !== 429; count += 1)
      refused = await get(paths[count % 4] ?? '', { address: '192.0.2.1' });
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await get('/search.json?q=a')).status).toBe(200);
  });
});

it('an owner sees which of the found pages are drafts', async () => {
  expect(JSON.parse((await get('/search.json?q=heron', { who: 'owner' })).text).results[0].state).toBe(
    'draft',
  );
  expect((await get('/search?q=heron', { who: 'owner' })).text).toContain('draft');
});

describe('pages of the admin area', () => {
  const find = async (question: string, who: string) =>
    JSON.parse((await get(`/search.json?q=${question}`, { who })).text);

  it.each(['people', 'ban', 'admin peo', 'Invite'])('an owner finds them: %s', async (question) => {
    const { results, total } = await find(question, 'owner');
    expect(results[0]).toMatchObject({ path: '/admin/people', title: 'People', trail: ['Admin'] });
    expect(total).toBe(1);
  });
  it('they come before the pages of the site', async () => {
    const { results, total } = await find('a', 'owner');
    expect(isAdmin(results[0])).toBe(true);
    expect(isAdmin(results.at(-1))).toBe(false);
    expect(total).toBeGreaterThan((await find('a', 'reader')).total);
  });
  it.each(['', 'reader', 'liar'])('no other visitor finds them: "%s"', async (who) => {
    for (const question of ['people', 'admin', 'health'])
      expect((await find(question, who)).results.filter(isAdmin)).toEqual([]);
  });
  const isAdmin = ({ path }: { path: string }) => path.startsWith('/admin');
});

describe('/search', () => {
  it('is a page with a form, a title and marked words, which search engines leave out', async () => {
    const { text, headers } = await get('/search?q=cache');
    expect(text).toContain('<title>cache – Search · ');
    expect(text).toMatch(/<meta[^>]*name="robots" content="noindex"/);
    expect(text).toMatch(/<form[^>]*role="search"/);
    expect(text).toContain('value="cache"');
    expect(text).toContain('The &lt;cache&gt;');
    expect(text).toContain('<mark>cache</mark>');
    expect(text).toContain('href="/posts/cache#warm-cache"');
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  });

  it('shows ten results a page', async () => {
    const { text } = await get('/search?q=walnut');
    expect(text.match(/class="entry"/g)).toHaveLength(10);
    expect(text).toContain('href="/search?q=walnut&amp;page=2"');
    expect((await get('/search?q=walnut&page=3')).text.match(/class="entry"/g)).toHaveLength(3);
    for (const page of ['4', '0', '-1', 'x', '1e9'])
      expect((await get(`/search?q=walnut&page=${page}`)).status).toBe(404);
  });

  it('without a question is the form alone, and a question at fault is 400', async () => {
    expect((await get('/search')).status).toBe(200);
    const { status, text } = await get(`/search?q=${'x'.repeat(10_000)}`);
    expect(status).toBe(400);
    expect(text).toContain('at most 200 characters');
  });

  it('says which word it took instead, and links to the literal question', async () => {
    const { text } = await get('/search?q=walntu');
    expect(text).toContain('<strong>walnut</strong>');
    expect(text).toContain('href="/search?q=%22walntu%22"');
  });

  it('never writes a question as HTML', async () => {
    const { text } = await get(`/search?q=${encodeURIComponent('<script>alert(1)</script>')}`);
    expect(text).not.toContain('<script>alert');
  });
});

it('a deleted page is in no later answer', async () => {
  await site.changeBy(() => rmSync(join(site.folder, 'posts/bear.md')));
  expect(JSON.parse((await get('/search.json?q=bear')).text)).toMatchObject({ total: 0, results: [] });
});

it('says that pages are still being read, which is kept by no cache, until they are', async () => {
  const first = await openTestPages(files, { search: 'unread' });
  const early = await first.get('/search.json?q=bear');
  expect(early.headers.get('cache-control')).toBe('no-store');
  expect(await early.json()).toMatchObject({ indexing: true, total: 0 });
  await first.indexed();
  const later = await first.get('/search.json?q=bear');
  expect(later.headers.get('cache-control')).toBe('public, max-age=60');
  expect(await later.json()).not.toHaveProperty('indexing');

  const second = await openTestPages(files, { search: 'unread' });
  const page = await second.getText('/search?q=bear');
  expect(page).toContain('Nothing found yet');
  expect(page).toContain('still being indexed');
  expect(page).toContain('href="/search?q=bear"');
  await second.indexed();
  expect(await second.getText('/search?q=bear')).toContain('href="/posts/bear"');
  expect(await second.getText('/search?q=bear')).not.toContain('still being indexed');
});

it('/navigation.json is gone', async () => {
  expect((await get('/navigation.json')).status).toBe(404);
});
