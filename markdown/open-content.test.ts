import { describe, expect, test } from 'vitest';
import { openTestContent } from '../tests/harness/markdown/test-content.ts';
import type { NavigationNode } from './document.ts';

const page = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\n\nText of ${title}.\n`;

const site = {
  'index.md': page('Home'),
  'about.md': page('About'),
  'posts/10.last/index.md': page('Last'),
  'posts/2.guide/.navigation.yml': 'title: The guide\n',
  'posts/2.guide/1.start.md': page('Start', 'description: How to begin\n'),
  'posts/2.guide/2.next.md': page('Next', 'navigation:\n  title: Go on\n'),
  'posts/2.guide/10.end.md': page('End'),
  'posts/2.guide/deep/er/page.md': page('Deep'),
  'posts/news/old.md': page('Old', 'date: 2024-01-01\ntags: [a, b]\n'),
  'posts/news/new.md': page('New', 'date: 2026-01-01\n'),
  'posts/news/undated.md': page('Undated'),
  'posts/hidden.md': page('Hidden', 'navigation: false\n'),
  'posts/secret/.navigation.yml': 'hide: true\n',
  'posts/secret/page.md': page('Secret'),
  'posts/_notes.md': page('Notes'),
  'posts/.private.md': page('Private'),
  'posts/plan.draft.md': page('Plan'),
  'posts/later.md': page('Later', 'draft: true\n'),
};

function outline(nodes: NavigationNode[]): unknown[] {
  return nodes.map(({ title, path, page, children }) => [
    `${page ? '' : '/'}${title} ${path}`,
    ...(children ? [outline(children)] : []),
  ]);
}

describe('addresses', () => {
  test.each([
    ['/', 'Home'],
    ['/about', 'About'],
    ['/posts/guide/start', 'Start'],
    ['/posts/guide/deep/er/page', 'Deep'],
    ['/posts/last', 'Last'],
    ['/posts/last/', 'Last'],
    ['/posts/hidden', 'Hidden'],
    ['/posts/secret/page', 'Secret'],
  ])('%s is a page', async (path, title) => {
    const { content } = await openTestContent(site);
    expect(content.visiblePages('reader').find(path)).toMatchObject({ kind: 'page', summary: { title } });
    expect((await content.visiblePages('reader').readArticle(path))?.title).toBe(title);
  });

  test.each([
    '/nowhere',
    '/posts/plan',
    '/posts/plan.draft',
    '/posts/later',
    '/posts/_notes',
    '/posts/notes',
    '/posts/.private',
    '/posts/2.guide/1.start',
    '/Posts/guide/start',
    '/posts/..%2f..%2fetc',
    '/posts/guide%2fstart',
    '/posts/%00',
    '/posts/%',
    '/posts/%ff',
    `/${'a'.repeat(5000)}`,
    'about',
    '',
  ])('%j is not found', async (path) => {
    const { content } = await openTestContent(site);
    expect(content.visiblePages('reader').find(path)).toBeUndefined();
    expect(await content.visiblePages('reader').readArticle(path)).toBeUndefined();
    expect(content.visiblePages('reader').list(path, { page: 1, size: 10 })).toBeUndefined();
    expect(content.visiblePages('reader').localNavigation(path)).toBeUndefined();
    expect(content.visiblePages('reader').neighbours(path)).toEqual({});
  });

  test('a folder without an index has its own address', async () => {
    const { content } = await openTestContent(site);
    expect(content.visiblePages('reader').find('/posts/guide')).toEqual({
      kind: 'folder',
      title: 'The guide',
      path: '/posts/guide',
    });
    expect(content.visiblePages('reader').find('/posts/guide/deep')).toMatchObject({
      kind: 'folder',
      title: 'Deep',
    });
  });

  test.each([
    ['my first trip.md', '/my-first-trip', 'My first trip'],
    ['Ünïcode Straße.md', '/ünïcode-straße', 'Ünïcode Straße'],
    ['日本語のページ.md', '/日本語のページ', '日本語のページ'],
    ['3. привет мир.md', '/привет-мир', 'Привет мир'],
    ['Cafe\u0301.md', '/caf\u00e9', 'Caf\u00e9'],
    ['what? #1 & 100%.md', '/what-1-100', 'What? #1 & 100%'],
    ['a -- b.md', '/a-b', 'A b'],
    ['v1.2.md', '/v1.2', 'V1.2'],
    ['2026-11-15-day.md', '/2026-11-15-day', '2026 11 15 day'],
    ['01-intro.md', '/intro', 'Intro'],
    ['7.md', '/7', '7'],
    ['🎉 party.md', '/🎉-party', '🎉 party'],
    ['constructor.md', '/constructor', 'Constructor'],
  ])('the file %j is found at %j, encoded or not', async (file, path, title) => {
    const { content } = await openTestContent({ [file]: 'Some text.' });
    expect(content.visiblePages('reader').find(path)).toMatchObject({
      kind: 'page',
      summary: { path, title },
    });
    expect(content.visiblePages('reader').find(encodeURI(path))).toEqual(
      content.visiblePages('reader').find(path),
    );
    expect(content.visiblePages('reader').find(path.normalize('NFD'))).toEqual(
      content.visiblePages('reader').find(path),
    );
    expect(await content.visiblePages('reader').readArticle(encodeURI(path))).toMatchObject({
      title,
      body: { html: '<p>Some text.</p>' },
    });
  });

  test('a name without a letter or a digit is reported and affects no other page', async () => {
    const { content, log } = await openTestContent({ '!!!.md': 'x', 'a.md': 'y' });
    expect(log).toEqual(['error: !!!.md has no address: put a letter or a digit into its name']);
    expect(content.visiblePages('reader').find('/a')).toBeDefined();
  });

  test('two files with one address: the first is shown, and a fault names both', async () => {
    const { content, log } = await openTestContent({
      'posts/1.a.md': page('One'),
      'posts/2.a.md': page('Two'),
      'posts/b.md': page('B'),
    });
    const problem =
      'posts/1.a.md and posts/2.a.md have the same address /posts/a: rename all but one of them';
    expect(content.visiblePages('public').find('/posts/a')).toMatchObject({ summary: { title: 'One' } });
    expect(log).toEqual([`error: ${problem}`]);
    expect(content.faults()).toEqual([{ file: 'posts/2.a.md', path: '/posts/a', message: problem }]);
    expect(outline(content.visiblePages('reader').navigation())).toEqual([['One /posts/a'], ['B /posts/b']]);
  });

  test('a page beside a folder of the same name is that folder’s page', async () => {
    const { content } = await openTestContent({ 'posts/a.md': page('A'), 'posts/a/b.md': page('B') });
    expect(outline(content.visiblePages('reader').navigation())).toEqual([
      ['A /posts/a', [['B /posts/a/b']]],
    ]);
  });
});

describe('navigation', () => {
  test('is the tree below /posts, in natural order, without what is hidden', async () => {
    const { content } = await openTestContent(site);
    expect(outline(content.visiblePages('reader').navigation())).toEqual([
      [
        '/The guide /posts/guide',
        [
          ['Start /posts/guide/start'],
          ['Go on /posts/guide/next'],
          ['End /posts/guide/end'],
          ['/Deep /posts/guide/deep', [['/Er /posts/guide/deep/er', [['Deep /posts/guide/deep/er/page']]]]],
        ],
      ],
      ['Last /posts/last'],
      [
        '/News /posts/news',
        [['New /posts/news/new'], ['Old /posts/news/old'], ['Undated /posts/news/undated']],
      ],
    ]);
  });

  test('previous and next go across folders', async () => {
    const { content } = await openTestContent(site);
    expect(content.visiblePages('reader').neighbours('/posts/guide/start')).toEqual({
      next: { title: 'Go on', path: '/posts/guide/next' },
    });
    expect(content.visiblePages('reader').neighbours('/posts/last')).toEqual({
      previous: { title: 'Deep', path: '/posts/guide/deep/er/page' },
      next: { title: 'New', path: '/posts/news/new' },
    });
    expect(content.visiblePages('reader').neighbours('/posts/hidden')).toEqual({});
    expect(content.visiblePages('reader').neighbours('/about')).toEqual({});
  });

  test('has the parent folders and the siblings of a page', async () => {
    const { content } = await openTestContent(site);
    expect(content.visiblePages('reader').localNavigation('/posts/guide/next')).toEqual({
      trail: [
        { title: 'Posts', path: '/posts' },
        { title: 'The guide', path: '/posts/guide' },
      ],
      siblings: [
        { title: 'Start', path: '/posts/guide/start' },
        { title: 'Go on', path: '/posts/guide/next', current: true },
        { title: 'End', path: '/posts/guide/end' },
        { title: 'Deep', path: '/posts/guide/deep', folder: true },
      ],
    });
    expect(
      content
        .visiblePages('reader')
        .localNavigation('/posts')
        ?.siblings.map(({ path }) => path),
    ).toEqual(['/posts/guide', '/posts/last', '/posts/news']);
    expect(content.visiblePages('reader').localNavigation('/about')).toBeUndefined();
  });

  test('never shows more than 24 siblings, with the page among them', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`posts/${at}.p${at}.md`, page(`P${at}`)]),
    );
    const { content } = await openTestContent(files);
    for (const at of [0, 5, 50, 95, 99]) {
      const local = content.visiblePages('reader').localNavigation(`/posts/p${at}`);
      expect(local?.siblings).toHaveLength(24);
      expect(local?.siblings.filter(({ current }) => current)).toEqual([
        { title: `P${at}`, path: `/posts/p${at}`, current: true },
      ]);
      expect(local?.more).toBe(true);
    }
  });
});

describe('lists', () => {
  test('a folder lists its folders, and its pages newest first', async () => {
    const { content } = await openTestContent(site);
    expect(content.visiblePages('reader').list('/posts/news', { page: 1, size: 2 })).toEqual({
      title: 'News',
      path: '/posts/news',
      folders: [],
      pages: [
        { path: '/posts/news/new', title: 'New', date: '2026-01-01', tags: [] },
        {
          path: '/posts/news/old',
          title: 'Old',
          date: '2024-01-01',
          tags: [
            { title: 'a', path: '/tags/a' },
            { title: 'b', path: '/tags/b' },
          ],
        },
      ],
      page: 1,
      pageCount: 2,
      total: 3,
    });
    expect(
      content
        .visiblePages('reader')
        .list('/posts/news', { page: 2, size: 2 })
        ?.pages.map(({ title }) => title),
    ).toEqual(['Undated']);
    expect(content.visiblePages('reader').list('/posts/news', { page: 3, size: 2 })).toMatchObject({
      page: 3,
      pageCount: 2,
      pages: [],
    });
  });

  test('a folder lists all pages below it, and each folder in it has their number', async () => {
    const { content } = await openTestContent(site);
    expect(content.visiblePages('reader').list('/posts', { page: 1, size: 10 })).toMatchObject({
      folders: [
        { title: 'The guide', path: '/posts/guide', count: 4 },
        { title: 'News', path: '/posts/news', count: 3 },
      ],
      pages: ['New', 'Old', 'Start', 'Next', 'End', 'Deep', 'Last', 'Undated'].map((title) => ({ title })),
      total: 8,
    });
  });

  test('a folder that holds only folders lists their pages, newest first', async () => {
    const { content } = await openTestContent({
      'posts/a/old.md': '---\ntitle: Old\ndate: 2025-01-01\n---\n',
      'posts/b/c/new.md': '---\ntitle: New\ndate: 2026-01-01\n---\n',
      'posts/b/c/hidden.md': '---\ntitle: Hidden\nnavigation: false\n---\n',
    });
    expect(content.visiblePages('reader').list('/posts', { page: 1, size: 10 })).toMatchObject({
      folders: [{ path: '/posts/a' }, { path: '/posts/b' }],
      pages: [{ title: 'New' }, { title: 'Old' }],
      total: 2,
    });
  });

  test('a page with nothing below it is not a list', async () => {
    const { content } = await openTestContent(site);
    expect(content.visiblePages('reader').list('/posts/last', { page: 1, size: 10 })).toBeUndefined();
    expect(content.visiblePages('reader').list('/about', { page: 1, size: 10 })).toBeUndefined();
  });

  test('the latest pages are those under /posts, newest first', async () => {
    const { content } = await openTestContent(site);
    const { pages, total } = content.visiblePages('reader').latest(3);
    expect(pages.map(({ title }) => title)).toEqual(['New', 'Old']);
    expect(total).toBe(8);
  });

  test('without any date, the first pages are the latest', async () => {
    const { content } = await openTestContent({ 'posts/b.md': page('B'), 'posts/a.md': page('A') });
    const { pages } = content.visiblePages('reader').latest(3);
    expect(pages.map(({ title }) => title)).toEqual(['A', 'B']);
  });

  test('a folder with `latest: false` is not among the latest, but in the list of all', async () => {
    const { content } = await openTestContent({
      'posts/1.guide/.navigation.yml': 'latest: false\n',
      'posts/1.guide/1.start.md': page('Start', 'date: 2026-11-01\n'),
      'posts/1.guide/more/deep.md': page('Deep'),
      'posts/first.md': page('First'),
    });
    const pages = content.visiblePages('public');
    expect(pages.latest(6)).toMatchObject({ pages: [{ title: 'First' }], total: 3 });
    expect(pages.list('/posts', { page: 1, size: 10 })?.pages.map(({ title }) => title)).toContain('Deep');
  });

  test('the list of posts is there before the first post', async () => {
    const { content } = await openTestContent({ 'index.md': page('Home') });
    expect(content.visiblePages('reader').find('/posts')).toEqual({
      kind: 'folder',
      title: 'Posts',
      path: '/posts',
    });
    expect(content.visiblePages('reader').list('/posts', { page: 1, size: 10 })).toMatchObject({
      total: 0,
      pageCount: 1,
    });
  });
});

test('a missing content folder is an error that names it', async () => {
  await expect(openTestContent({}, { folder: '/nowhere/at-all' })).rejects.toThrow(
    'The content folder /nowhere/at-all does not exist: create it, or name another one.',
  );
});
