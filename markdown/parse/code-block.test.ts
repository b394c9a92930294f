import { expect, test } from 'vitest';
import { toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { addCodeBlock } from './code-block.ts';
import type { ParseContext } from './parse-context.ts';
import { TreeBuilder } from './tree-builder.ts';

const block = (title: string, label: string, lines: string) =>
  `<figure class="code"><figcaption class="code-head">${title}<span data-island="0"></span></figcaption>` +
  `<div role="group" aria-label="${label}" tabindex="0" class="code-lines"><pre><code>${lines}</code></pre></div></figure>`;

test.each<[what: string, markdown: string, html: string]>([
  [
    'indented code',
    '    a\n    b',
    block('<span>Text</span>', 'Code', '<span class="line">a\n</span><span class="line">b</span>'),
  ],
  [
    'an unknown language',
    '```nope\n<a>\n```',
    block('<span>nope</span>', 'Code: nope', '<span class="line">&lt;a&gt;</span>'),
  ],
  [
    'a file name and marked lines',
    '```txt [a b.txt] {1,3-4}\n1\n2\n3\n4\n```',
    block(
      '<span class="code-file">a b.txt</span>',
      'Code: a b.txt',
      '<span class="line marked">1\n</span><span class="line">2\n</span><span class="line marked">3\n</span><span class="line marked">4</span>',
    ),
  ],
  [
    'a title',
    '```txt title="a.txt"\n1\n```',
    block('<span class="code-file">a.txt</span>', 'Code: a.txt', '<span class="line">1</span>'),
  ],
  [
    'colors over several lines',
    '```ts\nconst a = `x\n$' + '{b}`;\n```',
    block(
      '<span>ts</span>',
      'Code: ts',
      '<span class="line"><span class="hl-keyword">const</span> a = <span class="hl-string">`x</span>\n</span>' +
        `<span class="line">$\{b}<span class="hl-string">\`</span>;</span>`,
    ),
  ],
  [
    'a language beyond the common ones',
    '```dockerfile\nFROM a\n```',
    block(
      '<span>dockerfile</span>',
      'Code: dockerfile',
      '<span class="line"><span class="hl-keyword">FROM</span> a</span>',
    ),
  ],
  [
    'Markdown: front matter, components, and code in another language',
    '````md\n---\ntitle: A\n---\n# B\n- c\n::card{to="/d"}\n```js\nlet e\n```\n````',
    block(
      '<span>md</span>',
      'Code: md',
      [
        '---',
        '<span class="hl-attr">title</span>: A',
        '---',
        '#<span class="hl-section"> B</span>',
        '<span class="hl-keyword">-</span> c',
        '<span class="hl-keyword">::card</span>{<span class="hl-attr">to</span>=<span class="hl-string">&quot;/d&quot;</span>}',
        '```<span class="hl-code">js</span>',
        '<span class="hl-keyword">let</span> e',
        '```',
      ]
        .map((line, index) => `<span class="line">${line}${index < 8 ? '\n' : ''}</span>`)
        .join(''),
    ),
  ],
])('%s', async (_what, markdown, html) => {
  expect(await toHtml(markdown)).toBe(html);
});

test.each([
  'js',
  'css',
  'php',
  'haml',
  'pug',
])('Markdown keeps its components after %s is loaded', async (language) => {
  const markdown = '```md\n::card\n```';
  for (const source of [markdown, `\`\`\`${language}\na\n\`\`\`\n\n${markdown}`])
    expect(await toHtml(source)).toContain('<span class="hl-keyword">::card</span>');
});

test('the text of a code block is the code', async () => {
  const source = 'const a = 1;\n\n\tif (a) {\n  /* b\n c */ }\n// end';
  for (const language of ['js', 'nope', '']) {
    const html = await toHtml(`\`\`\`${language}\n${source}\n\`\`\``);
    const code = /<code>(.*)<\/code>/s.exec(html)?.[1] ?? '';
    expect(code.replace(/<[^>]*>/g, '')).toBe(source);
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
  ['tsx', 'const a = <b>{c}: {d}</b>;', 'hl-keyword', 'const'],
])('%s is known: in %s', async (language, code, className, text) => {
  const html = await toHtml(`\`\`\`${language}\n${code}\n\`\`\``);
  expect(html).toContain(`<span class="${className}">${escapeHtml(text)}</span>`);
});

test('code that cannot be highlighted is plain, and that is reported', () => {
  const messages: string[] = [];
  const context: Pick<ParseContext, 'tree' | 'count' | 'tools' | 'warn'> = {
    tree: new TreeBuilder(),
    count: { prose: 0, code: 0 },
    tools: {
      highlight() {
        throw new Error('alias is not iterable');
      },
    },
    warn: (message) => messages.push(message),
  };
  addCodeBlock(context, 'a\n', { language: 'js', marked: new Set() });
  expect(context.tree.finish()).toEqual([['CodeBlock', { lang: 'js' }, ['span', { class: 'line' }, 'a']]]);
  expect(messages).toEqual([expect.stringContaining('The code is shown without colors: js cannot be')]);
});
