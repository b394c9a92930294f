import { describe, expect, test } from 'vitest';
import { renderTest, toTree } from './test-render.ts';
import type { TreeNode } from './tree.ts';

type Cases = [what: string, markdown: string, tree: TreeNode[]][];

const basics: Cases = [
  [
    'text and marks',
    'a *b* **c** ~~d~~ `e`\nf',
    [
      [
        'p',
        0,
        'a ',
        ['em', 0, 'b'],
        ' ',
        ['strong', 0, 'c'],
        ' ',
        ['del', 0, 'd'],
        ' ',
        ['code', 0, 'e'],
        '\nf',
      ],
    ],
  ],
  [
    'line breaks and rules',
    'a\\\nb\n\n---',
    [
      ['p', 0, 'a', ['br', 0], 'b'],
      ['hr', 0],
    ],
  ],
  ['entities', '&lt;b&gt; &copy; \\*', [['p', 0, '<b> © *']]],
  [
    'a tight list',
    '- a\n- b\n  1. c',
    [['ul', 0, ['li', 0, 'a'], ['li', 0, 'b', ['ol', 0, ['li', 0, 'c']]]]],
  ],
  [
    'a loose list that starts late',
    '3. a\n\n4. b',
    [['ol', { start: 3 }, ['li', 0, ['p', 0, 'a']], ['li', 0, ['p', 0, 'b']]]],
  ],
  ['a quote', '> a\n>\n> b', [['blockquote', 0, ['p', 0, 'a'], ['p', 0, 'b']]]],
  [
    'a table with alignment',
    '| a | b | c |\n|---|:-:|--:|\n| 1 | *2* | 3 |',
    [
      [
        'table',
        0,
        [
          'thead',
          0,
          [
            'tr',
            0,
            ['th', { scope: 'col' }, 'a'],
            ['th', { scope: 'col', className: 'align-center' }, 'b'],
            ['th', { scope: 'col', className: 'align-right' }, 'c'],
          ],
        ],
        [
          'tbody',
          0,
          [
            'tr',
            0,
            ['td', 0, '1'],
            ['td', { className: 'align-center' }, ['em', 0, '2']],
            ['td', { className: 'align-right' }, '3'],
          ],
        ],
      ],
    ],
  ],
  [
    'tasks',
    '- [ ] a *b*\n- [x] c\n- d',
    [
      [
        'ul',
        { className: 'tasks' },
        [
          'li',
          { className: 'task' },
          [
            'label',
            0,
            ['input', { type: 'checkbox', disabled: true, checked: false }],
            ' a ',
            ['em', 0, 'b'],
          ],
        ],
        [
          'li',
          { className: 'task' },
          ['label', 0, ['input', { type: 'checkbox', disabled: true, checked: true }], ' c'],
        ],
        ['li', 0, 'd'],
      ],
    ],
  ],
];

const links: Cases = [
  [
    'a web link',
    '[a](https://b.example "c")',
    [['p', 0, ['a', { href: 'https://b.example', title: 'c', rel: 'noopener' }, 'a']]],
  ],
  ['a link in the page', '[a](#b)', [['p', 0, ['a', { href: '#b' }, 'a']]]],
  [
    'a bare address',
    'https://b.example/c.',
    [['p', 0, ['a', { href: 'https://b.example/c', rel: 'noopener' }, 'https://b.example/c'], '.']],
  ],
  [
    'www',
    'see www.b.example/c, ok',
    [
      [
        'p',
        0,
        'see ',
        ['a', { href: 'https://www.b.example/c', rel: 'noopener' }, 'www.b.example/c'],
        ', ok',
      ],
    ],
  ],
  ['a mail address', 'a@b.example', [['p', 0, ['a', { href: 'mailto:a@b.example' }, 'a@b.example']]]],
  ['names of files, which are no links', 'README.md and node.js', [['p', 0, 'README.md and node.js']]],
  ['a phone number', '[a](tel:+1)', [['p', 0, ['a', { href: 'tel:+1' }, 'a']]]],
];

const callouts: Cases = [
  ['GitHub’s notes', '> [!NOTE]\n> a\n> b', [['Callout', { type: 'note' }, ['p', 0, 'a\nb']]]],
  [
    'a mark in a paragraph of its own',
    '> [!warning]\n>\n> a',
    [['Callout', { type: 'warning' }, ['p', 0, 'a']]],
  ],
  ['a mark that is unknown', '> [!WOW]\n> a', [['blockquote', 0, ['p', 0, '[!WOW]\na']]]],
  ['a mark with text behind it', '> [!NOTE] a', [['blockquote', 0, ['p', 0, '[!NOTE] a']]]],
  ['the directive', ':::tip\na\n:::', [['Callout', { type: 'tip' }, ['p', 0, 'a']]]],
  [
    'the directive with a title',
    ':::caution[Hot!]\na\n:::',
    [['Callout', { type: 'caution', title: 'Hot!' }, ['p', 0, 'a']]],
  ],
];

describe.each([
  ['Markdown', basics],
  ['Links', links],
  ['Callouts', callouts],
])('%s:', (_group, cases) => {
  test.each(cases)('%s', async (_what, markdown, tree) => {
    expect(await toTree(markdown)).toEqual(tree);
  });
});

test('headings have ids in any script, unique on the page, and h2 and h3 are the contents', async () => {
  const { body, toc } = await renderTest(
    '# Top\n\n## Été *à* Paris!\n\n### 日本 語\n\n## Été à Paris\n\n#### Deep\n\n> ## Quoted\n\n## ?',
  );
  expect(toc).toEqual([
    { id: 'été-à-paris', text: 'Été à Paris!', depth: 2 },
    { id: '日本-語', text: '日本 語', depth: 3 },
    { id: 'été-à-paris-1', text: 'Été à Paris', depth: 2 },
    { id: 'section', text: '?', depth: 2 },
  ]);
  expect(body[1]).toEqual([
    'h2',
    { id: 'été-à-paris' },
    'Été ',
    ['em', 0, 'à'],
    ' Paris!',
    ['HeadingAnchor', { id: 'été-à-paris', text: 'Été à Paris!' }],
  ]);
});

test('ids stay unique when headings look like numbered ones', async () => {
  const { toc } = await renderTest('## A\n\n## A-1\n\n## A\n\n## A\n\n## Footnotes\n\n## note-1');
  expect(new Set(toc.map(({ id }) => id)).size).toBe(6);
  expect(toc.map(({ id }) => id)).not.toContain('note-1');
});

test('a first heading that repeats the title is not shown twice', async () => {
  expect((await renderTest('# My *title*\n\nText.\n\n# My title', 'My title')).body).toEqual([
    ['p', 0, 'Text.'],
    ['h1', { id: 'my-title' }, 'My title', ['HeadingAnchor', { id: 'my-title', text: 'My title' }]],
  ]);
});

test('footnotes have links there and back, with accessible names', async () => {
  expect(await toTree('a[^x] b[^x]\n\n[^x]: Note.')).toEqual([
    [
      'p',
      0,
      'a',
      [
        'sup',
        0,
        ['a', { id: 'note-ref-1', href: '#note-1', role: 'doc-noteref', 'aria-label': 'Footnote 1' }, '1'],
      ],
      ' b',
      [
        'sup',
        0,
        ['a', { id: 'note-ref-1-2', href: '#note-1', role: 'doc-noteref', 'aria-label': 'Footnote 1' }, '1'],
      ],
    ],
    [
      'section',
      { className: 'footnotes', role: 'doc-endnotes', 'aria-labelledby': 'footnotes-title' },
      ['h2', { id: 'footnotes-title', className: 'sr-only' }, 'Footnotes'],
      [
        'ol',
        0,
        [
          'li',
          { id: 'note-1' },
          [
            'p',
            0,
            'Note. ',
            [
              'a',
              {
                href: '#note-ref-1',
                className: 'footnote-back',
                role: 'doc-backlink',
                'aria-label': 'Back to reference 1',
              },
              '↩\ufe0e',
            ],
            ' ',
            [
              'a',
              {
                href: '#note-ref-1-2',
                className: 'footnote-back',
                role: 'doc-backlink',
                'aria-label': 'Back to reference 1, mark 2',
              },
              '↩\ufe0e',
            ],
          ],
        ],
      ],
    ],
  ]);
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
    expect(await renderTest(markdown)).toMatchObject({ words, readingMinutes: minutes });
  });
});
