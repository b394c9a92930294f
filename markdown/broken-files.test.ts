import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createTestFolder, openTestContent } from '../tests/harness/markdown/test-content.ts';

const good = '---\ntitle: Good\n---\nGood text.\n';

test.each([
  [
    'invalid UTF-8 at the start',
    Buffer.from([0x23, 0x20, 0xff, 0xfe]),
    'is not valid UTF-8: save it again with the encoding UTF-8',
  ],
  [
    'five megabytes',
    `# Big\n${'word '.repeat(1_000_000)}`,
    'is 5.0 MB, more than the 2 MB a page may have: split it into several pages',
  ],
])('%s cannot be read: the log says so, and no other page is affected', async (_what, bytes, message) => {
  const { content, log } = await openTestContent({ 'posts/bad.md': bytes, 'posts/fine.md': good });
  const pages = content.visiblePages('reader');
  expect(pages.find('/posts/bad')).toMatchObject({ kind: 'problem' });
  expect(await pages.readArticle('/posts/bad')).toBeUndefined();
  expect(log).toEqual([`error: posts/bad.md ${message}`]);
  expect(content.faults()).toEqual([{ file: 'posts/bad.md', path: '/posts/bad', message }]);
  expect(pages.navigation().map(({ title }) => title)).toEqual(['Good']);
  expect((await pages.readArticle('/posts/fine'))?.body.html).toBe('<p>Good text.</p>');
});

test.each([
  [
    'half-written frontmatter',
    '---\ntitle: hal',
    'Bad',
    '',
    1,
    'the frontmatter that begins here has no end',
  ],
  ['frontmatter without an end', '---\ntitle: T\n\nText.', 'Bad', '<p>Text.</p>', 1, 'the frontmatter'],
  ['an empty file', '', 'Bad', '', undefined, 'is empty: write something, or delete the file'],
  ['a wrong field', '---\ntitle: T\ndate: 1\n---\nText.', 'T', '<p>Text.</p>', 3, '"date" must be a day'],
  ['broken YAML', '---\ntitle: a: b\n---\n# H\n\nText.', 'H', '<p>Text.</p>', 2, 'is not valid YAML'],
])('%s costs no page', async (_what, text, title, html, line, message) => {
  const { content, log } = await openTestContent({ 'posts/bad.md': text });
  const article = await content.visiblePages('public').readArticle('/posts/bad');
  expect(article).toMatchObject({ title, body: { html } });
  expect(JSON.stringify(article)).not.toContain('bad.md');
  expect(content.visiblePages('public').navigation()).toMatchObject([{ title }]);
  expect(content.faults()).toMatchObject([{ file: 'posts/bad.md', path: '/posts/bad' }]);
  expect(content.faults()[0]?.line).toBe(line);
  expect(content.faults()[0]?.message).toContain(message);
  expect(log).toEqual([expect.stringContaining(message)]);
});

test('fields that nothing uses are summed up in one line each', async () => {
  const { content, log } = await openTestContent({
    'a.md': '---\noutline: deep\ndescripton: x\n---\n',
    'b.md': '---\noutline: 2\n---\n',
  });
  expect(log.slice(-2)).toEqual([
    'info: 2 files have `outline`, which nothing here uses',
    'info: 1 file has `descripton`, which nothing here uses: did you mean `description`?',
  ]);
  expect(content.faults()).toEqual([
    {
      file: 'a.md',
      path: '/a',
      line: 3,
      message: '"descripton" is not a field: did you mean "description"?',
    },
  ]);
});

test('faults of a text are known when it was read, and forgotten when it is saved', async () => {
  const { content, save, changeBy } = await openTestContent(
    { 'a.md': 'Text.\n\n![p](none.png) [l](none.md)' },
    { watch: true },
  );
  expect(content.faults()).toEqual([]);
  await content.visiblePages('public').readArticle('/a');
  expect(content.faults()).toEqual([
    { file: 'a.md', path: '/a', line: 3, message: expect.stringContaining('none.png is not there') },
    { file: 'a.md', path: '/a', line: 3, message: expect.stringContaining('none.md leads to a file') },
  ]);
  await changeBy(() => save('a.md', 'Text.'));
  expect(content.faults()).toEqual([]);
});

test('invalid UTF-8 further down is found when the page is read', async () => {
  const bytes = Buffer.concat([Buffer.from(`# Title\n${'text '.repeat(1000)}`), Buffer.from([0xff])]);
  const { content } = await openTestContent({ 'a.md': bytes });
  expect(content.visiblePages('reader').find('/a')).toMatchObject({ kind: 'page' });
  expect(await content.visiblePages('reader').readArticle('/a')).toBeUndefined();
  expect(content.visiblePages('reader').find('/a')).toMatchObject({
    kind: 'problem',
    problem: expect.stringContaining('a.md is not valid UTF-8'),
  });
});

test('a character that the first read cuts in two is no error', async () => {
  for (const shift of [0, 1, 2, 3]) {
    const text = `---\ntitle: T\n---\n${'x'.repeat(1000 + shift)}${'漢🎉'.repeat(2000)}`;
    const { content, log } = await openTestContent({ 'a.md': text });
    expect(content.visiblePages('reader').find('/a')).toMatchObject({ kind: 'page' });
    expect(log).toEqual([]);
  }
});

test('frontmatter longer than the first read is read whole', async () => {
  const { content } = await openTestContent({
    'a.md': `---\ndescription: ${'long '.repeat(2000)}\ntitle: Late\n---\nText`,
  });
  expect(content.visiblePages('reader').find('/a')).toMatchObject({ summary: { title: 'Late' } });
});

test('a broken draft is not shown to visitors', async () => {
  const { content, log } = await openTestContent({
    'a.md': '---\ndraft: true\ndate: x\n---\n',
    'b.draft.md': '---\ndate: x\n---\n',
  });
  expect(content.visiblePages('reader').find('/a')).toBeUndefined();
  expect(content.visiblePages('reader').find('/b')).toBeUndefined();
  expect(log).toHaveLength(2);
});

test('a broken .navigation.yml is reported and changes nothing', async () => {
  const { content, log } = await openTestContent({
    'posts/g/.navigation.yml': 'titel: X\nhide: perhaps\n',
    'posts/g/a.md': good,
  });
  expect(log).toEqual([
    'error: posts/g/.navigation.yml:1: "titel" is not a field: did you mean "title"?\nposts/g/.navigation.yml:2: "hide" must be true or false, got "perhaps"',
  ]);
  expect(content.visiblePages('reader').navigation()).toMatchObject([
    { title: 'G', children: [{ title: 'Good' }] },
  ]);
});

test('links that lead outside, in circles or to nothing are left out with one warning each', async () => {
  const place = createTestFolder({ 'posts/a.md': good, 'shared/b.md': good });
  const folder = join(place, 'content');
  mkdirSync(join(place, 'outside'));
  writeFileSync(join(place, 'outside/secret.md'), good);
  symlinkSync(join(place, 'outside'), join(folder, 'posts/out'));
  symlinkSync(join(place, 'outside/secret.md'), join(folder, 'posts/secret.md'));
  symlinkSync('..', join(folder, 'posts/up'));
  symlinkSync('self.md', join(folder, 'posts/self.md'));
  symlinkSync('nothing', join(folder, 'posts/gone'));
  symlinkSync('../shared', join(folder, 'posts/inside'));
  const { content, log } = await openTestContent({}, { folder });
  expect(log.sort()).toEqual([
    'warn: posts/gone leads nowhere: it is left out',
    'warn: posts/out leads out of the content folder: it is left out',
    'warn: posts/secret.md leads out of the content folder: it is left out',
    'warn: posts/self.md leads back to itself: it is left out',
    'warn: posts/up leads back to a folder that it is in: it is left out',
  ]);
  expect(
    content
      .visiblePages('reader')
      .navigation()
      .map(({ path }) => path),
  ).toEqual(['/posts/a', '/posts/inside']);
  expect((await content.visiblePages('reader').readArticle('/posts/inside/b'))?.title).toBe('Good');
});

test.each([
  '{"body":[',
  '{}',
  '[]',
  '',
  'null',
])('a page whose cached text is %j is rendered again', async (broken) => {
  const first = await openTestContent({ 'a.md': good });
  await first.content.visiblePages('reader').readArticle('/a');
  await first.content.close();
  expect(replaceCached(first.cacheFolder, broken)).toBe(1);
  const second = await openTestContent({}, { folder: first.folder, cacheFolder: first.cacheFolder });
  expect((await second.content.visiblePages('reader').readArticle('/a'))?.body.html).toBe(
    '<p>Good text.</p>',
  );
});

test('a cache file that is no database is replaced by a new one', async () => {
  const first = await openTestContent({ 'a.md': good });
  await first.content.visiblePages('reader').readArticle('/a');
  await first.content.close();
  writeFileSync(findCacheFile(first.cacheFolder), 'This is not a database.');
  const second = await openTestContent({}, { folder: first.folder, cacheFolder: first.cacheFolder });
  expect((await second.content.visiblePages('reader').readArticle('/a'))?.body.html).toBe(
    '<p>Good text.</p>',
  );
  await second.content.close();
  expect(second.log).toEqual([]);
  expect(replaceCached(first.cacheFolder, '')).toBe(1);
});

test('a rendered page is read from the cache after a restart', async () => {
  const first = await openTestContent({ 'a.md': good });
  await first.content.visiblePages('reader').readArticle('/a');
  await first.content.close();
  const cached = {
    body: [['p', 0, 'From the cache.']],
    toc: [],
    words: 3,
    readingMinutes: 1,
    pictures: [],
    links: [],
    ids: [],
    warnings: [],
  };
  replaceCached(first.cacheFolder, JSON.stringify(cached));
  const second = await openTestContent({}, { folder: first.folder, cacheFolder: first.cacheFolder });
  expect((await second.content.visiblePages('reader').readArticle('/a'))?.body.html).toBe(
    '<p>From the cache.</p>',
  );
});

function findCacheFile(cacheFolder: string): string {
  const [name = ''] = readdirSync(cacheFolder).filter((file) => file.endsWith('.sqlite'));
  return join(cacheFolder, name);
}

/** Replaces every cached text, and returns how many there were. */
function replaceCached(cacheFolder: string, text: string): number {
  const database = new DatabaseSync(findCacheFile(cacheFolder));
  const { changes } = database.prepare('update texts set text = ?').run(text);
  database.close();
  return Number(changes);
}

test('a cache folder that cannot be written disables only the cache', async () => {
  const place = createTestFolder({ 'a.md': good });
  writeFileSync(join(place, 'file'), '');
  const { content, log } = await openTestContent(
    {},
    { folder: join(place, 'content'), cacheFolder: join(place, 'file') },
  );
  expect((await content.visiblePages('reader').readArticle('/a'))?.title).toBe('Good');
  await content.close();
  expect(log).toEqual([expect.stringContaining('warn: Rendered pages cannot be cached in')]);
});
