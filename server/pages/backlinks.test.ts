/** "Pages that link here" and "Edit this page". */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestPages } from '../../tests/harness/server/test-pages.ts';

const page = (title: string, body: string, more = '') => `---\ntitle: ${title}\n${more}---\n\n${body}\n`;
const files = {
  'posts/target.md': page('Target', 'Text. [me](#x)'),
  'posts/quiet.md': page('Quiet', 'Text.', 'backlinks: false\nedit: false\n'),
  'posts/a.md': page('From A', '[x](target.md) [y](/posts/target#part) [z](/posts/quiet)'),
  'posts/b.md': page('From B', '[x](/posts/target)', 'date: 2026-01-01\n'),
  'posts/draft.md': page('Walrus draft', '[x](/posts/target)', 'draft: true\n'),
  'posts/later.md': page('Walrus later', '[x](/posts/target)', 'publishAt: 2999-01-01\n'),
  'posts/over.md': page('Walrus over', '[x](/posts/target)', 'expires: 2020-01-01\n'),
  'posts/hidden.md': page('Walrus hidden', '[x](/posts/target)', 'unlisted: true\n'),
  'members/page.md': page('Walrus member', '[x](/posts/target) [y](/members/other)'),
  'members/other.md': page('Other member', 'Text.'),
};
const guarded = ['/members/*'];

test('a page names the pages that link to it, and none that the visitor may not know', async () => {
  const { content, request } = await openTestPages(files, { guarded });
  expect(await (await request('stranger', '/posts/target')).text()).not.toContain('Pages that link here');
  await content.indexPages();
  // The page that was cached without them is rendered again.
  for (const who of ['stranger', 'reader', 'owner'] as const) {
    const text = await (await request(who, '/posts/target')).text();
    const links = /Pages that link here.*?<\/nav>/s.exec(text)?.[0] ?? '';
    expect([...links.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)).toEqual(['/posts/b', '/posts/a']);
    expect(links).not.toMatch(/walrus/i);
  }
  expect(await (await request('reader', '/members/other')).text()).toContain('Walrus member');
  expect(await (await request('stranger', '/posts/quiet')).text()).not.toContain('Pages that link here');
});

test('at most eight are named', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`posts/p${index}.md`, page(`P${index}`, '[x](target.md)')]),
  );
  const { content } = await openTestPages({ ...many, 'posts/target.md': page('Target', 'Text.') });
  await content.indexPages();
  expect(content.backlinks('/posts/target', 'public')).toHaveLength(8);
});

test('they follow what is saved: a new link, another title, a link that is gone', async () => {
  const { content, request, save, folder } = await openTestPages(files, { content: { watch: true } });
  await content.indexPages();
  const shown = async () => {
    const text = await (await request('stranger', '/posts/target')).text();
    return /Pages that link here.*?<\/nav>/s.exec(text)?.[0] ?? '';
  };
  expect(await shown()).toContain('From A');
  save('posts/c.md', page('From C', '[x](target.md)'));
  await expect.poll(shown).toContain('From C');
  save('posts/c.md', page('Called else', '[x](target.md)'));
  await expect.poll(shown).toContain('Called else');
  save('posts/a.md', page('From A', 'Nothing.'));
  await expect.poll(shown).not.toContain('From A');
  rmSync(join(folder, 'posts/c.md'));
  await expect.poll(shown).not.toContain('Called else');
});

test('an article leads to where its source is edited, unless it says no', async () => {
  const site = { editUrl: 'https://example.com/edit/main/content/{file}' };
  const { request } = await openTestPages({ ...files, 'posts/1.ü b.md': page('Name', 'Text.') }, { site });
  const editLink = async (path: string) =>
    /href="(https:\/\/example\.com\/edit[^"]*)"[^>]*>Edit this page/.exec(
      await (await request('stranger', path)).text(),
    )?.[1];
  expect(await editLink('/posts/a')).toBe('https://example.com/edit/main/content/posts/a.md');
  expect(await editLink('/posts/%C3%BC-b')).toBe(
    'https://example.com/edit/main/content/posts/1.%C3%BC%20b.md',
  );
  expect(await editLink('/posts/quiet')).toBeUndefined();
});
