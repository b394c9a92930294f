import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openTestPages, siteUrl } from '../../tests/harness/server/test-pages.ts';

const many = Object.fromEntries(
  Array.from({ length: 45 }, (_, at) => [`posts/many/p${at}.md`, `---\ntitle: P${at}\n---\n\nText.\n`]),
);
const files = {
  ...many,
  'index.md': '# Home\n\nWelcome.\n',
  'posts/notes/first.md':
    '---\ntitle: "Ends </script><b> it"\ndescription: Of two.\ndate: 2026-01-02\nupdated: 2026-03-04\n---\n\nFour words of text.\n',
  'posts/notes/second.md': '---\ntitle: Second\ncanonical: https://elsewhere.test/second\n---\n\nText.\n',
  'posts/members/only.md': '---\ntitle: Members\n---\n\nText.\n',
};
const signIn = {
  login: '/login',
  callback: '/confirm',
  include: ['/posts/members/*'],
  exclude: [],
  flow: 'implicit' as const,
  cookieRedirect: true,
};

const linksOf = (html: string, rel: string) =>
  [...html.matchAll(new RegExp(`<link [^>]*rel="${rel}"[^>]*>`, 'g'))].map(
    ([tag]) => /href="([^"]*)"/.exec(tag)?.[1],
  );

function readData(html: string): { '@context': string; '@graph': Record<string, unknown>[] } {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(scripts).toHaveLength(1);
  return JSON.parse(scripts[0]?.[1] ?? '');
}

test('an article says what it is', async () => {
  const { getText } = await openTestPages(files);
  const html = await getText('/posts/notes/first');
  const { '@context': context, '@graph': graph } = readData(html);
  expect(context).toBe('https://schema.org');
  expect(graph[0]).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'Ends </script><b> it',
    description: 'Of two.',
    datePublished: '2026-01-02',
    dateModified: '2026-03-04',
    wordCount: 4,
    mainEntityOfPage: `${siteUrl}/posts/notes/first`,
    author: { name: 'Porchlight' },
    isPartOf: { '@id': `${siteUrl}/` },
  });
  expect(graph[0]?.image).toBe(/property="og:image" content="([^"]*)"/.exec(html)?.[1]);
  expect(graph[1]).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Posts', item: `${siteUrl}/posts` },
      { position: 2, name: 'Notes', item: `${siteUrl}/posts/notes` },
      { position: 3, name: 'Ends </script><b> it', item: `${siteUrl}/posts/notes/first` },
    ],
  });
  const script = /<script type="application\/ld\+json">.*?<\/script>/s.exec(html)?.[0] ?? '';
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(600);
});

test('the front page says that the site can be searched', async () => {
  const { getText } = await openTestPages(files);
  const [site] = readData(await getText('/'))['@graph'];
  expect(site).toMatchObject({
    '@type': 'WebSite',
    url: `${siteUrl}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: `${siteUrl}/search?q={search_term_string}` },
    },
  });
});

test('the front page and lists name their feeds, and pages their Markdown', async () => {
  const { getText } = await openTestPages(files);
  expect(linksOf(await getText('/'), 'alternate')).toEqual([
    '/feed.xml',
    '/rss.xml',
    '/feed.json',
    '/index.md',
  ]);
  expect(linksOf(await getText('/posts/notes'), 'alternate')).toEqual([
    '/posts/notes/feed.xml',
    '/posts/notes/rss.xml',
    '/posts/notes/feed.json',
  ]);
  expect(linksOf(await getText('/posts/notes/first'), 'alternate')).toEqual(['/posts/notes/first.md']);
});

test('a page of a list names the ones beside it', async () => {
  const { getText } = await openTestPages(files);
  const neighbours = async (path: string) => {
    const html = await getText(path);
    return [linksOf(html, 'prev')[0], linksOf(html, 'next')[0]];
  };
  expect(await neighbours('/posts/many')).toEqual([undefined, `${siteUrl}/posts/many?page=2`]);
  expect(await neighbours('/posts/many?page=2')).toEqual([
    `${siteUrl}/posts/many`,
    `${siteUrl}/posts/many?page=3`,
  ]);
  expect(await neighbours('/posts/many?page=3')).toEqual([`${siteUrl}/posts/many?page=2`, undefined]);
});

test('a repost names the address where it was published first', async () => {
  const { getText } = await openTestPages(files);
  const html = await getText('/posts/notes/second');
  expect(linksOf(html, 'canonical')).toEqual(['https://elsewhere.test/second']);
});

test('a guarded page has no picture, no Markdown and no feed', async () => {
  const { pages, content } = await openTestPages(files, { site: { signIn } });
  expect(content.visiblePages('reader').find('/posts/members/only')?.kind).toBe('page');
  const response = await pages.fetch(new Request(`${siteUrl}/og/abc/posts/members/only.png`));
  expect(response.status).toBe(404);
});
