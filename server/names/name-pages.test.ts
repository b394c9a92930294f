/** The pages of single names and of lists, as they are requested. */
import { describe, expect, test } from 'vitest';
import { createNameSource } from '../../names/name-source.ts';
import site from '../../site.config.ts';
import { openTestPages, siteUrl } from '../../tests/harness/server/test-pages.ts';
import { openNameSource } from './open-name-source.ts';

const list = '/baby-names/lists/0a1b2c3d-0000-4000-8000-0123456789ab';

async function redirectOf(get: (path: string) => Promise<Response>, path: string) {
  const { status, headers } = await get(path);
  return [status, headers.get('location')];
}

describe('a name', () => {
  test('has a page of its own, rendered on the server', async () => {
    const { getText } = await openTestPages({});
    const html = await getText('/baby-names/emma');
    expect(html).toContain('<title>Emma: the name since 1880');
    expect(html).toMatch(/<h1[^>]*><bdi>Emma<\/bdi><\/h1>/);
    expect(html).toContain(`rel="canonical" href="${siteUrl}/baby-names/emma"`);
    expect(html).toContain('19,414 girls got the name in 2016, rank 1.');
    expect(html).toContain('<a href="/baby-names">Baby names</a>');
    expect(html).toContain('class="series-line"');
    expect(html).not.toContain('noindex');
    // With a surname there are too many pages to be indexed.
    expect(await getText('/baby-names/emma?surname=Adams')).toContain('noindex');
  });

  test.each([
    ['/baby-names/Emma', '/baby-names/emma'],
    ['/baby-names/EMMA?chart=rank', '/baby-names/emma?chart=rank'],
    ['/baby-names/Zo%C3%AB', '/baby-names/zoe'],
    ['/baby-names?name=Emma', '/baby-names/emma'],
    ['/baby-names?name=zo%C3%AB', '/baby-names/zoe'],
    ['/baby-names?ends=a&name=Emma&surname=Adams&chart=rank', '/baby-names/emma?surname=Adams&chart=rank'],
    ['/baby-names?name=%2F%2Fevil.test', '/baby-names/%2F%2Fevil.test'],
  ])('%s leads to %s for good, in the browser’s router too', async (from, to) => {
    const { get } = await openTestPages({});
    expect(await redirectOf(get, from)).toEqual([301, to]);
    const [path, query = ''] = from.split('?');
    expect(await (await get(`${path}/_payload.json?0123456789&${query}`)).json()).toEqual({ redirect: to });
  });

  test('that is beside names to compare does not lead away from them', async () => {
    const { get } = await openTestPages({});
    expect((await get('/baby-names?name=Emma&compare=Emma&compare=Noah')).status).toBe(200);
  });

  test('that is not listed is not found, and near spellings are offered', async () => {
    const { get } = await openTestPages({});
    const response = await get('/baby-names/emmma');
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(html).toContain('<a href="/baby-names/emma" rel="nofollow">Emma</a>');
    expect(html).toContain('noindex');
    expect((await get('/baby-names/wp-login.php')).status).toBe(404);
    expect((await get(`/baby-names/${'x'.repeat(5000)}`)).status).toBe(404);
  });

  test('does not hide a page of the content, or a redirect', async () => {
    const { get, getText } = await openTestPages({
      'baby-names.md': '# Names',
      'baby-names/emma.md': '# Emma, my aunt',
      'baby-names/how-we-chose.md': '# How we chose',
      'redirects.yml': '/baby-names/olivia: /about',
    });
    expect(await getText('/baby-names/emma')).toContain('Emma, my aunt');
    expect(await getText('/baby-names/how-we-chose')).toContain('How we chose');
    expect(await redirectOf(get, '/baby-names/olivia')).toEqual([301, '/about']);
    expect(await getText('/baby-names/noah')).toContain('<title>Noah: the name since');
  });

  test('asks for an account where the page of all names does', async () => {
    const signIn = { ...site.signIn, include: ['/baby-names'] };
    const { request } = await openTestPages({}, { site: { signIn } });
    for (const path of ['/baby-names/emma', '/baby-names/zzyzxq', list]) {
      const { status, headers } = await request('stranger', path);
      expect([path, status, headers.get('location')?.replace(/\?.*/, '')]).toEqual([path, 302, '/login']);
      expect((await request('stranger', `${path}/_payload.json`)).status).toBe(401);
    }
    expect((await request('reader', '/baby-names/emma')).status).toBe(200);
  });

  test('says so when the names cannot be read, and the next visitor tries again', async () => {
    let isBroken = true;
    const names = createNameSource(async () => {
      if (isBroken) throw new Error('gone');
      return openNameSource().read();
    });
    const { get } = await openTestPages({}, { pages: { names } });
    const first = await get('/baby-names/emma');
    expect([first.status, await first.text()]).toEqual([
      503,
      expect.stringContaining('cannot be loaded right now'),
    ]);
    isBroken = false;
    expect((await get('/baby-names/emma')).status).toBe(200);
  });
});

describe('a list', () => {
  test('has a page that is the same for all visitors and not indexed', async () => {
    const { get, getText } = await openTestPages({});
    expect((await get('/baby-names/lists')).status).toBe(200);
    expect(await getText(list)).toContain('noindex');
    expect((await get('/baby-names/lists/nothing')).status).toBe(404);
  });

  test('is not counted by its address, unlike a name', async () => {
    const { get } = await openTestPages(
      {},
      { pages: { pageViews: { sign: () => 't', countOf: () => undefined, onChange() {} } } },
    );
    const viewOf = async (path: string) => {
      const [page] = Object.values(
        (await (await get(`${path}/_payload.json`)).json()) as Record<string, { view?: string }>,
      );
      return page?.view;
    };
    expect(await viewOf(list)).toBeUndefined();
    expect(await viewOf('/baby-names/lists')).toBe('t');
    expect(await viewOf('/baby-names/emma')).toBe('t');
    expect(await viewOf('/baby-names/zzyzxq')).toBeUndefined();
  });
});
