import { expect, test } from 'vitest';
import { openTestContent } from '../../tests/harness/markdown/test-content.ts';

const page = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\n\nText.\n`;
const all = { page: 1, size: 20 };

test('spellings of a tag are one tag, under the most used of them', async () => {
  const { content } = await openTestContent({
    'posts/a.md': page('A', 'tags: [React, How things work]\n'),
    'posts/b.md': page('B', 'tags: [react]\n'),
    'posts/c.md': page('C', 'tags: [React]\n'),
  });
  const pages = content.visiblePages('public');
  expect(pages.tags()).toEqual([
    { title: 'How things work', path: '/tags/how-things-work', count: 1 },
    { title: 'React', path: '/tags/react', count: 3 },
  ]);
  expect(pages.collectionAt('/tags/react', all)?.list).toMatchObject({
    title: 'React',
    path: '/tags/react',
    total: 3,
    pages: [{ title: 'A' }, { title: 'B' }, { title: 'C' }],
  });
  expect(pages.collectionAt('/tags/none', all)).toBeUndefined();
});

test('tags.yml gives a tag its title, its description and other spellings, and is read again when it is saved', async () => {
  const { content, save, changeBy } = await openTestContent(
    {
      'tags.yml': 'javascript:\n  title: JavaScript\n  description: The language.\n  aliases: [js]\n',
      'posts/a.md': page('A', 'tags: [js]\n'),
      'posts/b.md': page('B', 'tags: [javascript]\n'),
    },
    { watch: true },
  );
  const pages = content.visiblePages('public');
  const list = { title: 'JavaScript', description: 'The language.', path: '/tags/javascript', total: 2 };
  expect(pages.collectionAt('/tags/javascript', all)?.list).toMatchObject(list);
  // The other spelling leads to the same list, whose path says where it is.
  expect(pages.collectionAt('/tags/js', all)?.list).toMatchObject(list);
  await changeBy(() => save('tags.yml', 'javascript:\n  title: Java\n'));
  expect(pages.tags().map(({ title, count }) => `${title} ${count}`)).toEqual(['Java 1', 'js 1']);
});

test('a fault in tags.yml is named with its line, and what the file said before stays', async () => {
  const { content, log, save, changeBy } = await openTestContent(
    { 'tags.yml': 'a:\n  title: Alpha\n', 'posts/a.md': page('A', 'tags: [a]\n') },
    { watch: true },
  );
  await changeBy(() => {
    save('tags.yml', 'a:\n  titel: Beta\n');
    save('posts/a.md', page('Later', 'tags: [a]\n'));
  });
  expect(log.join()).toContain('tags.yml:2: "a.titel" is not a field');
  expect(content.visiblePages('public').tags()).toMatchObject([{ title: 'Alpha' }]);
});

test('an author has a page with what authors.yml says', async () => {
  const { content } = await openTestContent({
    'authors.yml':
      'ada:\n  name: Ada Lovelace\n  links:\n    - { title: Letters, url: https://example.com }\n',
    'posts/a.md': page('A', 'authors: ada\n'),
    'posts/b.md': page('B', 'authors: [ada, Bob]\n'),
  });
  const pages = content.visiblePages('public');
  expect(pages.authorsOf('/posts/b')).toEqual([
    { name: 'Ada Lovelace', path: '/authors/ada' },
    { name: 'Bob', path: '/authors/bob' },
  ]);
  expect(pages.collectionAt('/authors/ada', all)?.list).toMatchObject({ title: 'Ada Lovelace', total: 2 });
  expect(pages.author('ada')).toMatchObject({ links: [{ title: 'Letters' }] });
});

test('a link of an author that is not a web address is refused', async () => {
  const { log } = await openTestContent({
    'authors.yml': 'ada:\n  name: Ada\n  links:\n    - { title: X, url: "javascript:alert(1)" }\n',
    'posts/a.md': page('A', 'authors: ada\n'),
  });
  expect(log.join()).toContain('must begin with https://, mailto: or a slash');
});

test('the parts of a series are in order on each of them', async () => {
  const { content } = await openTestContent({
    'posts/roof.md': page('The roof', 'series: A shed\npart: 2\n'),
    'posts/floor.md': page('The floor', 'series: A shed\npart: 1\n'),
    'posts/alone.md': page('Alone', 'series: Alone\n'),
  });
  const pages = content.visiblePages('public');
  expect(pages.series('/posts/roof')).toEqual({
    title: 'A shed',
    parts: [
      { title: 'The floor', path: '/posts/floor' },
      { title: 'The roof', path: '/posts/roof', current: true },
    ],
  });
  expect(pages.series('/posts/alone')).toBeUndefined();
});

test('the archive has the years, and the articles of each month', async () => {
  const { content } = await openTestContent({
    'posts/a.md': page('A', 'date: 2025-12-31\n'),
    'posts/b.md': page('B', 'date: 2026-03-01\n'),
    'posts/c.md': page('C', 'date: 2026-03-02\n'),
    'posts/undated.md': page('Undated'),
    'about.md': page('About', 'date: 2020-01-01\n'),
  });
  const pages = content.visiblePages('public');
  expect(pages.archive().map(({ year, count }) => `${year} ${count}`)).toEqual(['2026 2', '2025 1']);
  expect(pages.archive()[0]?.months[2]).toEqual({ path: '/archive/2026/03', count: 2 });
  expect(pages.collectionAt('/archive/2026/03', all)?.list).toMatchObject({
    pages: [{ title: 'C' }, { title: 'B' }],
  });
});

test('a tag, author or month that only guarded pages have does not exist for strangers', async () => {
  const { content } = await openTestContent(
    { 'posts/secret.md': page('Secret', 'tags: [quiet]\nauthors: ada\ndate: 2026-03-01\nseries: S\n') },
    { isOpen: (path) => path !== '/posts/secret' },
  );
  const stranger = content.visiblePages('public');
  expect(stranger.tags()).toEqual([]);
  expect(stranger.archive()).toEqual([]);
  expect(stranger.collectionAt('/tags/quiet', all)).toBeUndefined();
  expect(stranger.collectionAt('/authors/ada', all)).toBeUndefined();
  expect(content.visiblePages('reader').collectionAt('/tags/quiet', all)?.list).toMatchObject({ total: 1 });
});
