import { expect, test } from 'vitest';
import { toTree } from './test-render.ts';
import type { TreeNode } from './tree.ts';

test.each<[what: string, markdown: string, tree: TreeNode[]]>([
  ['a formula', 'is $x$.', [['p', 0, 'is ', ['math', 0, ['mi', 0, 'x']], '.']]],
  [
    'a block',
    '$$\nx\n$$',
    [
      [
        'div',
        { className: 'math' },
        ['math', { display: 'block', className: 'tml-display' }, ['mi', 0, 'x']],
      ],
    ],
  ],
  [
    'a block on one line',
    '$$x$$',
    [
      [
        'div',
        { className: 'math' },
        ['math', { display: 'block', className: 'tml-display' }, ['mi', 0, 'x']],
      ],
    ],
  ],
  ...[
    'costs $5 and $10.',
    '$5-$10',
    'US$5 or 10$ more',
    '$5 or 10$ more',
    'a $ b $ c',
    '$HOME and $PATH2',
    '$1,000 to $2,000!',
    '\\$x$',
    '$',
    '$$',
  ].map((text): [string, string, TreeNode[]] => [
    `${text}, which is none`,
    text,
    [['p', 0, text.replace('\\', '')]],
  ]),
])('%s', async (_what, markdown, tree) => {
  expect(await toTree(markdown)).toEqual(tree);
});

test('a formula that is wrong shows its source', async () => {
  expect(await toTree('$\\frac{1}$')).toEqual([
    ['p', 0, ['code', { className: 'math-error', title: expect.any(String) }, '\\frac{1}']],
  ]);
});
