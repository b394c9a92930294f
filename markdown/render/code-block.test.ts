import { expect, test } from 'vitest';
import { toTree } from './test-render.ts';
import type { TreeNode } from './tree.ts';

test.each<[what: string, markdown: string, tree: TreeNode[]]>([
  [
    'indented code',
    '    a\n    b',
    [['CodeBlock', 0, ['span', { className: 'line' }, 'a\n'], ['span', { className: 'line' }, 'b']]],
  ],
  [
    'an unknown language',
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
])('%s', async (_what, markdown, tree) => {
  expect(await toTree(markdown)).toEqual(tree);
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

test.each([
  ['rs', 'let a = 1;', 'hl-keyword', 'let'],
  ['C++', 'return 1;', 'hl-keyword', 'return'],
  ['zsh', '# note', 'hl-comment', '# note'],
  ['jsonc', '{ "a": true }', 'hl-literal', 'true'],
  ['html', '<b title="x">', 'hl-attr', 'title'],
  ['php', '<p><?php echo "a"; ?></p>', 'hl-string', '"a"'],
  ['patch', '+ new', 'hl-addition', '+ new'],
])('%s is known: in %s', async (language, code, className, text) => {
  const tree = JSON.stringify(await toTree(`\`\`\`${language}\n${code}\n\`\`\``));
  expect(tree).toContain(JSON.stringify(['span', { className }, text]));
});
