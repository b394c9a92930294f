import { DOMParser } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { dotPicture } from '../../tests/harness/markdown/dot-picture.ts';
import { openTestPages, siteUrl } from '../../tests/harness/server/test-pages.ts';

const files = {
  'index.md': '# Home\n\nWelcome.\n',
  'posts/notes/first.md':
    '---\ntitle: First\nupdated: 2026-03-04\nimage: ./cover.png\n---\n\n![Dot](./dot.png)\n',
  'posts/notes/dot.png': dotPicture,
  'posts/notes/cover.png': dotPicture,
  'posts/notes/кот & пёс.md': '---\ntitle: Cat\nupdated: 2026-03-05\n---\n\nText.\n',
  'posts/noindex.md': '---\ntitle: No\nhead: { robots: "noindex, follow" }\n---\n\nText.\n',
  'posts/repost.md': '---\ntitle: Repost\ncanonical: https://elsewhere.test/first\n---\n\nText.\n',
  'posts/members/secret.md': '---\ntitle: Secret\n---\n\nText.\n',
};
const signIn = {
  login: '/login',
  callback: '/confirm',
  include: ['/posts/members/*', '/account'],
  exclude: [],
  flow: 'implicit' as const,
  cookieRedirect: true,
};

async function readAddresses(getText: (path: string) => Promise<string>) {
  const document = new DOMParser().parseFromString(await getText('/sitemap.xml'), 'application/xml');
  const urls = Array.from(document.getElementsByTagName('url'));
  return urls.map((url) => ({
    path: (url.getElementsByTagName('loc')[0]?.textContent ?? '').replace(siteUrl, ''),
    updated: url.getElementsByTagName('lastmod')[0]?.textContent ?? undefined,
    pictures: Array.from(url.getElementsByTagName('image:loc')).map((loc) => loc.textContent ?? ''),
  }));
}

test('the sitemap has the pages that search engines may show, with the day of their last change and their pictures', async () => {
  const { getText } = await openTestPages(files, { site: { signIn } });
  const entries = await readAddresses(getText);
  expect(entries.map(({ path }) => path).sort()).toEqual(
    [
      '/',
      '/about',
      '/baby-names',
      '/posts',
      '/posts/notes',
      '/posts/notes/first',
      '/posts/notes/%D0%BA%D0%BE%D1%82-%D0%BF%D1%91%D1%81',
      '/running',
      '/running/pace',
    ].sort(),
  );
  const first = entries.find(({ path }) => path === '/posts/notes/first');
  expect(first?.updated).toBe('2026-03-04');
  expect(first?.pictures).toEqual([
    expect.stringMatching(/^https:\/\/site\.test\/pictures\/.*cover\.png$/),
    expect.stringMatching(/^https:\/\/site\.test\/pictures\/.*dot\.png$/),
  ]);
});

test('the sitemap reads the pages that have pictures, and no others', async () => {
  const lost = '[x](./gone.md)';
  const { getText, log } = await openTestPages({
    'posts/cover.md': `---\ntitle: Cover\nimage: ./dot.png\n---\n\n${lost}\n`,
    'posts/figure.md': `![](dot.png)\n\n${lost}\n`,
    'posts/embed.md': `Text ![[dot.png]]\n\n${lost}\n`,
    'posts/html.md': `<p><img src="dot.png"></p>\n\n${lost}\n`,
    'posts/far.md': `![](https://elsewhere.test/dot.png)\n\n${lost}\n`,
    'posts/link.md': `[A picture](dot.png)\n\n${lost}\n`,
    'posts/text.md': `Text.\n\n${lost}\n`,
    'posts/dot.png': dotPicture,
  });
  const entries = await readAddresses(getText);
  expect(entries.filter(({ pictures }) => pictures.length > 0).map(({ path }) => path)).toEqual(
    ['cover', 'embed', 'figure', 'html'].map((name) => `/posts/${name}`),
  );
  // Reading a page logs what is wrong with it.
  expect(log.map((line) => /posts\/(\w+)\.md/.exec(line)?.[1])).toEqual(['cover', 'embed', 'figure', 'html']);
});

test('every address of the sitemap is a page', async () => {
  const { get, getText } = await openTestPages(files, { site: { signIn } });
  for (const { path } of await readAddresses(getText))
    expect([path, (await get(path)).status]).toEqual([path, 200]);
});

test('a small sitemap has no numbered files', async () => {
  const { get } = await openTestPages(files);
  for (const path of ['/sitemap-1.xml', '/sitemap-0.xml', '/sitemap-01.xml'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test('robots.txt names the sitemap and allows everything', async () => {
  const { getText } = await openTestPages(files);
  expect(await getText('/robots.txt')).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`);
});

test('robots.txt says what the settings say', async () => {
  const robots = { aiTraining: 'disallow', disallow: ['/private/', '/*.pdf'] } as const;
  const { getText } = await openTestPages(files, {
    site: { robots: { ...robots, disallow: [...robots.disallow] } },
  });
  const text = await getText('/robots.txt');
  expect(text).toContain('User-agent: *\nDisallow: /private/\nDisallow: /*.pdf\n\n');
  expect(text).toMatch(/User-agent: GPTBot\n(?:User-agent: .*\n)+Disallow: \/\n/);
});

test('a robots.txt of the owner wins, from the moment it is there', async () => {
  const { getText, save } = await openTestPages(files);
  await getText('/robots.txt');
  save('robots.txt', 'User-agent: *\nDisallow: /\n');
  expect(await getText('/robots.txt')).toBe('User-agent: *\nDisallow: /\n');
});
