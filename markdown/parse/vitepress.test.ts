/** Pages as they are written for VitePress. */
import { expect, test } from 'vitest';
import { parseTest, toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';

const callout = (type: string, title: string) =>
  `<div class="callout callout-${type}" role="note"><p class="callout-title">${title}</p><p>a</p></div>`;
const heading = (id: string, text: string, more = '') =>
  `<h2${more} id="${id}">${text}<a class="heading-anchor" href="#${id}" aria-label="Link to &quot;${text}&quot;">#</a></h2>`;

test.each<[what: string, markdown: string, html: string]>([
  ['info', '::: info\na\n:::', callout('note', 'Note')],
  ['a box with a title', '::: danger Mind the *gap*\na\n:::', callout('caution', 'Mind the *gap*')],
  [
    'details',
    '::: details Click {open}\na\n:::',
    '<details class="fold" open=""><summary>Click</summary><p>a</p></details>',
  ],
  [
    'details without a title',
    '::: details\na\n:::',
    '<details class="fold"><summary>More</summary><p>a</p></details>',
  ],
  ['raw', '::: raw\na\n:::', '<div><p>a</p></div>'],
  ['the id of a heading', '## A b {#My-id}', heading('My-id', 'A b')],
  ['an id that is taken', '## A {#x}\n\n## B {#x}', heading('x', 'A') + heading('b', 'B')],
  ['an id that could be mistaken for another', '## A {#user-x}', heading('a', 'A')],
  ['a class of a heading', '## A {.b}', heading('a', 'A', ' class="user-b"')],
  ['attributes on the line after a block', 'a\n{.b #c}', '<p class="user-b" id="user-c">a</p>'],
  ['the table of contents', 'a\n\n[[toc]]\n\nb', '<p>a</p><p>b</p>'],
  ['a file that is included', 'a\n\n<<< @/snippets/x.ts{2}\n\nb', '<p>a</p><p>b</p>'],
  [
    'a component',
    'a <Badge type="info" text="v1" /> <Nope>b</Nope>',
    '<p>a <span class="badge badge-note">v1</span> b</p>',
  ],
])('%s', async (_what, markdown, html) => {
  expect(await toHtml(markdown)).toBe(html);
});

test('a group of code is tabs, named by their files', async () => {
  const html = await toHtml('::: code-group\n```js [a.js]\n1\n```\n```ts\n2\n```\n:::');
  expect([...html.matchAll(/<label[^>]*>(.*?)<\/label>/g)].map(([, label]) => label)).toEqual(['a.js', 'ts']);
  expect(html).toContain('role="radiogroup"');
});

test('lines are marked by numbers and by comments, which are not shown', async () => {
  const code = [
    '```js:line-numbers {1}',
    'one',
    'two // [!code highlight]',
    'three // [!code ++]',
    'four // [!code --]',
    '// [!code focus:2]',
    'five',
    'six',
    '```',
  ];
  const html = await toHtml(code.join('\n'));
  expect([...html.matchAll(/class="line( \w+)?"/g)].map(([, name]) => name?.trim())).toEqual([
    'marked',
    'marked',
    'added',
    'removed',
    'marked',
    'marked',
  ]);
  expect(html).not.toContain('[!code');
  expect(html).toContain('<span>js</span>');
});

test.each([
  'jsx',
  'ts',
  'vue',
  'md',
  'xquery',
  'php',
  'robotframework',
  'aspnet',
  'cshtml',
  'wiki',
  'none-such',
])('code in %s is shown', async (language) => {
  const { body, warnings } = await parseTest(`\`\`\`${language}\n<a b={c}>{d} @x \${e}</a>\n== f ==\n\`\`\``);
  expect(JSON.stringify(body)).toContain('CodeBlock');
  expect(warnings).toEqual([]);
});
