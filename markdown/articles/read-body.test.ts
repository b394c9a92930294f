import { expect, test } from 'vitest';
import { openTestContent } from '../../tests/harness/markdown/test-content.ts';

test.each([
  ['plain text', 'title: My first page\ndate: 2026-11-15', 'My first page'],
  ['plain text below another field', 'date: 2026-11-15\ntitle: My first page', 'My first page'],
  ['one word', 'title: Home', 'Home'],
  ['quotes', 'title: "My: first page"', 'My: first page'],
  ['two lines', 'title: My first\n  page', 'My first page'],
  ['a line further down', 'title: My first\n\n  page', 'My first\npage'],
  ['a remark behind it', 'title: My first page # not this', 'My first page'],
])('a title in %s is not shown again as a heading', async (_what, yaml, title) => {
  const source = `---\n${yaml}\n---\n\n# ${title.replace('\n', ' ')}\n\nText.\n`;
  const { content } = await openTestContent({ 'a.md': source });
  const article = await content.visiblePages('reader').readArticle('/a');
  expect(article?.title).toBe(title);
  const isShown = article?.body.html.includes('<h1');
  expect(isShown).toBe(title.includes('\n'));
});
