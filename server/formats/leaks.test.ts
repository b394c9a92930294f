import { describe, expect, test } from 'vitest';
import { openTestPages } from '../../tests/harness/server/test-pages.ts';

/** A page with a marker in everything that an output could show: name, title, description, tag, text, picture. */
const secret = (marker: string, more = '') =>
  `---\ntitle: ${marker}\ndescription: ${marker}\ndate: 2026-01-02\ntags: [${marker}]\n${more}---\n\n${marker}\n`;

const files = {
  'index.md': '# Home\n\nWelcome.\n',
  'posts/open.md': '---\ntitle: Open\ndate: 2026-01-02\ntags: [seen]\n---\n\nText.\n',
  'posts/draft-marker.md': secret('draft-marker', 'draft: true\n'),
  'posts/named-marker.draft.md': secret('named-marker'),
  'posts/scheduled-marker.md': secret('scheduled-marker', 'publishAt: 2026-11-16 12:01\n'),
  'posts/expired-marker.md': secret('expired-marker', 'expires: 2026-11-16 11:59\n'),
  'posts/unlisted-marker.md': secret('unlisted-marker', 'unlisted: true\n'),
  'posts/members/guarded-marker.md': secret('guarded-marker'),
};
const signIn = {
  login: '/login',
  callback: '/confirm',
  include: ['/posts/members/*'],
  exclude: [],
  flow: 'implicit' as const,
  cookieRedirect: true,
};
const open = () =>
  openTestPages(files, { content: { now: () => new Date('2026-11-16T12:00:00Z') }, site: { signIn } });

const outputs = [
  ...['', '/posts', '/tags/seen'].flatMap((folder) =>
    ['feed.xml', 'rss.xml', 'feed.json'].map((name) => `${folder}/${name}`),
  ),
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/llms-full.txt',
  '/index.md',
  '/posts/open.md',
  '/',
  '/posts',
  '/posts/open',
];

test.each(outputs)('%s names no page that strangers may not know', async (path) => {
  const { get } = await open();
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(await response.text()).not.toMatch(/marker/);
});

test.each([
  ['a draft', 'draft: true\n'],
  ['a page for later', 'publishAt: 2026-11-16 12:01\n'],
])('a page that is saved as %s is in no output before the change is announced', async (_, more) => {
  // Nothing is watched, so the change is never announced; no page was read before.
  const { getText, save } = await open();
  save('posts/open.md', `---\ntitle: Open\ndate: 2026-01-02\n${more}---\n\nsaved-marker\n`);
  for (const path of [
    ...outputs.filter((output) => !output.startsWith('/tags/')),
    '/posts/open/_payload.json',
  ])
    expect(await getText(path), path).not.toContain('saved-marker');
});

describe('by their address', () => {
  test.each([
    ['draft-marker', 404, 404],
    ['named-marker', 404, 404],
    ['named-marker.draft', 404, 404],
    ['scheduled-marker', 404, 404],
    ['expired-marker', 404, 404],
    ['members/guarded-marker', 401, 404],
    // It is reached by its address, and only so.
    ['unlisted-marker', 200, 302],
  ])('%s: Markdown %i, picture %i', async (name, markdown, picture) => {
    const { get } = await open();
    expect((await get(`/posts/${name}.md`)).status).toBe(markdown);
    expect((await get(`/og/0123456789abcdef/posts/${name}.png`)).status).toBe(picture);
    expect((await get(`/tags/${name.split('/').at(-1)}/feed.xml`)).status).toBe(404);
  });
});
