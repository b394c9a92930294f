import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestContent } from '../tests/harness/markdown/test-content.ts';

const page = (title: string, text = 'Text.') => `---\ntitle: ${title}\n---\n${text}\n`;
const watched = { watch: true };

test('a saved body changes its own page', async () => {
  const { content, save, changeBy } = await openTestContent(
    { 'posts/a.md': page('A'), 'posts/b.md': page('B') },
    watched,
  );
  expect((await content.visiblePages('reader').readArticle('/posts/a'))?.body.html).toBe('<p>Text.</p>');
  const before = content.revision;
  expect(await changeBy(() => save('posts/a.md', page('A', 'Other.')))).toMatchObject({
    revision: before + 1,
    paths: ['/posts/a'],
  });
  expect(content.revision).toBe(before + 1);
  expect((await content.visiblePages('reader').readArticle('/posts/a'))?.body.html).toBe('<p>Other.</p>');
});

test('a saved title changes lists and navigation', async () => {
  const { content, save, changeBy } = await openTestContent({ 'posts/a.md': page('A') }, watched);
  expect(await changeBy(() => save('posts/a.md', page('Z')))).toMatchObject({
    paths: ['/posts/a', '/posts', '/'],
  });
  expect(content.visiblePages('reader').navigation()).toMatchObject([{ title: 'Z' }]);
  expect(content.visiblePages('reader').latest(1).pages).toMatchObject([{ title: 'Z' }]);
});

test('a saved title, date or tag changes wherever the page is named', async () => {
  const dated = (title: string, date: string) =>
    `---\ntitle: ${title}\ndate: ${date}\ntags: [${title}]\n---\nText.\n`;
  const { content, save, changeBy } = await openTestContent(
    { 'posts/a.md': dated('A', '2026-01-01'), 'posts/b.md': dated('B', '2026-01-02') },
    watched,
  );
  const titles = () => ({
    latest: content
      .visiblePages('reader')
      .latest(2)
      .pages.map(({ title }) => title),
    list: content
      .visiblePages('reader')
      .list('/posts', { page: 1, size: 9 })
      ?.pages.map(({ title, tags }) => `${title} ${tags.map((tag) => tag.path)}`),
    beside: content
      .visiblePages('reader')
      .localNavigation('/posts/b')
      ?.siblings.map(({ title }) => title),
    navigation: content
      .visiblePages('reader')
      .navigation()
      .map(({ title }) => title),
    previous: content.visiblePages('reader').neighbours('/posts/b').previous?.title,
  });
  expect(titles()).toMatchObject({ latest: ['B', 'A'], previous: 'A' });
  await changeBy(() => save('posts/a.md', dated('Z', '2026-01-03')));
  expect(titles()).toEqual({
    latest: ['Z', 'B'],
    list: ['Z /tags/z', 'B /tags/b'],
    beside: ['Z', 'B'],
    navigation: ['Z', 'B'],
    previous: 'Z',
  });
});

test('a page that is removed from the navigation is in no list and no neighbor link, until it is added again', async () => {
  const files = { 'posts/a.md': page('A'), 'posts/b.md': page('B'), 'posts/c.md': page('C') };
  const { content, save, changeBy } = await openTestContent(files, watched);
  expect(content.visiblePages('reader').neighbours('/posts/c').previous?.title).toBe('B');
  await changeBy(() => save('posts/b.md', '---\ntitle: B\nnavigation: false\n---\nText.\n'));
  expect(
    content
      .visiblePages('reader')
      .navigation()
      .map(({ title }) => title),
  ).toEqual(['A', 'C']);
  expect(content.visiblePages('reader').neighbours('/posts/c').previous?.title).toBe('A');
  expect(content.visiblePages('reader').latest(9).total).toBe(2);
  await changeBy(() => save('posts/b.md', page('B')));
  expect(content.visiblePages('reader').neighbours('/posts/c').previous?.title).toBe('B');
});

test('added, renamed and deleted files are noticed', async () => {
  const { content, folder, save, changeBy } = await openTestContent({ 'posts/a.md': page('A') }, watched);
  await changeBy(() => save('posts/b.md', page('B')));
  expect(
    content
      .visiblePages('reader')
      .navigation()
      .map(({ path }) => path),
  ).toEqual(['/posts/a', '/posts/b']);
  await changeBy(() => renameSync(join(folder, 'posts/b.md'), join(folder, 'posts/1.c.md')));
  expect(
    content
      .visiblePages('reader')
      .navigation()
      .map(({ path }) => path),
  ).toEqual(['/posts/c', '/posts/a']);
  expect(content.visiblePages('reader').find('/posts/b')).toBeUndefined();
  await changeBy(() => rmSync(join(folder, 'posts/a.md')));
  expect(content.visiblePages('reader').find('/posts/a')).toBeUndefined();
  expect(await content.visiblePages('reader').readArticle('/posts/a')).toBeUndefined();
});

test('an added folder is read with its files and watched from then on', async () => {
  const { content, folder, save, changeBy } = await openTestContent({ 'posts/a.md': page('A') }, watched);
  await changeBy(() => save('posts/new/deep/b.md', page('B')));
  expect(content.visiblePages('reader').find('/posts/new/deep/b')).toBeDefined();
  await changeBy(() => save('posts/new/deep/c.md', page('C')));
  expect(content.visiblePages('reader').find('/posts/new/deep/c')).toBeDefined();
  await changeBy(() => renameSync(join(folder, 'posts/new'), join(folder, 'posts/newer')));
  expect(content.visiblePages('reader').find('/posts/new/deep/b')).toBeUndefined();
  expect(content.visiblePages('reader').find('/posts/newer/deep/b')).toBeDefined();
  await changeBy(() => rmSync(join(folder, 'posts/newer'), { recursive: true }));
  expect(
    content
      .visiblePages('reader')
      .navigation()
      .map(({ path }) => path),
  ).toEqual(['/posts/a']);
});

test('.navigation.yml is read again when it is saved and forgotten when it is deleted', async () => {
  const { content, folder, save, changeBy } = await openTestContent({ 'posts/g/a.md': page('A') }, watched);
  await changeBy(() => save('posts/g/.navigation.yml', 'title: Guide\n'));
  expect(content.visiblePages('reader').navigation()).toMatchObject([{ title: 'Guide' }]);
  await changeBy(() => rmSync(join(folder, 'posts/g/.navigation.yml')));
  expect(content.visiblePages('reader').navigation()).toMatchObject([{ title: 'G' }]);
});

test('a field that cannot be used is left out, and the log says it once', async () => {
  const { content, log, save, changeBy } = await openTestContent(
    { 'posts/a.md': page('A', 'Good.') },
    watched,
  );
  const pages = content.visiblePages('public');
  await pages.readArticle('/posts/a');
  const wrong = '---\ntitle: A\ndate: soon\n---\nNew.\n';
  await changeBy(() => save('posts/a.md', wrong));
  expect(await pages.readArticle('/posts/a')).toMatchObject({ title: 'A', body: { html: '<p>New.</p>' } });
  await changeBy(() => save('posts/a.md', `${wrong}\nMore.\n`));
  expect(log).toEqual(['warn: posts/a.md:3: "date" must be a day like 2026-11-15, got "soon"']);
  await changeBy(() => save('posts/a.md', page('A', 'Repaired.')));
  expect(content.faults()).toEqual([]);
});

test.each([
  ['cut to nothing', ''],
  ['half written', '---\ntit'],
  ['no YAML at its top', '---\ntitle: a: b\n---\nNew.'],
  ['full of wrong bytes', Buffer.from([0xc3, 0x28])],
  ['far too large', 'x'.repeat(2_000_001)],
])('a file that is %s keeps its last good version', async (_what, bytes) => {
  const { content, save, changeBy } = await openTestContent({ 'posts/a.md': page('A', 'Good.') }, watched);
  await content.visiblePages('reader').readArticle('/posts/a');
  await changeBy(() => save('posts/a.md', bytes));
  const article = await content.visiblePages('reader').readArticle('/posts/a');
  expect(article).toMatchObject({ title: 'A', body: { html: '<p>Good.</p>' } });
  expect(JSON.stringify(article)).not.toContain('a.md');
  expect(content.faults()).toMatchObject([{ file: 'posts/a.md' }]);
  expect(content.visiblePages('reader').navigation()).toMatchObject([{ title: 'A' }]);
});

test('a published page that is to be hidden by broken frontmatter is hidden at once', async () => {
  const { content, save, changeBy } = await openTestContent({ 'posts/a.md': page('A', 'Good.') }, watched);
  await content.visiblePages('reader').readArticle('/posts/a');
  await changeBy(() => save('posts/a.md', '---\ntitle: a: b\ndraft: true\n---\n'));
  expect(content.visiblePages('reader').find('/posts/a')).toBeUndefined();
});

test('a file that cannot be read from the start appears when it is repaired', async () => {
  const { content, save, changeBy } = await openTestContent({ 'posts/a.md': Buffer.from([0xff]) }, watched);
  expect(content.visiblePages('reader').find('/posts/a')).toMatchObject({ kind: 'problem' });
  await changeBy(() => save('posts/a.md', page('A')));
  expect(content.visiblePages('reader').find('/posts/a')).toMatchObject({ kind: 'page' });
});

test('a clash of two files ends when one of them is renamed', async () => {
  const { content, folder, changeBy } = await openTestContent(
    { 'posts/1.a.md': page('One'), 'posts/2.a.md': page('Two') },
    watched,
  );
  expect(content.visiblePages('reader').find('/posts/a')).toMatchObject({ summary: { title: 'One' } });
  await changeBy(() => renameSync(join(folder, 'posts/2.a.md'), join(folder, 'posts/2.b.md')));
  expect(content.visiblePages('reader').find('/posts/a')).toMatchObject({
    kind: 'page',
    summary: { title: 'One' },
  });
  expect(content.visiblePages('reader').find('/posts/b')).toMatchObject({
    kind: 'page',
    summary: { title: 'Two' },
  });
});

test('a scheduled page appears by itself', async () => {
  const moment = new Date(Date.now() + 3000).toISOString();
  const { content, changeBy } = await openTestContent({
    'posts/a.md': `---\ntitle: A\npublishAt: ${moment}\n---\nText.`,
  });
  expect(content.visiblePages('reader').find('/posts/a')).toBeUndefined();
  expect(content.visiblePages('reader').latest(1).total).toBe(0);
  expect(await changeBy(() => undefined)).toMatchObject({ paths: 'all' });
  expect(content.visiblePages('reader').find('/posts/a')).toBeDefined();
});

test('saving a draft announces no change', async () => {
  const { content, save, changeBy } = await openTestContent({ 'posts/a.md': page('A') }, watched);
  const before = content.revision;
  const change = await changeBy(() => {
    save('posts/b.draft.md', page('B'));
    save('posts/.hidden/c.md', page('C'));
    save('posts/_d.md', page('D'));
    // The only change that can be seen, in the same batch or in a later one.
    save('posts/a.md', page('Seen'));
  });
  expect(change).toMatchObject({ revision: before + 1, paths: ['/posts/a', '/posts', '/'] });
  expect(content.visiblePages('reader').navigation()).toHaveLength(1);
});

test('the day of the last save is the page’s date of change, unless it gives one', async () => {
  const { content, folder, changeBy } = await openTestContent(
    { 'a.md': page('A'), 'b.md': '---\ntitle: B\nupdated: 2020-02-02\n---\nText.' },
    watched,
  );
  await changeBy(() =>
    utimesSync(join(folder, 'a.md'), new Date('2021-03-04T12:00:00Z'), new Date('2021-03-04T12:00:00Z')),
  );
  expect((await content.visiblePages('reader').readArticle('/a'))?.updated).toBe('2021-03-04');
  expect((await content.visiblePages('reader').readArticle('/b'))?.updated).toBe('2020-02-02');
});

test('a page requested while it is saved is not the old one afterward', async () => {
  const { content, save, changeBy } = await openTestContent({ 'posts/a.md': page('A', 'Old.') }, watched);
  const reading = content.visiblePages('reader').readArticle('/posts/a');
  await changeBy(() => save('posts/a.md', page('A', 'New text.')));
  const after = await content.visiblePages('reader').readArticle('/posts/a');
  await reading;
  expect(after?.body.html).toBe('<p>New text.</p>');
  expect((await content.visiblePages('reader').readArticle('/posts/a'))?.body.html).toBe('<p>New text.</p>');
});

test('a content folder that is deleted and made again is found again', async () => {
  const { content, folder, changeBy } = await openTestContent({ 'posts/a.md': page('A') }, watched);
  await changeBy(() => rmSync(folder, { recursive: true }));
  expect(content.visiblePages('reader').find('/posts/a')).toBeUndefined();
  await changeBy(() => {
    mkdirSync(join(folder, 'posts'), { recursive: true });
    writeFileSync(join(folder, 'posts/b.md'), page('B'));
  });
  expect(content.visiblePages('reader').find('/posts/b')).toBeDefined();
});

test('nothing is announced after closing', async () => {
  const { content, save } = await openTestContent({ 'posts/a.md': page('A') }, watched);
  let changes = 0;
  content.onChange(() => {
    changes += 1;
  });
  await content.close();
  save('posts/a.md', page('B'));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(changes).toBe(0);
});
