import { expect, test } from 'vitest';
import { openTestContent } from '../../tests/harness/markdown/test-content.ts';
import type { Article } from '../document.ts';

const files = {
  'about.md': 'About.',
  'posts/2.guide/index.md': '[a](1.start.md) [b](./10.größe.md#part) [c](start?x=1)',
  'posts/2.guide/1.start.md': [
    '[up](../../about.md)',
    '[index](./index.md#top)',
    '[far](/posts/2.guide/10.gr%C3%B6%C3%9Fe.md)',
    '[site](/about)',
    '[out](../../../../../etc/passwd)',
    '[part](#part)',
    '[gone](./3.gone.md)',
    '[web](https://example.com/a.md)',
    '[mail](mailto:a@example.com)',
  ].join('\n'),
  'posts/2.guide/10.größe.md': 'Size.',
};

function links(article: Article | undefined): string[] {
  return [...(article?.body.html ?? '').matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href);
}

test('links to files become addresses of the site', async () => {
  const { content, log } = await openTestContent(files);
  expect(links(await content.visiblePages('reader').readArticle('/posts/guide/start'))).toEqual([
    '/about',
    '/posts/guide#top',
    '/posts/guide/gr%C3%B6%C3%9Fe',
    '/about',
    '/etc/passwd',
    '#part',
    '/posts/guide/gone',
    'https://example.com/a.md',
    'mailto:a@example.com',
  ]);
  expect(log).toEqual([
    'warn: posts/2.guide/1.start.md:7: The link ./3.gone.md leads to a file that is not there',
  ]);
});

test('links in a folder’s index are relative to that folder', async () => {
  const { content } = await openTestContent(files);
  expect(links(await content.visiblePages('reader').readArticle('/posts/guide'))).toEqual([
    '/posts/guide/start',
    '/posts/guide/gr%C3%B6%C3%9Fe#part',
    '/posts/guide/start?x=1',
  ]);
});

test('links of other systems find their pages', async () => {
  const { content, log } = await openTestContent({
    'posts/a.md': [
      '[1](intro.md#x)',
      '[2](./intro.html?y)',
      '[3](/posts/2.intro.mdx)',
      '[4](/posts/intro.html)',
      '[5](part.mdx)',
      '[6](none.html)',
      '[7](/files/none.html)',
    ].join('\n'),
    'posts/2.intro.md': '# Intro',
    'posts/part.mdx': '# Part',
  });
  expect(links(await content.visiblePages('public').readArticle('/posts/a'))).toEqual([
    '/posts/intro#x',
    '/posts/intro?y',
    '/posts/intro',
    '/posts/intro',
    '/posts/part',
    '/posts/none.html',
    '/files/none.html',
  ]);
  expect(log).toEqual([]);
});

test('names in double brackets find a page by its path, or by its name where there is one', async () => {
  const { content, log } = await openTestContent({
    'notes/1.start.md': [
      '[[Other Note]] [[notes/deep/Other note#Some Part|text]] [[deep/other note.md]] [[Twice]] [[None|gone]]',
      '',
      '[[Secret]] [[deep]] ![[Other Note]]',
    ].join('\n'),
    'notes/deep/Other note.md': '# Other',
    'a/twice.md': '# One',
    'b/twice.md': '# Two',
    'secret.md': '---\ndraft: true\n---\n',
  });
  const article = await content.visiblePages('public').readArticle('/notes/start');
  expect(article?.body.html).toBe(
    '<p><a href="/notes/deep/other-note">Other Note</a> <a href="/notes/deep/other-note#some-part">text</a> ' +
      '<a href="/notes/deep/other-note">deep/other note.md</a> <span>Twice</span> <span>gone</span></p>' +
      '<p><span>Secret</span> <a href="/notes/deep">deep</a> <a href="/notes/deep/other-note">Other Note</a></p>',
  );
  expect(log).toEqual([
    'warn: notes/1.start.md:1: [[Twice]] could be any of a/twice.md, b/twice.md: write its path',
    'warn: notes/1.start.md:1: [[None]] leads to no page: write the name of a file',
    'warn: notes/1.start.md:3: [[Secret]] leads to no page: write the name of a file',
  ]);
});

test('pictures in double brackets are found by their name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"/>';
  const { content, log } = await openTestContent({
    'notes/a.md': '![[photo.svg|300]]\n\n![[none.svg]]\n\n![](photo.svg){width=60}',
    'attachments/photo.svg': svg,
    'notes/photo2.svg': svg,
  });
  const article = await content.visiblePages('public').readArticle('/notes/a');
  expect(article?.body.html).toMatch(
    /^<img src="\/pictures\/\w+\/attachments\/photo\.svg" width="300" height="150" alt="" loading="lazy" decoding="async"\/>/,
  );
  expect(log).toHaveLength(2);
});

test('a name is found as soon as its page is there', async () => {
  const { content, save, changeBy } = await openTestContent({ 'a.md': '[[Later]]' }, { watch: true });
  const read = () => content.visiblePages('public').readArticle('/a');
  expect((await read())?.body.html).toBe('<p><span>Later</span></p>');
  const { paths } = await changeBy(() => save('later.md', '# Later'));
  // The pages that name it are rendered again.
  expect(paths === 'all' || paths.includes('/a')).toBe(true);
  expect((await read())?.body.html).toBe('<p><a href="/later">Later</a></p>');
});
