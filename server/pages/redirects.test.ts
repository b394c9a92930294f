/** Earlier addresses: where they lead, for whom, and that none of them leads to another host. */
import { describe, expect, test } from 'vitest';
import { otherHostPaths } from '../../tests/harness/other-host-paths.ts';
import { openTestPages } from '../../tests/harness/server/test-pages.ts';

const page = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\n\nText.\n`;

const files = {
  'posts/new.md': page('New', 'redirectFrom: [/posts/old, /posts/ältere]\naliases: [/alias, A name]\n'),
  'posts/draft.md': page('Draft', 'draft: true\nredirectFrom: /of-draft\n'),
  'posts/later.md': page('Later', 'publishAt: 2999-01-01\nredirectFrom: /of-later\n'),
  'posts/members.md': page('Members', 'redirectFrom: /of-members\n'),
  'posts/hidden.md': page('Hidden', 'unlisted: true\nredirectFrom: /of-hidden\n'),
  'redirects.yml': [
    '# Earlier addresses',
    '/a: /posts/new',
    '/b: /a',
    '/loop: /round',
    '/round: /loop',
    '/blog/*: /posts/:splat',
    '/all/*: /posts/new',
    '/top/*: /:splat',
    '/to-draft: /posts/draft',
    '/to-members: /posts/members',
    '/temporary: { to: /posts/new, status: 302 }',
    '/kept: { to: "/posts/new?from=rule#part", status: 308 }',
    '/gone: { status: 410 }',
    '/away/*: https://example.com/then/:splat',
    '/posts/hidden: /posts/new',
  ].join('\n'),
};
const guarded = ['/posts/members'];
const open = () => openTestPages(files, { guarded });

test.each([
  ['/posts/old', 301, '/posts/new'],
  ['/posts/%C3%A4ltere', 301, '/posts/new'],
  ['/alias', 301, '/posts/new'],
  ['/posts/old?a=1&b=%20', 301, '/posts/new?a=1&b=%20'],
  ['/of-hidden', 301, '/posts/hidden'],
  ['/a', 301, '/posts/new'],
  ['/b', 301, '/posts/new'],
  ['/blog/new', 301, '/posts/new'],
  ['/blog/2020/01/x%20y?q=1', 301, '/posts/2020/01/x%20y?q=1'],
  ['/all/below/it', 301, '/posts/new'],
  ['/temporary', 302, '/posts/new'],
  ['/kept?x=1', 308, '/posts/new?from=rule&x=1#part'],
  ['/away/a/b?c=d', 301, 'https://example.com/then/a/b?c=d'],
])('%s answers %i to %s', async (path, status, location) => {
  const { request } = await open();
  const response = await request('stranger', path);
  expect([response.status, response.headers.get('location')]).toEqual([status, location]);
});

test.each([
  '/loop',
  '/round',
  '/of-draft',
  '/of-later',
  '/to-draft',
  '/blog',
  '/A%20name',
  '/posts/OLD',
])('%s answers 404', async (path) => {
  const { request } = await open();
  const response = await request('stranger', path);
  expect([response.status, response.headers.get('location')]).toEqual([404, null]);
  expect((await request('stranger', `${path}/_payload.json?test`)).status).toBe(404);
});

test('a page that exists wins', async () => {
  const { request } = await open();
  expect((await request('stranger', '/posts/hidden')).status).toBe(200);
});

test('a rule can say that a page is gone', async () => {
  const { request } = await open();
  const response = await request('stranger', '/gone');
  expect(response.status).toBe(410);
  expect(await response.text()).toContain('This page is gone');
  expect((await request('stranger', '/gone/_payload.json?test')).status).toBe(410);
});

describe.each(['/of-members', '/to-members'])('the redirect to a guarded page from %s', (path) => {
  test('leads strangers to the login page, which does not learn the address of the page', async () => {
    const { request } = await open();
    const response = await request('stranger', path);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login']);
    expect(JSON.stringify([...response.headers])).not.toContain('posts');
    const payload = await request('stranger', `${path}/_payload.json?test`);
    expect(await payload.json()).toEqual({ redirect: path });
  });

  test('leads readers to the page, and is not cached', async () => {
    const { request } = await open();
    const response = await request('reader', path);
    expect([response.status, response.headers.get('location')]).toEqual([301, '/posts/members']);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const payload = await request('reader', `${path}/_payload.json?test`);
    expect(await payload.json()).toEqual({ redirect: '/posts/members' });
  });
});

test.each([
  ['/posts/old/_payload.json?test', '/posts/new'],
  ['/posts/old/_payload.json?test&page=2', '/posts/new?page=2'],
  // The browser loads it in full, and is led on to the other site.
  ['/away/x/_payload.json?test', '/away/x'],
])('the payload %s says %s', async (path, redirect) => {
  const { request } = await open();
  const response = await request('stranger', path);
  expect([response.status, await response.json()]).toEqual([200, { redirect }]);
});

test.each(otherHostPaths)('a path that is another host is no way out of this site: %j', async (path) => {
  const { request } = await open();
  for (const prefix of ['/top', '/blog', '/away', '']) {
    const response = await request('stranger', prefix + path).catch(() => undefined);
    const location = response?.headers.get('location');
    if (location) expect(['site.test', 'example.com']).toContain(new URL(location, 'https://site.test').host);
  }
});

test.each([
  ...otherHostPaths,
  'https:evil.test',
  'https:/evil.test',
  'https:///evil.test',
  'https:\\\\evil.test',
])('a rule cannot lead to %j', async (target) => {
  const { content, request } = await openTestPages({
    'redirects.yml': `/from: ${JSON.stringify(target)}\n`,
  });
  expect(content.redirectFaults()).toMatchObject([{ file: 'redirects.yml', line: 1 }]);
  expect((await request('stranger', '/from')).status).toBe(404);
});

test.each([
  'http://evil.test',
  'javascript:alert(1)',
  'https://user@evil.test/',
  'https://a.test:splat/',
  'evil',
])('nor to %j', async (target) => {
  const { content } = await openTestPages({ 'redirects.yml': `"/from/*": ${JSON.stringify(target)}\n` });
  expect(content.redirectFaults()).toMatchObject([{ file: 'redirects.yml', line: 1 }]);
});

test('a saved rule works at once, and a broken file keeps the rules that it had', async () => {
  const { request, save, content } = await openTestPages(files, { content: { watch: true } });
  const isRedirected = async (path: string) => (await request('stranger', path)).status === 301;
  save('redirects.yml', '/a: /posts/new\n/fresh: /posts/new\n');
  await expect.poll(() => isRedirected('/fresh')).toBe(true);
  save('redirects.yml', '/a: [\n');
  await expect.poll(() => content.redirectFaults()).toHaveLength(1);
  expect(await isRedirected('/fresh')).toBe(true);
  save('posts/new.md', page('New', 'redirectFrom: /earliest\n'));
  await expect.poll(() => isRedirected('/earliest')).toBe(true);
  expect(await isRedirected('/posts/old')).toBe(false);
});
