import { expect, test } from 'vitest';
import { parseTest, toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';

test.each<[what: string, markdown: string, html: string]>([
  [
    'a container in a container',
    '::::tabs\n:::tab{label=A}\na\n:::\n:::tab[B]\nb\n:::\n::::',
    '<div class="tabs" role="radiogroup" aria-label="Choices"><input type="radio" id="tab-1.1" name="tabs-1" checked=""/><label for="tab-1.1">A</label><div class="tab-panel"><p>a</p></div><input type="radio" id="tab-1.2" name="tabs-1"/><label for="tab-1.2">B</label><div class="tab-panel"><p>b</p></div></div>',
  ],
  [
    'the same number of colons',
    ':::tabs\n:::tab{label=A}\na\n:::\n:::\n\nb',
    '<div class="tabs" role="radiogroup" aria-label="Choices"><input type="radio" id="tab-1.1" name="tabs-1" checked=""/><label for="tab-1.1">A</label><div class="tab-panel"><p>a</p></div></div><p>b</p>',
  ],
  [
    'one in a list',
    '- a\n\n  :::tip\n  b\n  :::\n- c',
    '<ul><li><p>a</p><div class="callout callout-tip" role="note"><p class="callout-title">Tip</p><p>b</p></div></li><li><p>c</p></li></ul>',
  ],
  [
    'one that is never closed',
    ':::tip\na',
    '<div class="callout callout-tip" role="note"><p class="callout-title">Tip</p><p>a</p></div>',
  ],
  [
    'a fence with colons in it',
    ':::tip\n```\n:::\n```\n:::',
    '<div class="callout callout-tip" role="note"><p class="callout-title">Tip</p><figure class="code"><figcaption class="code-head"><span>Text</span><span data-island="0"></span></figcaption><div role="group" aria-label="Code" tabindex="0" class="code-lines"><pre><code><span class="line">:::</span></code></pre></div></figure></div>',
  ],
  [
    'a leaf',
    '::card{title="A b" href=/c}',
    '<div class="card"><p class="card-title"><a href="/c">A b</a></p></div>',
  ],
  [
    'attributes of all forms',
    ":::details{summary='a' open .x .y #z}\nb\n:::",
    '<details id="user-z" class="fold user-x user-y" open=""><summary>a</summary><p>b</p></details>',
  ],
  ['a name of several words', ':::file-tree\n- a\n:::', '<div class="file-tree"><ul><li>a</li></ul></div>'],
  [
    'one in a line',
    'Press :kbd[Ctrl *C*]{.x}!',
    '<p>Press <kbd class="key user-x">Ctrl <em>C</em></kbd>!</p>',
  ],
  ['a badge', ':badge[New]{type=tip}', '<p><span class="badge badge-tip">New</span></p>'],
  [
    'colons that mean nothing',
    '10:30, a:b, a::b[0], :smile:, [::1], x:kbd[y] :',
    '<p>10:30, a:b, a::b[0], :smile:, [::1], x:kbd[y] :</p>',
  ],
  ['an unknown container', ':::nope\n*a*\n:::', '<div><p><em>a</em></p></div>'],
  ['an unknown leaf', '::nope{a=b}', ''],
  ['an unknown inline directive', 'a :nope[b] c', '<p>a <span>b</span> c</p>'],
])('%s', async (_what, markdown, html) => {
  expect(await toHtml(markdown)).toBe(html);
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
  [':::steps{colour=red}\na\n:::', '"steps" has no attribute "colour": it has none'],
  [':::steps[a]\nb\n:::', '"steps" has no text in brackets: [a]'],
  [':::stepz\na\n:::', '":::stepz" is not a component: did you mean :::steps?'],
  [':::kbd\na\n:::', '":::kbd" is written :kbd[…] in a line'],
  ['$\\frac{1}$', 'The formula \\frac{1} cannot be shown: '],
  ['```mermaid\npie\n"a": 1\n```', 'The diagram is shown as text: '],
  ['a ![b](http://c.example/d.png)', 'The picture http://c.example/d.png is not shown: '],
])('%j is reported with its line', async (markdown, message) => {
  const { warnings } = await parseTest(`First.\n\nSecond\nthird.\n\n${markdown}`);
  expect(warnings).toEqual([{ line: 6, message: expect.stringContaining(message) }]);
});
