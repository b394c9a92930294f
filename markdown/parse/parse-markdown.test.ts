import { describe, expect, test } from 'vitest';
import { parseTest, toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';
import { toArticleBody } from '../html/to-html.ts';

type Cases = [what: string, markdown: string, html: string][];

const basics: Cases = [
  [
    'text and marks',
    'a *b* **c** ~~d~~ `e`\nf',
    '<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code>\nf</p>',
  ],
  ['line breaks and rules', 'a\\\nb\n\n---', '<p>a<br/>b</p><hr/>'],
  ['entities', '&lt;b&gt; &copy; \\*', '<p>&lt;b&gt; © *</p>'],
  ['a tight list', '- a\n- b\n  1. c', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>'],
  [
    'items over several lines',
    '- a\n  b **c**\n  d\n- `e`\n  f\n\n| g *h* *i* |\n|---|',
    '<ul><li>a\nb <strong>c</strong>\nd</li><li><code>e</code>\nf</li></ul><div role="group" aria-label="Table: g h i" tabindex="0" class="table-box"><table><thead><tr><th scope="col">g <em>h</em> <em>i</em></th></tr></thead></table></div>',
  ],
  ['a loose list that starts late', '3. a\n\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ['a quote', '> a\n>\n> b', '<blockquote><p>a</p><p>b</p></blockquote>'],
  [
    'a table with alignment',
    '| a | b | c |\n|---|:-:|--:|\n| 1 | *2* | 3 |',
    '<div role="group" aria-label="Table: a, b, c" tabindex="0" class="table-box"><table><thead><tr><th scope="col">a</th><th scope="col" class="align-center">b</th><th scope="col" class="align-right">c</th></tr></thead><tbody><tr><td>1</td><td class="align-center"><em>2</em></td><td class="align-right">3</td></tr></tbody></table></div>',
  ],
  [
    'tasks',
    '- [ ] a *b*\n- [x] c\n- d',
    '<ul class="tasks"><li class="task"><label><input type="checkbox" disabled=""/> a <em>b</em></label></li><li class="task"><label><input type="checkbox" disabled="" checked=""/> c</label></li><li>d</li></ul>',
  ],
];

const links: Cases = [
  [
    'a web link',
    '[a](https://b.example "c")',
    '<p><a href="https://b.example" title="c" rel="noopener">a</a></p>',
  ],
  ['a link in the page', '[a](#b)', '<p><a href="#b">a</a></p>'],
  [
    'a bare address',
    'https://b.example/c.',
    '<p><a href="https://b.example/c" rel="noopener">https://b.example/c</a>.</p>',
  ],
  [
    'www',
    'see www.b.example/c, ok',
    '<p>see <a href="https://www.b.example/c" rel="noopener">www.b.example/c</a>, ok</p>',
  ],
  ['a mail address', 'a@b.example', '<p><a href="mailto:a@b.example">a@b.example</a></p>'],
  ['names of files, which are no links', 'README.md and node.js', '<p>README.md and node.js</p>'],
  ['a phone number', '[a](tel:+1)', '<p><a href="tel:+1">a</a></p>'],
];

const callouts: Cases = [
  [
    'GitHub’s notes',
    '> [!NOTE]\n> a\n> b',
    '<div class="callout callout-note" role="note"><p class="callout-title">Note</p><p>a\nb</p></div>',
  ],
  [
    'a mark in a paragraph of its own',
    '> [!warning]\n>\n> a',
    '<div class="callout callout-warning" role="note"><p class="callout-title">Warning</p><p>a</p></div>',
  ],
  [
    'a mark that is unknown',
    '> [!WOW]\n> a',
    '<div class="callout callout-note" role="note"><p class="callout-title">Wow</p><p>a</p></div>',
  ],
  [
    'a mark with text behind it',
    '> [!NOTE] a',
    '<div class="callout callout-note" role="note"><p class="callout-title">a</p></div>',
  ],
  [
    'the directive',
    ':::tip\na\n:::',
    '<div class="callout callout-tip" role="note"><p class="callout-title">Tip</p><p>a</p></div>',
  ],
  [
    'the directive with a title',
    ':::caution[Hot!]\na\n:::',
    '<div class="callout callout-caution" role="note"><p class="callout-title">Hot!</p><p>a</p></div>',
  ],
];

describe.each([
  ['Markdown', basics],
  ['Links', links],
  ['Callouts', callouts],
])('%s:', (_group, cases) => {
  test.each(cases)('%s', async (_what, markdown, html) => {
    expect(await toHtml(markdown)).toBe(html);
  });
});

test('headings have ids in any script, unique on the page, and h2 and h3 are the contents', async () => {
  const { body, toc } = await parseTest(
    '# Top\n\n## Été *à* Paris!\n\n### 日本 語\n\n## Été à Paris\n\n#### Deep\n\n> ## Quoted\n\n## ?',
  );
  expect(toc).toEqual([
    { id: 'été-à-paris', text: 'Été à Paris!', depth: 2 },
    { id: '日本-語', text: '日本 語', depth: 3 },
    { id: 'été-à-paris-1', text: 'Été à Paris', depth: 2 },
    { id: 'section', text: '?', depth: 2 },
  ]);
  expect(toArticleBody(body).html).toContain(
    '<h2 id="été-à-paris">Été <em>à</em> Paris!' +
      '<a class="heading-anchor" href="#été-à-paris" aria-label="Link to &quot;Été à Paris!&quot;">#</a></h2>',
  );
});

test('ids stay unique when headings look like numbered ones', async () => {
  const { toc } = await parseTest('## A\n\n## A-1\n\n## A\n\n## A\n\n## Footnotes\n\n## note-1');
  expect(new Set(toc.map(({ id }) => id)).size).toBe(6);
  expect(toc.map(({ id }) => id)).not.toContain('note-1');
});

test('a first heading that repeats the title is not shown twice', async () => {
  expect(await toHtml('# My *title*\n\nText.\n\n# My title', 'My title')).toBe(
    '<p>Text.</p><h1 id="my-title">My title' +
      '<a class="heading-anchor" href="#my-title" aria-label="Link to &quot;My title&quot;">#</a></h1>',
  );
});

test('footnotes have links there and back, with accessible names', async () => {
  const mark = (id: string) =>
    `<sup><a id="${id}" href="#note-1" role="doc-noteref" aria-label="Footnote 1">1</a></sup>`;
  const back = (id: string, label: string) =>
    `<a href="#${id}" class="footnote-back" role="doc-backlink" aria-label="${label}">↩\ufe0e</a>`;
  expect(await toHtml('a[^x] b[^x]\n\n[^x]: Note.')).toBe(
    `<p>a${mark('note-ref-1')} b${mark('note-ref-1-2')}</p>` +
      '<section class="footnotes" role="doc-endnotes" aria-labelledby="footnotes-title">' +
      '<h2 id="footnotes-title" class="sr-only">Footnotes</h2><ol><li id="note-1"><p>Note. ' +
      `${back('note-ref-1', 'Back to reference 1')} ${back('note-ref-1-2', 'Back to reference 1, mark 2')}` +
      '</p></li></ol></section>',
  );
});

describe('reading time', () => {
  test.each([
    ['', 0, 1],
    ['don’t count two', 3, 1],
    [`${'word '.repeat(660)}`, 660, 3],
    ['漢字かな'.repeat(220), 440, 2],
    ['Привет, мир — 42!', 3, 1],
    [`\`\`\`\n${'word '.repeat(880)}\n\`\`\``, 880, 2],
    ['สวัสดีชาวโลก', 3, 1],
    ['🎉 🎉', 0, 1],
  ])('%.12j… has %i words: %i minutes', async (markdown, words, minutes) => {
    expect(await parseTest(markdown)).toMatchObject({ words, readingMinutes: minutes });
  });
});
