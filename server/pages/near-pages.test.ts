import { expect, test } from 'vitest';
import { openTestPages } from '../../tests/harness/server/test-pages.ts';

const page = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\n\nText.\n`;
const files = {
  'about.md': page('About'),
  'posts/guide/index.md': page('Guide'),
  'posts/guide/markdown.md': page('Markdown'),
  'posts/notes/why-small-websites-last.md': page('Why small websites last'),
  'posts/markdowns.draft.md': page('Secret draft'),
  'posts/markdownx.md': page('Unlisted', 'unlisted: true\n'),
  'posts/markdowny.md': page('Hidden', 'navigation: false\n'),
  'account/markdownz.md': page('Guarded'),
};
const guarded = ['/account/*'];

test.each([
  ['a misspelled name', '/posts/guide/markdwn', ['/posts/guide/markdown']],
  ['another folder', '/markdown', ['/posts/guide/markdown']],
  ['another ending', '/posts/guide/Markdown.html', ['/posts/guide/markdown']],
  ['two letters that changed places', '/abuot', ['/about']],
  ['some words of the title', '/posts/small-websites', ['/posts/notes/why-small-websites-last']],
  ['a page below another', '/posts/guide/markdown/more', ['/posts/guide/markdown']],
  ['nothing like it', '/wp-login.php', []],
  ['a very long address', `/posts/${'markdown-'.repeat(900)}`, ['/posts/guide/markdown']],
])('an address without a page offers what is near: %s', async (_what, path, near) => {
  const { get } = await openTestPages(files, { guarded });
  const response = await get(path);
  expect(response.status).toBe(404);
  const html = await response.text();
  expect(html).toContain('content="noindex"');
  const offered = /<nav class="near-pages".*?<\/nav>/.exec(html)?.[0] ?? '';
  expect([...offered.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(near);
  const payload = (await (await get(`${path}/_payload.json`)).json()) as {
    error: { near?: { path: string }[] };
  };
  expect((payload.error.near ?? []).map((found) => found.path)).toEqual(near);
});

test('an address without a page has a search field with its words', async () => {
  const { get } = await openTestPages(files);
  const html = await (await get('/posts/old_roses-in-snow.html')).text();
  expect(html).toMatch(/<form[^>]* action="\/search"[^>]*>.*name="q"[^>]* value="old roses in snow"/);
});

test('the offered pages change with the content', async () => {
  const { get, save } = await openTestPages(files, { content: { watch: true } });
  const read = async () => (await get('/posts/gardn')).text();
  expect(await read()).not.toContain('near-pages');
  save('posts/garden.md', page('Garden'));
  await expect.poll(read).toContain('href="/posts/garden"');
});

test('the language of the address decides which pages are offered', async () => {
  const site = { languages: { de: {} } };
  const { get } = await openTestPages(
    { ...files, 'de/posts/guide/markdown.md': page('Auszeichnung') },
    { site },
  );
  expect(await (await get('/de/posts/markdwn')).text()).toContain('href="/de/posts/guide/markdown"');
  expect(await (await get('/posts/markdwn')).text()).not.toContain('href="/de/posts/guide/markdown"');
});
