/** Notes as they are written in Obsidian. */
import { expect, test } from 'vitest';
import { parseTest, toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';

test.each<[what: string, markdown: string, html: string]>([
  ['a mark', 'a ==b *c*== d', '<p>a <mark>b <em>c</em></mark> d</p>'],
  ['signs that are no mark', 'a == b == c, a==b==c, ==== x', '<p>a == b == c, a==b==c, ==== x</p>'],
  ['a comment', 'a %%secret%% b', '<p>a  b</p>'],
  ['a comment over paragraphs', 'a %%secret\n\nsecret\n\nsecret%% b', '<p>a</p><p>b</p>'],
  ['a comment as a block', 'a\n\n%%\nsecret\n\n```\nsecret\n```\n%%\n\nb', '<p>a</p><p>b</p>'],
  ['a comment without an end', 'a\n\n%%\nsecret\n\nsecret', '<p>a</p>'],
  ['a comment in a list', '- a %%secret%%\n- %%secret%% b', '<ul><li>a</li><li>b</li></ul>'],
  ['signs in code', '`%%a%%` and 5%%', '<p><code>%%a%%</code> and 5%%</p>'],
  ['a link to a heading of the page', '[[#Some Part]]', '<p><a href="#some-part">Some Part</a></p>'],
  [
    'a callout that is folded',
    '> [!tip]- A title\n> b',
    '<details class="fold"><summary>A title</summary><p>b</p></details>',
  ],
  [
    'a callout that can be folded',
    '> [!example]+\n> b',
    '<details class="fold" open=""><summary>Example</summary><p>b</p></details>',
  ],
])('%s', async (_what, markdown, html) => {
  expect(await toHtml(markdown)).toBe(html);
});

test.each([
  ['note', 'note', 'Note'],
  ['abstract', 'note', 'Abstract'],
  ['tldr', 'note', 'Tldr'],
  ['info', 'note', 'Info'],
  ['todo', 'note', 'Todo'],
  ['tip', 'tip', 'Tip'],
  ['hint', 'tip', 'Hint'],
  ['important', 'important', 'Important'],
  ['success', 'tip', 'Success'],
  ['question', 'note', 'Question'],
  ['warning', 'warning', 'Warning'],
  ['caution', 'caution', 'Caution'],
  ['failure', 'caution', 'Failure'],
  ['danger', 'caution', 'Danger'],
  ['bug', 'caution', 'Bug'],
  ['example', 'note', 'Example'],
  ['quote', 'note', 'Quote'],
  ['my-own', 'note', 'My-own'],
])('the callout [!%s]', async (kind, type, title) => {
  expect(await toHtml(`> [!${kind.toUpperCase()}]\n> a`)).toBe(
    `<div class="callout callout-${type}" role="note"><p class="callout-title">${title}</p><p>a</p></div>`,
  );
});

test('links and embeds keep their names until the page is read', async () => {
  const { links, pictures, body } = await parseTest(
    '[[Note]] [[f/Note#Part|text]] ![[Note]]\n\n![[a b.png|300]]\n\n| a |\n|-|\n| [[N\\|t]] |',
  );
  expect(links.map(({ address }) => address)).toEqual(['[[Note]]', '[[f/Note#Part]]', '[[Note]]', '[[N]]']);
  expect(pictures).toEqual([{ address: '[[a b.png]]', line: 3 }]);
  expect(JSON.stringify(body)).toContain('["Picture",{"width":300,"src":"[[a b.png]]","alt":""}]');
});

test('brackets that are no link stay', async () => {
  expect(await toHtml('[[]] [[ a\nb ]] `[[c]]` a[[1]](2)')).toContain(
    '<p>[[]] [[ a\nb ]] <code>[[c]]</code>',
  );
});
