import { expect, test } from 'vitest';
import type { Article } from '../markdown/document.ts';
import site from '../site.config.ts';
import { renderPage } from './entry.server.tsx';
import type { Page, PageDataByRoute } from './page-data.ts';

type ArticleData = Extract<PageDataByRoute['article'], { kind: 'article' }>;

const article: Article = {
  path: '/posts/a',
  title: 'It’s "1 < 2" & so on',
  tags: [{ title: 'ink & paper', path: '/tags/ink-paper' }],
  updated: '2026-11-15',
  readingMinutes: 4,
  words: 800,
  toc: [],
  body: { html: '<p>Words &amp; <em>more</em></p>', islands: [] },
  head: {},
};
const plain: ArticleData = { kind: 'article', article, neighbours: {} };

function pageOf(data: PageDataByRoute['article']): Page {
  return { route: 'article', head: { title: 'A' }, data };
}

test('the HTML of a text is set as it is, and everything around it is escaped', async () => {
  const html = await renderPage('/posts/a', pageOf(plain));
  expect(html).toContain('<div class="prose"><p>Words &amp; <em>more</em></p></div>');
  expect(html).toContain('<h1 class="title">It’s &quot;1 &lt; 2&quot; &amp; so on</h1>');
  expect(html).toContain('<a href="/tags/ink-paper">ink &amp; paper</a>');
});

test('islands are filled in the page, and stay empty in the data that becomes the payload', async () => {
  const island = { component: 'CopyButton', props: {}, isInline: true } as const;
  const empty = '<figure><span data-island="0"></span><span data-island="1"></span></figure>';
  const data = { ...plain, article: { ...article, body: { html: empty, islands: [island, island] } } };
  const html = await renderPage('/posts/a', pageOf(data));
  const filled =
    /<span data-island="\d"><button type="button" class="copy needs-script">Copy<\/button><span class="sr-only" role="status"><\/span><\/span>/g;
  expect(html.match(filled)).toHaveLength(2);
  expect(data.article.body.html).toBe(empty);
});

test('an island that is in no list is reported with the file that lacks it', async () => {
  const body = { html: '<div data-island="0"></div>', islands: [{ component: 'Marquee', props: {} }] };
  const data = { ...plain, article: { ...article, body } };
  await expect(renderPage('/posts/a', pageOf(data))).rejects.toThrow(
    'app/components/prose/islands.ts has no component "Marquee"',
  );
});

test('the header marks the current section, however many pages were rendered before', async () => {
  const [first, second] = site.navigation.map(({ path }) => path);
  for (const path of [`${first}/a`, `${second}/a`, '/elsewhere', `${first}/b`, first ?? '', `${second}/b`]) {
    const html = await renderPage(path, pageOf(plain));
    const [, current] = /<a href="([^"]*)" aria-current="(?:page|true)"/.exec(html) ?? [];
    expect(current).toBe(path === '/elsewhere' ? undefined : path.replace(/\/[ab]$/, ''));
  }
});

test.each([
  '/nowhere?a=1',
  '//other.example/x',
  '/posts/%C3%BC',
])('%s that is not there says so', async (path) => {
  const html = await renderPage(path, null);
  expect(html).toContain(`Page Not Found: ${decodeURI(path)}`);
  expect(html).toContain('<main id="main"');
});
