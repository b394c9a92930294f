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
    'posts/bad.md is not valid UTF-8: save it again with the encoding UTF-8',
  ],
  [
    'half-written frontmatter',
    '---\ntitle: hal',
    'posts/bad.md:1: the frontmatter that begins here has no end',
  ],
  ['an empty file', '', 'posts/bad.md is empty: write something, or delete the file'],
  ['a wrong field', '---\ndate: 1\n---\n', 'posts/bad.md:2: "date" must be a day like 2026-11-15, got 1'],
  [
    'five megabytes',
    `# Big\n${'word '.repeat(1_000_000)}`,
    'posts/bad.md is 5.0 MB, more than the 2 MB a page may have',
  ],
])('%s shows its error on its own page and in the log, and affects no other page', async (_what, bytes, problem) => {
  const { content, log } = await openTestContent({ 'posts/bad.md': bytes, 'posts/fine.md': good });
  expect(content.visiblePages('reader').find('/posts/bad')).toMatchObject({
    kind: 'problem',
    problem: expect.stringContaining(problem),
  });
  expect(await content.visiblePages('reader').readArticle('/posts/bad')).toBeUndefined();
  expect(log).toEqual([expect.stringContaining(`error: ${problem}`)]);
  expect(
    content
      .visiblePages('reader')
      .navigation()
      .map(({ title }) => title),
  ).toEqual(['Good']);
  expect((await content.visiblePages('reader').readArticle('/posts/fine'))?.body.html).toBe(
    '<p>Good text.</p>',
  );
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
