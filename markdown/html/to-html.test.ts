import { describe, expect, test } from 'vitest';
import type { TreeElement, TreeNode } from '../parse/tree.ts';
import { toArticleBody } from './to-html.ts';

const write = (...nodes: TreeNode[]) => toArticleBody(nodes).html;

const table: TreeElement = [
  'table',
  0,
  ['thead', 0, ['tr', 0, ['th', { scope: 'col' }, 'Decade'], ['th', { scope: 'col' }, 'Girls']]],
  [
    'tbody',
    0,
    ['tr', 0, ['td', 0, '1900s'], ['td', 0, '4,000']],
    ['tr', 0, ['td', 0, '1960s'], ['td', 0, '1,000']],
  ],
];

describe('plain elements', () => {
  test('are rendered as they are', () => {
    expect(write(['p', 0, 'Hello ', ['em', { class: 'user-x' }, 'you']])).toBe(
      '<p>Hello <em class="user-x">you</em></p>',
    );
  });

  test('that are not allowed render only their content', () => {
    expect(
      write(
        ['script', { src: '/x.js' }, 'alert(1)'],
        ['iframe', 0],
        ['marquee', 0, 'a'],
        ['constructor', 0, 'b'],
      ),
    ).toBe('alert(1)ab');
  });

  test.each([
    ['onClick', 'alert(1)'],
    ['onmouseover', 'alert(1)'],
    ['dangerouslySetInnerHTML', 'x'],
    ['ref', 'x'],
    ['style', 'position:fixed'],
    ['srcdoc', 'x'],
    ['formaction', 'x'],
    ['data-island', '0'],
    ['x onclick', 'alert(1)'],
    ['constructor', 'x'],
  ])('lose the attribute %s', (name, value) => {
    expect(write(['p', { [name]: value, title: 'kept' }, 'text'])).toBe('<p title="kept">text</p>');
  });

  test.each([
    'javascript:alert(1)',
    ' JaVa\tScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
  ])('never lead to %j', (href) => {
    expect(write(['a', { href }, 'go'])).toBe('<a>go</a>');
  });

  test('have their text and attributes escaped', () => {
    expect(write(['p', { title: '"><b>' }, '<b data-island="0">&amp;'])).toBe(
      '<p title="&quot;&gt;&lt;b&gt;">&lt;b data-island=&quot;0&quot;&gt;&amp;amp;</p>',
    );
  });
});

describe('links', () => {
  test.each([
    '/posts/guide',
    '/posts?page=2',
    'https://example.org/a',
    '#part',
    '/feed.xml',
    'mailto:a@example.org',
  ])('%s are kept', (href) => {
    expect(write(['a', { href }, 'go'])).toContain(`href="${href}"`);
  });
});

describe('tables', () => {
  test('are in a box that the keyboard can reach and that has a label', () => {
    expect(write(table)).toContain(
      '<div role="group" aria-label="Table: Decade, Girls" tabindex="0" class="table-box"><table>',
    );
  });

  test('as bars stay tables, and the largest value fills its bar', () => {
    const html = write(['Bars', { label: 'Hazel', unit: 'girls' }, table]);
    expect(html).toContain('<th scope="row">1900s</th><td><div class="bar"><span>4,000 girls</span>');
    expect(html.match(/width="[^"]+"/g)).toEqual(['width="100.0%"', 'width="25.0%"']);
  });
});

describe('components', () => {
  test('a code block shows its file name, keeps its lines and has a button that copies them', () => {
    const block: TreeElement = [
      'CodeBlock',
      { lang: 'ts', file: 'a.ts' },
      ['span', { class: 'line' }, 'one\n'],
      ['span', { class: 'line marked' }, 'two'],
    ];
    const { html, islands } = toArticleBody([block, block]);
    expect(islands.map(({ component }) => component)).toEqual(['CopyButton', 'CopyButton']);
    expect(html.match(/data-island="\d"/g)).toEqual(['data-island="0"', 'data-island="1"']);
    expect(html).toContain(
      '<code><span class="line">one\n</span><span class="line marked">two</span></code>',
    );
    expect(html).toContain('>a.ts<');
  });

  test('a callout has the name of its kind unless it has a title', () => {
    expect(write(['Callout', { type: 'warning' }, ['p', 0, 'x']])).toContain('Warning</p><p>x</p>');
    expect(write(['Callout', { type: 'warning', title: 'Mind the step' }])).toContain('Mind the step</p>');
    expect(write(['Callout', { type: 'unheard-of' }])).toContain('callout-note');
  });

  test('tabs are radio buttons of one group, the first of them chosen', () => {
    const html = write(['Tabs', 0, ['Tab', { label: 'A' }, 'one'], ['Tab', { label: 'B' }, 'two']]);
    const names = [...html.matchAll(/name="([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(1);
    expect(html.match(/checked=""/g)).toHaveLength(1);
    expect(html.indexOf('checked')).toBeLessThan(html.indexOf('>A<'));
  });

  test('a picture has its size, loads lazily, and is a figure when it has a caption', () => {
    const html = write([
      'Picture',
      { src: '/pictures/1/a.webp', width: 640, height: 400, alt: 'A', caption: 'B' },
    ]);
    expect(html).toMatch(
      /<figure><img .*width="640" height="400" .*loading="lazy".*<figcaption>B<\/figcaption>/,
    );
  });

  test('a card with an address is a link, and without one it is not', () => {
    expect(write(['Card', { title: 'Writing', href: '/posts/w' }])).toContain('<a href="/posts/w"');
    expect(write(['Card', { title: 'Writing' }])).not.toContain('<a');
  });

  test('an id and classes of the author are set on the element', () => {
    expect(write(['Steps', { id: 'user-how', class: 'user-wide' }])).toContain(
      '<div id="user-how" class="steps user-wide">',
    );
  });

  test('that are unknown render their content', () => {
    expect(write(['Marquee', 0, ['p', 0, 'still here']])).toBe('<p>still here</p>');
  });
});
