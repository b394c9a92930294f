import { describe, expect, test } from 'vitest';
import type { TreeNode } from '../document.ts';
import { renderTest, toTree } from './test-render.ts';

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

const code: Cases = [
  [
    'indented code',
    '    a\n    b',
    [['CodeBlock', 0, ['span', { className: 'line' }, 'a\n'], ['span', { className: 'line' }, 'b']]],
  ],
  [
    'a language nobody knows',
    '```nope\n<a>\n```',
    [['CodeBlock', { lang: 'nope' }, ['span', { className: 'line' }, '<a>']]],
  ],
  [
    'a file name and marked lines',
    '```txt [a b.txt] {1,3-4}\n1\n2\n3\n4\n```',
    [
      [
        'CodeBlock',
        { lang: 'txt', file: 'a b.txt' },
        ['span', { className: 'line marked' }, '1\n'],
        ['span', { className: 'line' }, '2\n'],
        ['span', { className: 'line marked' }, '3\n'],
        ['span', { className: 'line marked' }, '4'],
      ],
    ],
  ],
  [
    'a title',
    '```txt title="a.txt"\n1\n```',
    [['CodeBlock', { lang: 'txt', file: 'a.txt' }, ['span', { className: 'line' }, '1']]],
  ],
  [
    'colours over several lines',
    '```ts\nconst a = `x\n$' + '{b}`;\n```',
    [
      [
        'CodeBlock',
        { lang: 'ts' },
        [
          'span',
          { className: 'line' },
          ['span', { className: 'hl-keyword' }, 'const'],
          ' a = ',
          ['span', { className: 'hl-string' }, '`x'],
          '\n',
        ],
        ['span', { className: 'line' }, `$\{b}`, ['span', { className: 'hl-string' }, '`'], ';'],
      ],
    ],
  ],
  [
    'a language beyond the common ones',
    '```dockerfile\nFROM a\n```',
    [
      [
        'CodeBlock',
        { lang: 'dockerfile' },
        ['span', { className: 'line' }, ['span', { className: 'hl-keyword' }, 'FROM'], ' a'],
      ],
    ],
  ],
];

const directives: Cases = [
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
  ['a container nobody knows', ':::nope\n*a*\n:::', [['div', 0, ['p', 0, ['em', 0, 'a']]]]],
  ['a leaf nobody knows', '::nope{a=b}', [['p', 0, '::nope{a=b}']]],
  ['one in a line nobody knows', 'a :nope[b] c', [['p', 0, 'a :nope[b] c']]],
];

const math: Cases = [
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
  ].map((text): Cases[number] => [`${text}, which is none`, text, [['p', 0, text.replace('\\', '')]]]),
];

describe.each([
  ['Markdown', basics],
  ['Links', links],
  ['Callouts', callouts],
  ['Code', code],
  ['Directives', directives],
  ['Math', math],
])('%s:', (_group, cases) => {
  test.each(cases)('%s', async (_what, markdown, tree) => {
    expect(await toTree(markdown)).toEqual(tree);
  });
});

test('the text of a code block is the code', async () => {
  const source = 'const a = 1;\n\n\tif (a) {\n  /* b\n c */ }\n// end';
  const text = (node: TreeNode): string =>
    typeof node === 'string'
      ? node
      : node
          .slice(2)
          .map((child) => text(child as TreeNode))
          .join('');
  for (const language of ['js', 'nope', '']) {
    const [block] = await toTree(`\`\`\`${language}\n${source}\n\`\`\``);
    expect(text(block ?? '')).toBe(source);
  }
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

test('footnotes have a way there and back, with names for both', async () => {
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

test('a formula that is wrong shows its source', async () => {
  expect(await toTree('$\\frac{1}$')).toEqual([
    ['p', 0, ['code', { className: 'math-error', title: expect.any(String) }, '\\frac{1}']],
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
