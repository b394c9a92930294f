import { expect, test } from 'vitest';
import { renderTest, toTree } from './test-render.ts';
import type { TreeNode } from './tree.ts';

test.each<[what: string, markdown: string, tree: TreeNode[]]>([
  [
    'a container in a container',
    '::::tabs\n:::tab{label=A}\na\n:::\n:::tab[B]\nb\n:::\n::::',
    [['Tabs', 0, ['Tab', { label: 'A' }, ['p', 0, 'a']], ['Tab', { label: 'B' }, ['p', 0, 'b']]]],
  ],
  [
    'the same number of colons',
    ':::tabs\n:::tab{label=A}\na\n:::\n:::\n\nb',
    [
      ['Tabs', 0, ['Tab', { label: 'A' }, ['p', 0, 'a']]],
      ['p', 0, 'b'],
    ],
  ],
  [
    'one in a list',
    '- a\n\n  :::tip\n  b\n  :::\n- c',
    [
      [
        'ul',
        0,
        ['li', 0, ['p', 0, 'a'], ['Callout', { type: 'tip' }, ['p', 0, 'b']]],
        ['li', 0, ['p', 0, 'c']],
      ],
    ],
  ],
  ['one that is never closed', ':::tip\na', [['Callout', { type: 'tip' }, ['p', 0, 'a']]]],
  [
    'a fence with colons in it',
    ':::tip\n```\n:::\n```\n:::',
    [['Callout', { type: 'tip' }, ['CodeBlock', 0, ['span', { className: 'line' }, ':::']]]],
  ],
  ['a leaf', '::card{title="A b" href=/c}', [['Card', { title: 'A b', href: '/c' }]]],
  [
    'attributes of all forms',
    ":::details{summary='a' open .x .y #z}\nb\n:::",
    [['Details', { summary: 'a', open: true, id: 'user-z', className: 'user-x user-y' }, ['p', 0, 'b']]],
  ],
  ['a name of several words', ':::file-tree\n- a\n:::', [['FileTree', 0, ['ul', 0, ['li', 0, 'a']]]]],
  [
    'one in a line',
    'Press :kbd[Ctrl *C*]{.x}!',
    [['p', 0, 'Press ', ['Kbd', { className: 'user-x' }, 'Ctrl ', ['em', 0, 'C']], '!']],
  ],
  ['a badge', ':badge[New]{type=tip}', [['p', 0, ['Badge', { type: 'tip' }, 'New']]]],
  [
    'colons that mean nothing',
    '10:30, a:b, a::b[0], :smile:, [::1], x:kbd[y] :',
    [['p', 0, '10:30, a:b, a::b[0], :smile:, [::1], x:kbd[y] :']],
  ],
  ['an unknown container', ':::nope\n*a*\n:::', [['div', 0, ['p', 0, ['em', 0, 'a']]]]],
  ['an unknown leaf', '::nope{a=b}', [['p', 0, '::nope{a=b}']]],
  ['an unknown inline directive', 'a :nope[b] c', [['p', 0, 'a :nope[b] c']]],
])('%s', async (_what, markdown, tree) => {
  expect(await toTree(markdown)).toEqual(tree);
});

test.each([
  [':::tab\na\n:::', '"tab" needs label: :::tab{label="…"}'],
  [
    ':::card{title=a href=javascript:x}\n:::',
    '"href" of "card" must be an address like /posts/guide or https://example.com, got "javascript:x"',
  ],
  [
    ':::callout{type=loud}\na\n:::',
    '"type" of "callout" must be one of note, tip, important, warning, caution, got "loud"',
  ],
  [':::steps{color=red}\na\n:::', '"steps" has no attribute "color": it has none'],
  [':::steps[a]\nb\n:::', '"steps" has no text in brackets: [a]'],
  [':::stepz\na\n:::', '":::stepz" is not a component: did you mean :::steps?'],
  [':::kbd\na\n:::', '":::kbd" is written :kbd[…] in a line'],
  ['$\\frac{1}$', 'The formula \\frac{1} cannot be shown: '],
  ['```mermaid\npie\n"a": 1\n```', 'The diagram is shown as text: '],
  ['a ![b](http://c.example/d.png)', 'The picture http://c.example/d.png is not shown: '],
])('%j is reported with its line', async (markdown, message) => {
  const { warnings } = await renderTest(`First.\n\nSecond\nthird.\n\n${markdown}`);
  expect(warnings).toEqual([{ line: 6, message: expect.stringContaining(message) }]);
});
