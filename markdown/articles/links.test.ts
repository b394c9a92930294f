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
