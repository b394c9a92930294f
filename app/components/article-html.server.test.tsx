import { expect, test } from 'vitest';
import type { Article, LocalNavigation, TreeNode } from '../../markdown/document.ts';
import site from '../../site.config.ts';
import { renderPage } from '../entry.server.tsx';
import type { Page, PageDataByRoute } from '../page-data.ts';
import { renderByReact } from '../render-by-react.server.tsx';
import { toArticleHtml } from './article-html.server.ts';

type ArticleData = Extract<PageDataByRoute['article'], { kind: 'article' }>;

const body: TreeNode[] = [['p', 0, 'Words & ', ['em', 0, '<more>'], ' of them.']];
const article: Article = {
  path: '/posts/a',
  title: 'It’s "1 < 2" & so on',
  tags: [],
  updated: '2026-11-15',
  readingMinutes: 4,
  words: 800,
  toc: [],
  body,
  head: {},
};
const trail: LocalNavigation['trail'] = [
  { title: 'Posts', path: '/posts' },
  { title: 'Ink & <paper>', path: '/posts/ink-%26-paper' },
];
const navigation: LocalNavigation = {
  trail,
  siblings: [
    { title: 'It’s "1 < 2"', path: '/posts/a', current: true },
    { title: 'A folder', path: '/posts/folder', folder: true },
  ],
  hidden: 0,
};
const toc = [
  { id: 'one', text: 'One', depth: 2 },
  { id: 'a"b', text: 'A "b" & c', depth: 3 },
];
const plain: ArticleData = { kind: 'article', article, neighbours: {} };

const cases: [what: string, data: ArticleData][] = [
  ['nothing but a title and a body', plain],
  ['a description', { ...plain, article: { ...article, description: 'Who, "what" & <where>' } }],
  ['a day', { ...plain, article: { ...article, date: '2026-11-15' } }],
  ['a day and a later one', { ...plain, article: { ...article, date: '2025-01-02' } }],
  ['a count of its views', { ...plain, views: 1234 }],
  [
    'one view, a day and tags',
    { ...plain, views: 1, article: { ...article, date: '2025-01-02', tags: ['a'] } },
  ],
  ['tags', { ...plain, article: { ...article, tags: ['ink & paper', 'winter'] } }],
  ['one heading, which is no table of contents', { ...plain, article: { ...article, toc: toc.slice(1) } }],
  ['a table of contents', { ...plain, article: { ...article, toc } }],
  ['one before it', { ...plain, neighbours: { previous: { title: 'A & b', path: '/posts/a-%26-b' } } }],
  ['one after it', { ...plain, neighbours: { next: { title: 'C', path: '/posts/c' } } }],
  ['neighbours', { ...plain, navigation }],
  ['more neighbours than are shown', { ...plain, navigation: { ...navigation, hidden: 12_345 } }],
  ['neighbours and no way up', { ...plain, navigation: { ...navigation, trail: [], hidden: 3 } }],
  ['an empty body', { ...plain, article: { ...article, body: [] } }],
];

test.each(cases)('an article with %s is the same page with and without React', async (_what, data) => {
  for (const path of ['/posts/a', '/posts/caf%C3%A9/b', '/elsewhere', '/baby-names/x']) {
    const page = pageOf(data);
    const byReact = await renderByReact(path, page);
    expect(byReact).toContain(toArticleHtml(data));
    // The first time React renders the layout, and then it is cached.
    for (const _time of [1, 2]) expect(await renderPage(path, page)).toBe(byReact);
  }
});

test('the header marks the current section, however many pages were rendered before', async () => {
  const [first, second] = site.navigation.map(({ path }) => path);
  for (const path of [`${first}/a`, `${second}/a`, '/elsewhere', `${first}/b`, first ?? '', `${second}/b`]) {
    const html = await renderPage(path, pageOf(plain));
    expect(html).toBe(await renderByReact(path, pageOf(plain)));
    expect(/aria-current="(?:page|true)"/.test(html)).toBe(path !== '/elsewhere');
  }
});

test.each<[what: string, data: PageDataByRoute['article']]>([
  ['a picture', { ...plain, article: { ...article, image: { src: '/a.png', alt: '' } } }],
  ['a word to the owner', { ...plain, article: { ...article, problem: 'a.md:3: no' } }],
  ['a component with a state', { ...plain, article: { ...article, body: [['Tabs', 0]] } }],
  ['no article', { kind: 'problem', title: 'A', problem: 'a.md:3: no' }],
])('%s is left to React', async (_what, data) => {
  expect(toArticleHtml(data)).toBeUndefined();
  expect(await renderPage('/posts/a', pageOf(data))).toBe(await renderByReact('/posts/a', pageOf(data)));
});

function pageOf(data: PageDataByRoute['article']): Page {
  return { route: 'article', head: { title: 'A' }, data };
}
