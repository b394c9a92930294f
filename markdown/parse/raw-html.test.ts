import { describe, expect, test } from 'vitest';
import { attacks } from '../../tests/harness/markdown/attacks.ts';
import { findHtmlFaults } from '../../tests/harness/markdown/html-rules.ts';
import { toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';

test.each<[what: string, markdown: string, html: string]>([
  ['marks in a line', 'a <kbd>b</kbd> <sub>*c*</sub>', '<p>a <kbd>b</kbd> <sub><em>c</em></sub></p>'],
  ['a block', '<div lang="de"><b>a</b></div>', '<div lang="de"><b>a</b></div>'],
  [
    'Markdown between two pieces',
    '<details open>\n<summary>a</summary>\n\n*b*\n\n</details>\n\nc',
    '<details open=""><summary>a</summary><p><em>b</em></p></details><p>c</p>',
  ],
  [
    'attributes that a table has',
    '<table><tr><td colspan="2" rowspan=x>a</table>',
    '<div role="group" aria-label="Table" tabindex="0" class="table-box"><table><tbody><tr><td colspan="2">a</td></tr></tbody></table></div>',
  ],
  [
    'names of the author, which get a prefix',
    '<p id="a" class="b c">d</p>',
    '<p id="user-a" class="user-b user-c">d</p>',
  ],
  [
    'a link to such a name',
    '[a](#b) <span id=b></span>',
    '<p><a href="#user-b">a</a> <span id="user-b"></span></p>',
  ],
  [
    'links',
    '<a href="https://a.example" target=_blank rel=opener>b</a>',
    '<p><a href="https://a.example" rel="noopener">b</a></p>',
  ],
  [
    'elements that are not allowed',
    '<button>a</button> <font>b</font> <form><input>c</form>',
    '<p>a b c</p>',
  ],
  ['comments', 'a<!-- b -->c', '<p>ac</p>'],
])('%s', async (_what, markdown, html) => {
  expect(await toHtml(markdown)).toBe(html);
});

describe('an unclosed tag does not affect the rest of the page', () => {
  test.each<[markdown: string, html: string]>([
    ['<div><b>a\n\nb', '<div><b>a\n</b></div><p>b</p>'],
    ['a <b>b\n\nc', '<p>a <b>b</b></p><p>c</p>'],
    ['> <div>\n\nb', '<blockquote><div></div></blockquote><p>b</p>'],
    ['- <b>a\n  - b\n- c', '<ul><li><b>a</b><ul><li>b</li></ul></li><li>c</li></ul>'],
    ['a</p></div></article> b', '<p>a b</p>'],
    ['</div>\n\na', '<p>a</p>'],
    [
      ':::tip\n</div></aside>\n:::\n\na',
      '<div class="callout callout-tip" role="note"><p class="callout-title">Tip</p></div><p>a</p>',
    ],
    ['<details>\n\na\n\n> </details>\n\nb', '<details></details><p>a</p><blockquote></blockquote><p>b</p>'],
    ['a <script>b\n\nc', '<p>a </p><p>c</p>'],
  ])('%j', async (markdown, html) => {
    expect(await toHtml(markdown)).toBe(html);
  });
});

describe('hostile HTML and Markdown', () => {
  test.each(attacks)('%j becomes harmless HTML', async (markdown) => {
    for (const source of [
      markdown,
      `text ${markdown}`,
      `> ${markdown}`,
      `- ${markdown}\n\n</li></ul>`,
      `<div>\n\n${markdown}\n\n</div>`,
    ]) {
      expect(findHtmlFaults(await toHtml(source))).toEqual([]);
    }
  });
});

describe('random Markdown and HTML', () => {
  const pieces = [
    '<table>',
    '</table>',
    '<tr>',
    '<td>',
    '</td>',
    '<tbody>',
    '<th scope=row>',
    '<caption>',
    '<col>',
    '<ul>',
    '<li>',
    '</ul>',
    '<dl>',
    '<dt>',
    '<dd>',
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<a href=/x>',
    '</a>',
    '<b>',
    '</b>',
    '<h2>',
    '</h2>',
    '<details>',
    '<summary>',
    '</details>',
    '<figure>',
    '<figcaption>',
    '<ruby>',
    '<rt>',
    '<pre>',
    '</pre>',
    '<br>',
    '<hr>',
    '<img src=x>',
    '<blockquote>',
    '<script>',
    '</script>',
    '<style>',
    '<svg>',
    '<select>',
    '<label>',
    ' text ',
    '\n',
    '\n\n',
    '\n\n',
    '**',
    '*',
    '[l](x.md)',
    '![i](p.png)',
    '- ',
    '1. ',
    '> ',
    '# ',
    '## h',
    '```\n',
    '| a |\n|--|\n| b |\n',
    ':::tip\n',
    ':::\n',
    '::::tabs\n',
    ':::tab{label=a}\n',
    ':kbd[',
    ']',
    '$x$',
    '$$',
    '[^1]',
    '\n\n[^1]: n\n',
    '- [ ] ',
    '&lt;',
    '<!--',
    '-->',
    '\t',
    '    ',
  ];

  test('give HTML that browsers leave unchanged', async () => {
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let round = 0; round < 3000; round += 1) {
      const markdown = Array.from({ length: 3 + next(25) }, () => pieces[next(pieces.length)]).join('');
      const faults = findHtmlFaults(await toHtml(markdown));
      expect(faults, JSON.stringify(markdown)).toEqual([]);
    }
  });

  test.each([
    ['deep quotes', `${'> '.repeat(5000)}a`],
    ['deep lists', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['deep HTML', '<div>'.repeat(5000)],
    ['deep HTML in a line', `a ${'<b>'.repeat(5000)}`],
    ['deep directives', ':::tip\n'.repeat(3000)],
    ['unclosed brackets', '['.repeat(20_000)],
    ['unclosed directives in a line', ':kbd['.repeat(3000)],
    ['many dollars', '$a '.repeat(20_000)],
    ['many stars', '*a **b '.repeat(5000)],
    ['many pieces of HTML', '<div>\n\n'.repeat(3000)],
    ['many attributes', `:::tip{${'a '.repeat(20_000)}\nb`],
    ['a long line of code', `\`\`\`js\n${'"a'.repeat(30_000)}\n\`\`\``],
    ['many backticks', '`a``b```'.repeat(3000)],
    ['many entities', '&amp'.repeat(20_000)],
  ])('%s render quickly', async (_what, markdown) => {
    expect(findHtmlFaults(await toHtml(markdown))).toEqual([]);
  });
});
