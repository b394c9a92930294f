import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dotPicture } from '../../tests/harness/markdown/dot-picture.ts';
import { openTestContent } from '../../tests/harness/markdown/test-content.ts';
import { repository } from '../../tests/harness/read-tree.ts';
import { openTestPages, siteUrl } from '../../tests/harness/server/test-pages.ts';

const source = `---
title: "First: a page"
description: Of two.
date: 2026-01-02
updated: 2026-03-04
tags: [winter]
draft: false
navigation: { title: One }
---

A [link](./second.md#part), [another][ref], a [fragment](#here), [outside](https://example.com/a_(b)).
![Dot](dot.png "Title") <a href="/about">About</a> <!-- hidden one --> and \`<!-- shown -->\`.

<!--
hidden two

hidden three
-->

%% hidden four %% {/* hidden mdx */} {{/* hidden hugo */}}
%%
hidden five
%%

:::card{title="Card" href=./second.md}
Inside \`%% shown %%\`.
:::

\`\`\`md
<!-- shown too --> [kept](./second.md) %% shown %%
\`\`\`

[ref]: second.md
`;

const files = {
  'index.md': '# Home\n\nWelcome.\n',
  'posts/notes/first.md': source,
  'posts/notes/second.md': '# Second\n\nText.\n',
  'posts/notes/dot.png': dotPicture,
  'posts/open-end.md': '# Open end\n\nSeen.\n\n<!-- hidden\n\nhidden six\n',
  'posts/secret.draft.md': '# Draft\n\nhidden draft\n',
  'posts/members/only.md': '# Members\n\nhidden members\n',
};
const signIn = {
  login: '/login',
  callback: '/confirm',
  include: ['/posts/members/*'],
  exclude: [],
  flow: 'implicit' as const,
  cookieRedirect: true,
};

describe('a page as Markdown', () => {
  test('has a short frontmatter, absolute addresses, and no comments', async () => {
    const { get } = await openTestPages(files);
    const response = await get('/posts/notes/first.md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(
      /^---\ntitle: "First: a page"\ndescription: "Of two\."\ndate: "2026-01-02"\nupdated: "2026-03-04"\ntags: \["winter"\]\ncanonical: "https:\/\/site\.test\/posts\/notes\/first"\n---\n\n/,
    );
    expect(text).not.toContain('hidden');
    expect(text.match(/shown/g)).toHaveLength(4);
    expect(text).toContain(
      `A [link](${siteUrl}/posts/notes/second#part), [another][ref], a [fragment](#here)`,
    );
    expect(text).toContain('[outside](https://example.com/a_(b)).');
    expect(text).toMatch(/!\[Dot\]\(https:\/\/site\.test\/pictures\/\w+\/posts\/notes\/dot\.png "Title"\)/);
    expect(text).toContain(`<a href="${siteUrl}/about">`);
    expect(text).toContain(`:::card{title="Card" href=${siteUrl}/posts/notes/second}`);
    expect(text).toContain('<!-- shown too --> [kept](./second.md) %% shown %%\n```');
    expect(text).toContain(`[ref]: ${siteUrl}/posts/notes/second\n`);
  });

  test('hides a comment that has no end', async () => {
    const { getText } = await openTestPages(files);
    const text = await getText('/posts/open-end.md');
    expect(text).toContain('Seen.');
    expect(text).not.toContain('hidden');
  });

  test('is sent to a client that asks for it at the address of the page', async () => {
    const { get, pages } = await openTestPages(files);
    const html = await get('/posts/notes/first');
    expect(html.headers.get('content-type')).toContain('text/html');
    expect(html.headers.get('vary')).toContain('Accept,');
    const response = await get('/posts/notes/first', { accept: 'text/markdown, text/html;q=0.5' });
    expect(response.headers.get('content-type')).toContain('text/markdown');
    expect(response.headers.get('content-location')).toBe('/posts/notes/first.md');
    expect(response.headers.get('vary')).toContain('Accept,');
    // The cache of HTML is asked first.
    const parts = {
      method: 'GET',
      url: '/posts/notes/first',
      acceptEncoding: undefined,
      ifNoneMatch: undefined,
    };
    expect(pages.findPrepared({ ...parts, accept: 'text/markdown' })).toBeUndefined();
    expect(pages.findPrepared({ ...parts, accept: 'text/html,*/*' })?.headers['content-type']).toContain(
      'text/html',
    );
    const home = await get('/', { accept: 'text/markdown' });
    expect(home.headers.get('content-location')).toBe('/index.md');
    expect(await home.text()).toContain('Welcome.');
  });

  test('of a folder without a page, and of no page, is HTML', async () => {
    const { get } = await openTestPages(files);
    const response = await get('/posts/notes', { accept: 'text/markdown' });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    for (const path of ['/posts/notes.md', '/posts/none.md', '/posts/secret.md', '/posts/secret.draft.md'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test('of a guarded page is two lines that ask to sign in', async () => {
    const { get } = await openTestPages(files, { site: { signIn } });
    for (const [path, accept] of [
      ['/posts/members/only.md', '*/*'],
      ['/posts/members/only', 'text/markdown'],
      ['/posts/members/none.md', '*/*'],
    ] as const) {
      const response = await get(path, { accept });
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toContain('text/markdown');
      expect(await response.text()).toBe(`Sign in to read this page:\n<${siteUrl}/login>\n`);
    }
  });

  test('of a file that was saved as a draft a moment ago is not sent', async () => {
    const { get, save } = await openTestPages(files);
    save('posts/notes/second.md', '---\ndraft: true\n---\n\nhidden\n');
    expect((await get('/posts/notes/second.md')).status).toBe(404);
  });
});

describe('the Markdown of the guide', () => {
  const folder = join(repository, 'content/posts/1.guide');
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));

  test.each(names)('%s has the text of its page', async (name) => {
    const original = await openTestPages({
      [`posts/1.guide/${name}`]: readFileSync(join(folder, name), 'utf8'),
      'posts/1.guide/lake.jpg': readFileSync(join(folder, 'lake.jpg')),
    });
    const [page] = original.content.visiblePages('public').pages();
    const path = page?.path ?? '';
    const again = await openTestContent({ [`posts/1.guide/${name}`]: await original.getText(`${path}.md`) });
    const before = await original.content.visiblePages('public').readArticle(path);
    const after = await again.content.visiblePages('public').readArticle(path);
    const textOf = (html = '') => html.replace(/<[^>]*>/g, '');
    expect(textOf(after?.body.html)).toBe(textOf(before?.body.html));
    expect(after?.words).toBe(before?.words);
    expect(after?.title).toBe(before?.title);
  });
});

describe('the texts for language models', () => {
  test('llms.txt has a line for each page, by folder', async () => {
    const { getText } = await openTestPages(files);
    const text = await getText('/llms.txt');
    expect(text).toMatch(/^# Porchlight\n\n> /);
    expect(text).toContain(`## Notes\n\n- [First: a page](${siteUrl}/posts/notes/first.md): Of two.\n`);
    expect(text).toContain(`## Pages\n\n- [Home](${siteUrl}/index.md)\n`);
    expect(text).not.toContain('hidden');
  });

  test('llms.txt keeps to 50 kB with the newest pages, and says what it leaves out', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [
        `posts/p${at}.md`,
        `---\ntitle: Page ${at}\ndescription: ${'Words. '.repeat(12).trim()}\ndate: ${2000 + Math.floor(at / 28)}-01-${String((at % 28) + 1).padStart(2, '0')}\n---\n\nText.\n`,
      ]),
    );
    const { getText } = await openTestPages(many);
    const text = await getText('/llms.txt');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(45_000);
    expect(text).toContain('[Page 599]');
    expect(text).not.toContain('[Page 0]');
    expect(text).toMatch(/\n\d+ more pages are in https:\/\/site\.test\/sitemap\.xml\n$/);
  });

  test('llms-full.txt has the texts, and keeps to 5 MB', async () => {
    const large = Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [
        `posts/p${at}.md`,
        `# Page ${at}\n\n${'Some words. '.repeat(80_000)}\n`,
      ]),
    );
    const { get, getText } = await openTestPages({ ...files, ...large });
    const text = await getText('/llms-full.txt');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5_000_000);
    expect(text).toContain('canonical: "https://site.test/posts/notes/first"');
    expect(text).not.toContain('hidden');
    expect(text).toMatch(/more pages are in/);
    const etag = (await get('/llms-full.txt')).headers.get('etag') ?? '';
    expect((await get('/llms-full.txt', { 'if-none-match': etag })).status).toBe(304);
  });
});
