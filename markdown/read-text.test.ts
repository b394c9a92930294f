import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { attacks } from '../tests/harness/markdown/attacks.ts';
import { dotPicture } from '../tests/harness/markdown/dot-picture.ts';
import { findHtmlFaults } from '../tests/harness/markdown/html-rules.ts';
import { type Files, openTestContent, type TestContent } from '../tests/harness/markdown/test-content.ts';

const siteFolder = join(import.meta.dirname, '../content');

function readSite(): Files {
  const names = readdirSync(siteFolder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(siteFolder.length + 1).replaceAll('\\', '/'), readFileSync(path)]),
  );
}

test('every page of this site is shown as it will be once its text is saved', async () => {
  const site = readSite();
  const pages = Object.keys(site).filter((file) => file.endsWith('.md'));
  const stubs = pages.map((file) => [file, `---\ntitle: Stub\n---\nNothing yet.\n`]);
  const { content } = await openTestContent({ ...site, ...Object.fromEntries(stubs) });
  const { content: saved } = await openTestContent(site);
  const listed = saved.visiblePages('owner').pages();
  expect(listed.length).toBe(pages.length);
  for (const { path } of listed) {
    const file = saved.findEditableFile(path) ?? '';
    const { article, faults } = await content.readText(file, String(site[file]));
    const shown = await saved.visiblePages('owner').readArticle(path);
    expect(shown, path).toBeDefined();
    expect({ ...article, updated: shown?.updated }).toEqual(shown);
    expect(faults).toEqual([]);
  }
});

describe('hostile text', () => {
  let pages: TestContent;
  beforeAll(async () => {
    const closing: (() => void | Promise<void>)[] = [];
    const files = attacks.map((attack, at) => [`a${at}.md`, `${attack}\n\ntext ${attack}`]);
    pages = await openTestContent(Object.fromEntries(files), {}, (close) => closing.unshift(close));
    return async () => {
      for (const close of closing) await close();
    };
  });

  test.each(
    attacks.map((attack, at) => [attack, at] as const),
  )('%j is as harmless as on its page', async (attack, at) => {
    const { article } = await pages.content.readText('other.md', `${attack}\n\ntext ${attack}`);
    const html = article?.body.html ?? '';
    const page = await pages.content.visiblePages('reader').readArticle(`/a${at}`);
    expect(html).toBe(page?.body.html);
    expect(findHtmlFaults(html)).toEqual([]);
  });
});

test('pictures and links are those of the place of the file, also of one that is not there yet', async () => {
  const { content } = await openTestContent({
    'posts/a.md': 'A.',
    'posts/1.guide/2.b.md': 'B.',
    'posts/dot.png': dotPicture,
  });
  const text = '![A dot](dot.png) [a](a.md) [b](guide/b.md)';
  const beside = await content.readText('posts/new.md', text);
  expect(beside.faults).toEqual([]);
  expect(beside.article?.path).toBe('/posts/new');
  expect(beside.article?.body.html).toMatch(
    /<img src="\/pictures\/[0-9a-f]{10}\/posts\/dot\.png" width="1" height="1" alt="A dot".*href="\/posts\/a".*href="\/posts\/guide\/b"/s,
  );
  const below = await content.readText('posts/3.later/1.new.md', text.replaceAll('(', '(../'));
  expect([below.article?.path, below.article?.body]).toEqual(['/posts/later/new', beside.article?.body]);
  const away = await content.readText('new.md', text);
  expect(away.faults.map(({ line }) => line)).toEqual([1, 1, 1]);
});

test('faults are those of the log, with their lines', async () => {
  const text =
    '---\ntitle: T\ndate: soon\nimage: no.png\n---\n\n![x](no.png)\n\n::nothing-known\n\n[a](no.md)\n';
  const { content, log } = await openTestContent({ 'a.md': 'A.' });
  const { faults } = await content.readText('b.md', text);
  const saved = await openTestContent({ 'a.md': 'A.', 'b.md': text });
  await saved.content.visiblePages('reader').readArticle('/b');
  expect(faults).toEqual(saved.content.faults().map(({ line, message }) => ({ line, message })));
  expect(faults.map(({ line }) => line)).toEqual([3, 9, 7, 11, 1]);
  expect(saved.log).toHaveLength(5);
  expect(log).toEqual([]);
});

test('a text of which nothing can be read says why', async () => {
  const { content } = await openTestContent({});
  const read = async (file: string, text: string) => {
    const { article, faults } = await content.readText(file, text);
    return [article?.title, ...faults.map(({ line, message }) => `${line} ${message}`)].join('; ');
  };
  expect(await read('a.md', '---\ntitle: a: b\n---\n# Heading\n')).toMatch(/^Heading; 2 is not valid YAML/);
  expect(await read('a.md', '')).toMatch(/^A; undefined is empty/);
  expect(await read('!.md', 'x')).toMatch(/^; undefined has no address/);
  expect(await read('a.md', 'x'.repeat(2_000_001))).toMatch(/^; undefined is 2.0 MB/);
  expect(await read('a.md', '\uFEFF---\ntitle: T\n---\nx')).toBe('T');
});

test('fields are read, and what decides who can see the page', async () => {
  const { content } = await openTestContent({});
  expect(
    await content.readText(
      'a.draft.md',
      '---\ntitle: T\ntags: a b\ncolour: red\nunlisted: true\ndate: x\n---\nx',
    ),
  ).toMatchObject({
    fields: { title: 'T', tags: ['a', 'b'], colour: 'red', unlisted: true },
    page: { metadata: { title: 'T', unlisted: true }, draftName: true },
  });
});

test('settings of folders, and redirects, have faults only', async () => {
  const { content } = await openTestContent({ 'a.md': '---\nredirectFrom: /old\n---\nx' });
  expect(await content.readText('posts/.navigation.yml', 'title: T\nhide: 3\n')).toEqual({
    fields: {},
    faults: [{ line: 2, message: '"hide" must be true or false, got 3' }],
  });
  expect(await content.readText('.navigation.yml', '# nothing yet\n')).toEqual({ fields: {}, faults: [] });
  expect(await content.readText('redirects.yml', '/b: /a\n')).toEqual({ fields: {}, faults: [] });
  const { faults } = await content.readText('redirects.yml', '/b: /a\nc: /a\n/d: /e\n/e: /d\n');
  expect(faults.map(({ line }) => line)).toEqual([2, 3, 4]);
  expect(content.redirectFaults()).toEqual([]);
  expect(content.findRedirect('/b')).toBeUndefined();
});

test('a text that differs from the file is of today', async () => {
  const now = () => new Date('2030-05-06T12:00:00Z');
  const { content } = await openTestContent({ 'a.md': 'A.' }, { now });
  const { updated } = (await content.visiblePages('reader').readArticle('/a')) ?? {};
  expect(updated).not.toBe('2030-05-06');
  expect((await content.readText('a.md', 'A.')).article?.updated).toBe(updated);
  expect((await content.readText('a.md', 'B.')).article?.updated).toBe('2030-05-06');
});

test('nothing of it is kept', async () => {
  const { content, cacheFolder, log, folder } = await openTestContent({
    'a.md': '![x](dot.png) Marigold.',
    'dot.png': dotPicture,
    'bad.png': 'no picture',
    'members.png': dotPicture,
  });
  await content.visiblePages('reader').readArticle('/a');
  const before = [content.revision, content.faults(), readdirSync(folder)];
  for (const file of ['a.md', 'b.draft.md'])
    await content.readText(file, '---\ndate: x\n---\n![x](bad.png) ![y](members.png) [[Nothing]] Larkspur.');
  expect([content.revision, content.faults(), readdirSync(folder)]).toEqual(before);
  expect(log).toEqual([]);
  const { src = '' } =
    /"(?<src>\/pictures\/[^"]+members.png)"/.exec(
      (await content.readText('b.md', '![y](members.png)')).article?.body.html ?? '',
    )?.groups ?? {};
  expect(await content.findPicture(src)).toMatchObject({ audience: 'public', shownBy: [] });
  await content.close();
  const cached = readdirSync(cacheFolder).map((file) => readFileSync(join(cacheFolder, file), 'latin1'));
  expect([/Marigold/, /Larkspur/].map((word) => word.test(cached.join()))).toEqual([true, false]);
});
