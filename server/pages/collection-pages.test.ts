import { expect, test } from 'vitest';
import site from '../../site.config.ts';
import { openTestPages } from '../../tests/harness/server/test-pages.ts';

const page = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\n\nText.\n`;

const files = {
  'authors.yml': 'ada:\n  name: Ada Lovelace\n',
  'tags.yml': 'garden:\n  aliases: [gardening]\n',
  'posts/a.md': page('A', 'date: 2026-03-01\ntags: [Garden]\nauthors: ada\n'),
  'posts/b.md': page('B', 'date: 2025-03-01\ntags: [garden, Über uns]\n'),
  'posts/deep/c.md': page('C'),
  'posts/secret.md': page('Secret', 'tags: [walrus]\ndate: 2020-01-01\n'),
};
const signIn = { ...site.signIn, include: ['/posts/secret'] };
const open = () => openTestPages(files, { site: { signIn } });

test.each([
  ['/tags', 'Tags'],
  ['/tags/garden', '<h1 class="title">Garden</h1>'],
  ['/tags/%C3%BCber-uns', '<h1 class="title">Über uns</h1>'],
  ['/authors/ada', '<h1 class="title">Ada Lovelace</h1>'],
  ['/archive', '2025'],
  ['/archive/2026', '<h1 class="title">2026</h1>'],
  ['/archive/2026/03', '<h1 class="title">March 2026</h1>'],
])('%s is a page', async (path, text) => {
  const { get } = await open();
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(text);
});

test.each([
  '/tags/none',
  '/tags/walrus',
  '/tags/garden?page=2',
  '/authors/none',
  '/authors',
  '/archive/2020',
  '/archive/2020/01',
  '/archive/2026/13',
  '/archive/x',
])('%s is not found', async (path) => {
  const { get } = await open();
  expect((await get(path)).status).toBe(404);
});

test('another spelling of a tag shows its page, which names the one address', async () => {
  const { getText } = await open();
  for (const path of ['/tags/gardening', '/tags/Garden', '/tags/garden?other=1'])
    expect(await getText(path)).toContain('rel="canonical" href="https://site.test/tags/garden"');
});

test('/posts lists every article by year, with its tags as links, how many there are, and ways to the rest', async () => {
  const { getText } = await open();
  const html = await getText('/posts');
  const order = ['3<!-- --> articles', '2026', '>A<', '2025', '>B<', 'Without a date', '>C<'];
  const places = order.map((part) => html.indexOf(part.replace('<!-- -->', '')));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(html).toContain('<a href="/tags/garden">Garden</a>');
  expect(html).toContain('<a href="/tags">By tag</a>');
  expect(html).toContain('<a href="/archive">By month</a>');
});

test('a new tag is on the page of tags and on its own as soon as the file is saved', async () => {
  const { getText, get, save, changeBy } = await openTestPages(files, { content: { watch: true } });
  expect(await getText('/tags')).not.toContain('fresh');
  expect(await getText('/tags/garden')).not.toContain('>New<');
  await changeBy(() => save('posts/new.md', page('New', 'tags: [fresh, garden]\n')));
  expect(await getText('/tags')).toContain('fresh');
  expect((await get('/tags/fresh')).status).toBe(200);
  expect(await getText('/tags/garden')).toContain('>New<');
});

test('an article at /tags introduces the list', async () => {
  const { getText } = await openTestPages({ ...files, 'tags.md': '# What this is about\n\nA few words.\n' });
  const html = await getText('/tags');
  expect(html).toContain('What this is about');
  expect(html).toContain('A few words.');
  expect(html).toContain('href="/tags/garden"');
});

test('a page of the content folder wins over a tag of the same address', async () => {
  const { getText } = await openTestPages({ ...files, 'tags/garden.md': '# My garden page\n' });
  expect(await getText('/tags/garden')).toContain('My garden page');
});
