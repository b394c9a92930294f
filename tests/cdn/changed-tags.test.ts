/** A save tells a CDN exactly what has other bytes afterward: every address of a site is asked for before and after it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCdnHeaders } from '../../server/cdn/cdn-headers.ts';
import { listChangedTags } from '../../server/cdn/changed-tags.ts';
import siteConfig from '../../site.config.ts';
import { openTestPages, type TestPages } from '../harness/server/test-pages.ts';

/** The content's clock. */
let now = Date.parse('2026-11-16T12:00:00Z');

const page = (title: string, text = 'Words.', more = '') =>
  `---\ntitle: ${title}\nupdated: 2026-01-03\n${more}---\n\n${text}\n`;

const files = {
  'index.md': page('Home'),
  'posts/a.md': page('A', '[To B](/posts/b)', 'date: 2026-01-01\ntags: [red]\nauthors: [ada]\n'),
  'posts/b.md': page('B', 'Words.', 'date: 2026-01-02\ntags: [red, blue]\n'),
  'posts/guide/index.md': page('Guide'),
  'posts/guide/one.md': page('One', 'Words.', 'date: 2025-02-01\n'),
  'posts/guide/two.md': page('Two', 'Words.', 'date: 2025-02-02\n'),
  'posts/club/secret.md': page('Secret'),
  'notes/n.md': page('N'),
  'notes/o.draft.md': page('O'),
  ...Object.fromEntries(
    Array.from({ length: 25 }, (_, i) => [
      `posts/long/index.md`,
      page('Long'),
      `posts/long/p${i}.md`,
      page(`P${i}`),
    ]).flatMap(([a, b, c, d]) => [
      [a, b],
      [c, d],
    ]),
  ),
  'authors.yml': 'ada: { name: Ada }\n',
  'tags.yml': 'red: { title: Red }\n',
};
const signIn = { ...siteConfig.signIn, include: ['/posts/club/*'] };
const site = { ...siteConfig, signIn };

const pages = [
  ...[
    '/',
    '/posts',
    '/posts/a',
    '/posts/b',
    '/posts/c',
    '/posts/guide',
    '/posts/guide/one',
    '/posts/guide/two',
  ],
  ...[
    '/notes',
    '/notes/n',
    '/notes/m',
    '/notes/o',
    '/posts/w',
    '/notes/target',
    '/posts/long',
    '/posts/long/p0',
    '/posts/long/p1',
    '/posts/long/p15',
    '/posts/long/p24',
  ],
  ...[
    '/tags',
    '/tags/red',
    '/tags/blue',
    '/tags/green',
    '/authors/ada',
    '/archive',
    '/archive/2026',
    '/archive/2025/02',
  ],
  '/baby-names',
];
const feeds = [
  '',
  '/posts',
  '/posts/guide',
  '/notes',
  '/posts/long',
  '/tags/red',
  '/tags/blue',
  '/tags/green',
  '/authors/ada',
];
const withPayload = ['/', '/posts', '/posts/a', '/posts/b', '/posts/guide', '/posts/guide/one', '/tags/red'];
const withMarkdown = ['/index', '/posts/a', '/posts/b', '/posts/guide/one', '/posts/guide/two', '/notes/n'];
const addresses = [
  ...pages,
  ...withPayload.map((path) => `${path === '/' ? '' : path}/_payload.json?test`),
  ...withMarkdown.map((path) => `${path}.md`),
  ...feeds.map((path) => `${path}/feed.xml`),
  ...['/sitemap.xml', '/llms.txt', '/manifest.webmanifest', '/posts/club/secret'],
];

interface Answer {
  text: string;
  tags: string[];
}

async function readAll({ get }: TestPages): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const address of addresses) {
    const answer = await get(address);
    const tags = answer.headers.get('cache-tag')?.split(',') ?? [];
    answers.set(address, { text: `${answer.status} ${await answer.text()}`, tags });
  }
  return answers;
}

/** Asks for everything, changes something, and asks again. */
async function purgeBy(change: (site: TestPages) => void, more: Record<string, string> = {}) {
  const cdn = createCdnHeaders({ kind: 'varnish', buildId: 'b', isSettled: () => true });
  const opened = await openTestPages(
    { ...files, ...more },
    { site: { signIn }, content: { watch: true, now: () => new Date(now) }, pages: { cdn } },
  );
  const { content } = opened;
  await content.complete();
  const before = await readAll(opened);
  const purged = new Set<string>();
  content.onChange((announced) => {
    for (const tag of listChangedTags(announced, { content, site })) purged.add(tag);
  });
  await opened.changeBy(() => change(opened));
  // What links and names add comes a moment later.
  await content.complete();
  const after = await readAll(opened);
  const changed: string[] = [];
  const dropped: string[] = [];
  /** What each tag that was named is on, and whether any of that has changed. */
  const named = new Map<string, { isChanged: boolean; on: string[] }>();
  for (const [address, { text, tags }] of before) {
    const isChanged = text !== after.get(address)?.text;
    // What was never kept is asked for each time.
    if (isChanged && tags.length > 0) changed.push(address);
    if (tags.some((tag) => purged.has(tag))) dropped.push(address);
    for (const tag of tags.filter((tag) => purged.has(tag))) {
      const known = named.get(tag);
      named.set(tag, {
        isChanged: isChanged || known?.isChanged === true,
        on: [...(known?.on ?? []), address],
      });
    }
  }
  const wasted = [...named.values()].flatMap(({ isChanged, on }) => (isChanged ? [] : on.slice(0, 1)));
  return { purged, changed, dropped, wasted };
}

const remove = ({ folder }: TestPages, file: string) => rmSync(join(folder, file));
/** The third column: what is named although its bytes are the same, because the content says that it may name the page. */
const changes: [name: string, change: (site: TestPages) => void, wasted: string[]][] = [
  [
    'the text of an article',
    ({ save }) => save('posts/a.md', files['posts/a.md'].replace('To B', 'Again to B')),
    [],
  ],
  [
    'the text of a page that is no article',
    ({ save }) => save('notes/n.md', page('N', 'Other words.')),
    ['/feed.xml', '/notes/feed.xml'],
  ],
  [
    'a title',
    ({ save }) => save('posts/guide/one.md', page('First', 'Words.', 'date: 2025-02-01\n')),
    ['/archive'],
  ],
  [
    'a tag',
    ({ save }) => save('posts/b.md', page('B', 'Words.', 'date: 2026-01-02\ntags: [green]\n')),
    ['/posts/a', '/posts/guide', '/posts/long', '/archive'],
  ],
  [
    'a new page',
    ({ save }) => save('posts/c.md', page('C', 'Words.', 'date: 2026-01-04\ntags: [blue]\n')),
    ['/posts/guide', '/posts/long'],
  ],
  ['a page that was deleted', (site) => remove(site, 'posts/guide/two.md'), ['/posts/long']],
  [
    'a page that was renamed',
    (site) => {
      site.save('posts/guide/six.md', files['posts/guide/two.md']);
      remove(site, 'posts/guide/two.md');
    },
    ['/posts/long', '/archive'],
  ],
  [
    'a page that becomes a draft',
    ({ save }) => save('posts/b.md', files['posts/b.md'].replace('title', 'draft: true\ntitle')),
    ['/posts/guide', '/posts/long'],
  ],
  [
    'the name of a folder',
    ({ save }) => save('posts/guide/index.md', page('Guides')),
    ['/posts/long', '/posts/feed.xml'],
  ],
  ['a draft', ({ save }) => save('notes/o.draft.md', page('O', 'More.')), []],
];

test.each(changes)('%s', async (_, change, wasted) => {
  const { purged, changed, dropped, ...found } = await purgeBy(change);
  expect(purged).not.toContain('site');
  expect(dropped).toEqual(expect.arrayContaining(changed));
  expect(found.wasted).toEqual(wasted);
});

test('a page that others name in double brackets, and the feeds that have their texts', async () => {
  const target = page('Target');
  const { purged, changed, dropped } = await purgeBy(
    (site) => {
      site.save('posts/guide/target.md', target);
      remove(site, 'notes/target.md');
    },
    {
      'posts/w.md': page('W', 'See [[target]].', 'date: 2026-01-05\ntags: [red]\n'),
      'notes/target.md': target,
    },
  );
  expect(purged).not.toContain('site');
  expect(changed).toEqual(expect.arrayContaining(['/posts/w', '/posts/feed.xml', '/tags/red/feed.xml']));
  expect(dropped).toEqual(expect.arrayContaining(changed));
});

test('all pages of a folder have one tag when its name changes', async () => {
  const { purged } = await purgeBy(({ save }) => save('posts/long/index.md', page('Longer')));
  expect([...purged].filter((tag) => tag.startsWith('n:'))).toHaveLength(1);
  // In place of 25 pages.
  expect(purged.size).toBeLessThan(15);
});

test.each([
  ['appears', 'publishAt'],
  ['ends', 'expires'],
])('a page that %s by the clock', async (_, field) => {
  const soon = new Date(now + 500).toISOString();
  const { purged, changed, dropped } = await purgeBy(
    () => {
      now += 1000;
    },
    { 'posts/d.md': page('D', 'Words.', `date: 2026-01-05\n${field}: ${soon}\n`) },
  );
  expect(purged).not.toContain('site');
  expect(changed).toEqual(expect.arrayContaining(['/posts', '/posts/b', '/posts/feed.xml', '/sitemap.xml']));
  expect(dropped).toEqual(expect.arrayContaining(changed));
});

test('what is for signed-in readers is not named', async () => {
  const { purged } = await purgeBy(({ save }) => save('posts/club/secret.md', page('Secret', 'More.')));
  expect([...purged]).toEqual([]);
});

test.each([
  ['the stylesheet', 'theme.css', ':root { --paper: #ffffff }'],
  ['the names of tags', 'tags.yml', 'red: { title: Rot }\n'],
])('all pages, where the content does not know which: %s', async (_, file, text) => {
  const { purged, changed, dropped } = await purgeBy(({ save }) => save(file, text));
  expect([...purged]).toContain('site');
  expect(dropped).toEqual(expect.arrayContaining(changed));
});
