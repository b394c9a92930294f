/** Which answers a CDN may keep: those that are the same for all, and no other, whoever asks. */
import { expect, test } from 'vitest';
import { type CdnHeaders, createCdnHeaders } from '../../server/cdn/cdn-headers.ts';
import { cdnKinds } from '../../server/cdn/cdn-settings.ts';
import { openTestPages, type TestPages, type Who } from '../harness/server/test-pages.ts';
import {
  allPages,
  allStates,
  describeSecret,
  findStates,
  guarded,
  languages,
  now,
} from '../leaks/secret-pages.ts';

const cdn = createCdnHeaders({ kind: 'varnish', buildId: 'B 1', isSettled: () => true });
const everyone: Who[] = ['stranger', 'unsettled', 'reader', 'liar', 'owner'];
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
const files = {
  ...allPages,
  'posts/picture.md': '# Picture\n\n![A](./open.svg)\n',
  'posts/open.svg': svg,
  'posts/club/picture.md': '# Club\n\n![A](./member.svg)\n',
  'posts/club/member.svg': svg,
};

async function open(keeps?: CdnHeaders): Promise<TestPages> {
  const site = await openTestPages(files, {
    guarded,
    site: { languages },
    content: { now: () => now },
    ...(keeps && { pages: { cdn: keeps } }),
  });
  // Until then pages can change without a save.
  await site.content.complete();
  return site;
}

const toPayload = (path: string) => `${path === '/' ? '' : path}/_payload.json?test`;
const pages = [
  '/',
  '/posts',
  '/posts/open',
  '/tags',
  '/tags/shared',
  '/authors/ada',
  '/archive/2026/01',
  '/about',
  '/de/posts',
];
const kept = [
  ...pages.filter((path) => path !== '/about' && path !== '/tags'),
  ...['/', '/posts', '/posts/open', '/tags/shared'].map(toPayload),
  ...['/feed.xml', '/posts/rss.xml', '/tags/shared/feed.json', '/sitemap.xml', '/llms.txt'],
  ...['/index.md', '/posts/open.md', '/manifest.webmanifest', '/baby-names', '/running/pace'],
];
/** The same for all, but nothing says when they change. */
const unkept = [
  '/search',
  '/search.json?q=inner',
  '/running',
  '/robots.txt',
  '/llms-full.txt',
  '/nowhere',
  '/posts/',
];

const isKept = ({ headers }: Response) => /max-age=[1-9]/.test(headers.get('cdn-cache-control') ?? '');

test('what is the same for all is kept for a year, by its tags, and browsers ask each time as before', async () => {
  const [plain, site] = [await open(), await open(cdn)];
  for (const path of kept) {
    const [before, answer] = [await plain.get(path), await site.get(path)];
    expect([path, answer.status]).toEqual([path, 200]);
    expect([path, answer.headers.get('cdn-cache-control')]).toEqual([
      path,
      'max-age=31536000, stale-while-revalidate=86400, stale-if-error=604800',
    ]);
    const tags = answer.headers.get('cache-tag')?.split(',') ?? [];
    expect(tags.length).toBeLessThanOrEqual(16);
    expect(answer.headers.get('cache-tag')?.length).toBeLessThan(1024);
    expect(tags).toEqual(expect.arrayContaining(['site', 'build:b-1']));
    for (const tag of tags) expect(tag).toMatch(/^(?:[pltni]:[\da-f]{12}|site|build:b-1)$/);
    expect(answer.headers.get('vary')).toMatch(/^(?:Accept, )?Accept-Encoding$/);
    expect(answer.headers.has('set-cookie')).toBe(false);
    // Without a CDN nothing is different.
    for (const name of ['cdn-cache-control', 'cache-tag']) {
      expect([path, before.headers.has(name)]).toEqual([path, false]);
      answer.headers.delete(name);
    }
    expect([...answer.headers]).toEqual([...before.headers]);
    expect(await answer.text()).toBe(await before.text());
  }
});

test('a page deep in folders has 16 tags at most', async () => {
  const deep = `posts/${'a/'.repeat(30)}page.md`;
  const site = await openTestPages({ [deep]: '# Deep\n' }, { pages: { cdn } });
  const answer = await site.get(`/${deep.slice(0, -3)}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-tag')?.split(',').length).toBeLessThanOrEqual(16);
});

test('everybody gets the same bytes of what is kept', async () => {
  const site = await open(cdn);
  for (const path of kept) {
    const texts = new Set<string>();
    for (const who of everyone) texts.add(await (await site.request(who, path)).text());
    expect([path, texts.size]).toEqual([path, 1]);
  }
});

/** Every form of every page that not all may know of. */
const secretAddresses = [
  ...allStates.flatMap((state) => {
    const { path, folder, picture, tag, author, oldAddress, rule } = describeSecret(state);
    return [
      ...[path, toPayload(path), `/page.json?path=${path}`, `${path}.md`, `/de${path}`, `/de${path}.md`],
      ...[folder, toPayload(folder), `${folder}/feed.xml`, picture, tag, toPayload(tag), `${tag}/feed.xml`],
      ...[
        author,
        oldAddress,
        toPayload(oldAddress),
        rule,
        `/preview${path}`,
        `/og/0123456789abcdef${path}.png`,
      ],
      `/live-page?path=${path}`,
    ];
  }),
  ...[
    '/posts/club',
    toPayload('/posts/club'),
    '/posts/club.md',
    '/posts/club/picture',
    '/posts/club/picture.md',
  ],
  ...['/account', '/login', '/admin', '/stats'],
  ...unkept,
];

test('nothing of a page that not all may know of is kept, for whom it is sent', async () => {
  const site = await open(cdn);
  const asMarkdown = { headers: { accept: 'text/markdown' } };
  let compared = 0;
  for (const path of [...secretAddresses, ...kept])
    for (const init of /[.?]/.test(path) ? [{}] : [{}, asMarkdown])
      for (const who of ['owner', 'reader', 'unsettled', 'stranger'] as const) {
        const answer = await site.request(who, path, init);
        if (!isKept(answer)) {
          // News of a page do not end.
          if (path.startsWith('/live-page')) await answer.body?.cancel();
          else await answer.arrayBuffer();
          continue;
        }
        expect([path, who, answer.status, answer.headers.has('set-cookie')]).toEqual([path, who, 200, false]);
        const text = await answer.text();
        const stranger = await site.get(path, init === asMarkdown ? asMarkdown.headers : {});
        expect([path, who, text === (await stranger.text())]).toEqual([path, who, true]);
        // Those that are not listed can be read by everybody who has their address.
        expect([path, who, findStates(text, path).replace('unlisted', '').trim()]).toEqual([path, who, '']);
        compared += 1;
      }
  expect(compared).toBeGreaterThan(100);
});

test('what is for signed-in readers, drafts, previews, redirects and errors say that no cache may keep them', async () => {
  const site = await open(cdn);
  const member = /\/pictures\/[^"]+member\.svg/.exec(
    await (await site.request('reader', '/posts/club/picture')).text(),
  )?.[0];
  const draft = describeSecret('draft').path;
  const preview = await site.request('owner', `/preview/links?path=${draft}`, {
    method: 'POST',
    headers: { origin: 'https://site.test' },
  });
  const { url } = (await preview.json()) as { url: string };
  const asked: [Who, string][] = [
    ['reader', '/posts/club/picture'],
    ['reader', toPayload('/posts/club/picture')],
    ['stranger', '/posts/club/picture'],
    ['stranger', toPayload('/posts/club/picture')],
    ['unsettled', '/posts/club/picture'],
    ['stranger', '/posts/club/picture.md'],
    ['reader', member ?? ''],
    ['stranger', member ?? ''],
    ['owner', draft],
    ['owner', toPayload(draft)],
    ['owner', '/posts/area'],
    // An owner gets a draft here: the page of strangers must not come from a CDN.
    ['stranger', '/posts/area'],
    ['stranger', toPayload('/posts/area')],
    ['stranger', new URL(url, 'https://site.test').pathname],
    ['stranger', describeSecret('fixed').path],
    ...unkept.map((path): [Who, string] => ['stranger', path]),
  ];
  for (const [who, path] of asked) {
    const answer = await site.request(who, path);
    expect([who, path, answer.headers.get('cdn-cache-control'), answer.headers.has('cache-tag')]).toEqual([
      who,
      path,
      'no-store',
      false,
    ]);
    if (
      path.startsWith('/posts/club') ||
      path === draft ||
      path.includes('member') ||
      path.startsWith('/preview')
    )
      expect([who, path, answer.status, answer.headers.get('cache-control')]).toEqual([
        who,
        path,
        answer.status,
        expect.stringMatching(answer.status === 302 ? /no-store|no-cache|^$/ : /no-store/),
      ]);
  }
});

test('an open picture is kept while its pages are as they are, one that is in no page is not', async () => {
  const site = await open(cdn);
  const picture = /\/pictures\/[^"]+open\.svg/.exec(await site.getText('/posts/picture'))?.[0] ?? '';
  const answer = await site.get(picture);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(isKept(answer)).toBe(true);
  expect(answer.headers.get('cache-tag')).toMatch(/^i:[\da-f]{12},site,/);
  const card = /\/og\/[^"]+picture\.png/.exec(await site.getText('/posts/picture'))?.[0] ?? '';
  expect((await site.get(card)).headers.get('cache-tag')).toBe(answer.headers.get('cache-tag'));
  const without = createCdnHeaders({ kind: 'varnish', buildId: 'b', isSettled: () => true });
  expect(without.ofPicture([])).toEqual({ 'cdn-cache-control': 'no-store' });
  expect(without.ofPicture(Array.from({ length: 40 }, (_, page) => `/${page}`))).toEqual({
    'cdn-cache-control': 'no-store',
  });
});

test.each(cdnKinds)('%s is told in the headers that it reads', (kind) => {
  const headers = createCdnHeaders({ kind, buildId: 'b', isSettled: () => true }).ofFeed('/tags/a') ?? {};
  const names = {
    cloudflare: ['cdn-cache-control', 'cache-tag', ','],
    fastly: ['surrogate-control', 'surrogate-key', ' '],
    bunny: ['cdn-cache-control', 'cdn-tag', ','],
    varnish: ['cdn-cache-control', 'cache-tag', ','],
    http: ['cdn-cache-control', 'cache-tag', ','],
  } as const;
  const [control, tags, between] = names[kind];
  expect(Object.keys(headers)).toEqual([control, tags]);
  expect(headers[tags]?.split(between)).toHaveLength(4);
});

test('what Fastly may not keep is private, so that visitors who ask at once do not share an answer', async () => {
  const site = await open(createCdnHeaders({ kind: 'fastly', buildId: 'b', isSettled: () => true }));
  const controlOf = async (path: string) => (await site.get(path)).headers.get('cache-control');
  expect(await controlOf('/posts/open')).not.toContain('private');
  for (const path of ['/nowhere', '/search.json?q=inner', '/robots.txt', '/posts/club/picture'])
    expect([path, await controlOf(path)]).toEqual([path, expect.stringMatching(/^private, (?!.*public)/)]);
});

test('a picture for previews that is drawn while its page is withdrawn is not sent', async () => {
  const site = await openTestPages({ 'posts/a.md': '# A\n' }, { content: { watch: true }, pages: { cdn } });
  const card = /\/og\/[^"]+a\.png/.exec(await site.getText('/posts/a'))?.[0] ?? '';
  let isAnnounced = false;
  site.content.onChange(() => {
    isAnnounced = true;
  });
  site.save('posts/a.md', '---\ndraft: true\n---\n\n# A\n');
  const { status } = await site.get(card);
  expect(status).toBe(isAnnounced ? 404 : 200);
  await expect.poll(async () => (await site.get(card)).status).toBe(404);
});

test('shortly after the start nothing is kept', async () => {
  let isSettled = false;
  const site = await open(createCdnHeaders({ kind: 'http', buildId: 'b', isSettled: () => isSettled }));
  expect(isKept(await site.get('/posts/open'))).toBe(false);
  isSettled = true;
  site.pages.dropAll();
  expect(isKept(await site.get('/posts/open'))).toBe(true);
});

test('a page that shows how often it was read is kept for an hour', async () => {
  const page = '---\nshowViews: true\n---\n\n# Popular\n';
  const site = await openTestPages({ 'posts/popular.md': page }, { pages: { cdn } });
  for (const path of ['/posts/popular', toPayload('/posts/popular')])
    expect((await site.get(path)).headers.get('cdn-cache-control')).toMatch(/^max-age=3600,/);
});
