/** Tokens and counts in pages: the same for all visitors, cached, and rendered again when they change. */
import { expect, test } from 'vitest';
import type { Page, Payload } from '../../app/page-data.ts';
import { createPageTokens } from '../../page-views/page-token.ts';
import site from '../../site.config.ts';
import { openTestContent } from '../../tests/harness/markdown/test-content.ts';
import { createPages } from './create-pages.ts';

const siteUrl = 'https://site.test';
const text = (more = '') => `---\ntitle: A\n${more}---\n\nWords.\n`;

async function openPages(settings: Partial<typeof site.pageViews> = {}) {
  const { content } = await openTestContent({
    'posts/plain.md': text(),
    'posts/shown.md': text('showViews: true\n'),
    'posts/hidden.md': text('showViews: false\n'),
  });
  const state = { now: Date.UTC(2026, 10, 15, 12), counts: new Map([['/posts/shown', 7]]), renders: 0 };
  const tokens = createPageTokens('secret', () => state.now);
  let notify: (paths: string[] | 'all') => void = () => {};
  const renderPage = async (_path: string, page: Page | null) => {
    state.renders += 1;
    return page?.route === 'article' && page.data && 'views' in page.data ? `${page.data.views} views` : '';
  };
  const pages = createPages({
    site: { ...site, pageViews: { ...site.pageViews, ...settings } },
    siteUrl,
    content,
    build: {
      id: 'b',
      clientFolder: '',
      scriptHashes: [],
      headHtml: '',
      entry: '/e.js',
      render: async () => ({ renderPage, renderFatalError: () => '', renderMailPage: () => '' }),
      close: async () => {},
    },
    securityHeaders: {},
    readVisitor: async () => ({ state: 'signed-out' }),
    backend: { key: 'k' },
    pageViews: {
      sign: tokens.sign,
      countOf: (path) => state.counts.get(path),
      onChange: (listener) => {
        notify = listener;
      },
    },
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    pages.fetch(new Request(siteUrl + path, { headers }));
  const payload = async (path: string) => {
    const answer = (await (await get(`${path}/_payload.json`)).json()) as Payload;
    return Object.values(answer)[0];
  };
  return { get, payload, state, tokens, notify: (paths: string[] | 'all') => notify(paths) };
}

const tokenIn = (html: string) => /data-view="([^"]+)"/.exec(html)?.[1] ?? '';

test('page and payload have the same token, which is valid for that page', async () => {
  const { get, payload, tokens } = await openPages();
  const token = tokenIn(await (await get('/posts/plain')).text());
  expect(tokens.findFault('/posts/plain', token)).toBeUndefined();
  expect((await payload('/posts/plain'))?.view).toBe(token);
});

test('a missing page has no token', async () => {
  const { get } = await openPages();
  const answer = await get('/posts/nowhere');
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain('data-view');
});

test('a page is rendered once for all visitors until the tokens change; then it has another ETag', async () => {
  const { get, state, notify, tokens } = await openPages();
  const first = await get('/posts/plain');
  const etag = first.headers.get('etag') ?? '';
  const again = await get('/posts/plain', { 'if-none-match': etag, cookie: 'sb-access-token=x' });
  expect([again.status, state.renders]).toEqual([304, 1]);
  state.now += 86_400_000;
  notify('all');
  const next = await get('/posts/plain', { 'if-none-match': etag });
  expect(next.status).toBe(200);
  expect(tokenIn(await next.text())).toBe(tokens.sign('/posts/plain'));
});

test('an article shows its count when its frontmatter or the site says so, in page and payload', async () => {
  const { get, payload, state } = await openPages();
  expect(await (await get('/posts/shown')).text()).toContain('7 views');
  expect((await payload('/posts/shown'))?.data).toMatchObject({ views: 7 });
  state.counts.set('/posts/plain', 3).set('/posts/hidden', 4);
  expect((await payload('/posts/plain'))?.data).not.toHaveProperty('views');

  const everywhere = await openPages({ showOnArticles: true });
  everywhere.state.counts.set('/posts/plain', 3).set('/posts/hidden', 4);
  expect((await everywhere.payload('/posts/plain'))?.data).toMatchObject({ views: 3 });
  expect((await everywhere.payload('/posts/hidden'))?.data).not.toHaveProperty('views');
});

test('a new count causes a new rendering of that page only', async () => {
  const { get, state, notify } = await openPages();
  await get('/posts/shown');
  await get('/posts/plain');
  state.counts.set('/posts/shown', 8);
  notify(['/posts/shown']);
  expect(await (await get('/posts/shown')).text()).toContain('8 views');
  await get('/posts/plain');
  expect(state.renders).toBe(3);
});
