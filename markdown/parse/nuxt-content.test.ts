/** Pages as they are written for Nuxt Content. */
import { expect, test } from 'vitest';
import { parseTest, toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';

const callout = (type: string, title: string, html: string) =>
  `<div class="callout callout-${type}" role="note"><p class="callout-title">${title}</p>${html}</div>`;
const card = (title: string, html = '') =>
  `<div class="card"><p class="card-title">${title}</p>${html}</div>`;

test.each<[what: string, markdown: string, html: string]>([
  ['a block with two colons', '::tip\na\n::\n\nb', `${callout('tip', 'Tip', '<p>a</p>')}<p>b</p>`],
  [
    'a block without content, by look-ahead',
    '::card{title=A}\n\n::card{title=B}\nb\n::',
    card('A') + card('B', '<p>b</p>'),
  ],
  [
    'properties in YAML',
    '::card\n---\ntitle: "A: b"\nto: /c\nicon: x\n---\nd\n::',
    card('<a href="/c">A: b</a>', '<p>d</p>'),
  ],
  ['properties in a code block', '::card\n```yaml [props]\ntitle: A\n```\nb\n::', card('A', '<p>b</p>')],
  [
    'more colons inside',
    '::card-group\n:::card{title=A}\na\n:::\n::',
    `<div class="cards">${card('A', '<p>a</p>')}</div>`,
  ],
  [
    'fewer colons inside',
    ':::card-group\n::card{title=A}\na\n::\n:::',
    `<div class="cards">${card('A', '<p>a</p>')}</div>`,
  ],
  [
    'blocks without content in an indented group',
    '::cards\n  ::card{title=A}\n  ::card{title=B}\n::',
    `<div class="cards">${card('A')}${card('B')}</div>`,
  ],
  [
    'deep indentation',
    '::card-group\n  ::card{title=A}\n    ::note\n      ::tip\n      a\n      ::\n    ::\n  ::\n::',
    `<div class="cards">${card('A', callout('note', 'Note', callout('tip', 'Tip', '<p>a</p>')))}</div>`,
  ],
  ['slots', '::card\n#title\nA **b**\n\n#default\nc\n\n#footer\nd\n::', card('A b', '<p>c</p><p>d</p>')],
  ['other names of components', '::alert{type="info"}\na\n::', callout('note', 'Note', '<p>a</p>')],
  ['names with a prefix', '::u-alert{color=error title=A}\na\n::', callout('caution', 'A', '<p>a</p>')],
  ['names in capitals', '::ProseTip\na\n::', callout('tip', 'Tip', '<p>a</p>')],
  [
    'an accordion',
    '::accordion\n:::accordion-item{label=A}\na\n:::\n::',
    '<div><details class="fold"><summary>A</summary><p>a</p></details></div>',
  ],
  [
    'an accordion with a title',
    '::accordion{title=A}\na\n::',
    '<details class="fold"><summary>A</summary><p>a</p></details>',
  ],
  [
    'an unknown block',
    '::hero{title=A}\n**b**\n::',
    '<div><p><strong>A</strong></p><p><strong>b</strong></p></div>',
  ],
  ['an element as a block', '::div{.wide onclick=x}\na\n::', '<div class="user-wide"><p>a</p></div>'],
  ['an element in a line', 'm:sup[2] :sup[2] :br b', '<p>m:sup[2] <sup>2</sup> <br/><span></span> b</p>'],
  [
    'a component in a line',
    ':badge[New] :badge{text=Old}',
    '<p><span class="badge">New</span> <span class="badge">Old</span></p>',
  ],
  ['an unknown one in a line', 'a :nope{x=y} b :nope[c]', '<p>a <span></span> b <span>c</span></p>'],
  ['an unknown one alone', ':nope{x=y}', ''],
  ['words with a colon', ':smile: a :word 10:30', '<p>:smile: a :word 10:30</p>'],
  ['a span', 'a [b *c*]{.d #e}', '<p>a <span class="user-d" id="user-e">b <em>c</em></span></p>'],
  ['classes with signs', '[a]{.b-[#fff].text-(--x) .c}', '<p><span class="user-c">a</span></p>'],
  [
    'bold text',
    '**a**{.b} *c*{.d} `e`{.f}',
    '<p><strong class="user-b">a</strong> <em class="user-d">c</em> <code class="user-f">e</code></p>',
  ],
  ['a link', '[a](/b){.c target=_blank onclick=x style="x"}', '<p><a class="user-c" href="/b">a</a></p>'],
  [
    'a picture',
    'a ![b](https://c.example/d.png){width=30}',
    '<p>a <img width="30" src="https://c.example/d.png" alt="b" loading="lazy" decoding="async"/></p>',
  ],
  ['braces that are none', '**a**{b: c} {x} [a]{1}', '<p><strong>a</strong>{b: c} {x} [a]{1}</p>'],
  ['a closing mark too many', 'a\n\n::\n\nb', '<p>a</p><p>b</p>'],
  [
    'a code block with colons',
    '::tip\n~~~\n::\n~~~\n::',
    callout(
      'tip',
      'Tip',
      '<figure class="code"><figcaption class="code-head"><span>Text</span><span data-island="0"></span></figcaption><div role="group" aria-label="Code" tabindex="0" class="code-lines"><pre><code><span class="line">::</span></code></pre></div></figure>',
    ),
  ],
])('%s', async (_what, markdown, html) => {
  expect(await toHtml(markdown)).toBe(html);
});

test('{{ $doc.title }} is a field of the page, and nothing else is evaluated', async () => {
  const facts = () => new Map([['title', '<b>T</b>']]);
  expect(await toHtml('{{ $doc.title }} {{ $doc.none }}! {{ 1 + 1 }}', '', { facts })).toBe(
    '<p>&lt;b&gt;T&lt;/b&gt; ! {{ 1 + 1 }}</p>',
  );
  expect(await toHtml('::card{:title="title"}', '', { facts })).toBe(card('&lt;b&gt;T&lt;/b&gt;'));
});

test.each([
  ['::hero\na\n::', '":::hero" is not a component'],
  ['::u-cards-x\na\n::', '":::u-cards-x" is not a component'],
  ['::card\n---\ntitle: [\n---\na\n::', '"card": the properties between the --- lines are not valid YAML'],
  ['::', 'The colons on this line close nothing'],
])('%j is reported', async (markdown, message) => {
  const { warnings } = await parseTest(markdown);
  expect(warnings[0]).toEqual({ line: 1, message: expect.stringContaining(message) });
});

test('many directives without an end take no long time', async () => {
  const start = performance.now();
  await parseTest('::a\n'.repeat(20_000));
  await parseTest(`${':::a\n'.repeat(200)}${'x\n'.repeat(20_000)}`);
  expect(performance.now() - start).toBeLessThan(10_000);
});
