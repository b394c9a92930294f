import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TreeElement, TreeNode } from '../../../markdown/document.ts';
import { Prose } from './prose.tsx';

const render = (...nodes: TreeNode[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Prose nodes={nodes} />
    </MemoryRouter>,
  );

// React reports wrong attributes and nesting on the console, which fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    throw new Error(words.join(' '));
  });
});
afterEach(() => vi.restoreAllMocks());

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
    expect(render(['p', 0, 'Hello ', ['em', { className: 'user-x' }, 'you']])).toBe(
      '<div class="prose"><p>Hello <em class="user-x">you</em></p></div>',
    );
  });

  test('that are not allowed render only their content', () => {
    expect(render(['script', { src: '/x.js' }, 'alert(1)'], ['iframe', 0], ['constructor', 0, 'a'])).toBe(
      '<div class="prose">alert(1)a</div>',
    );
  });

  test.each([
    ['onClick', 'alert(1)'],
    ['onmouseover', 'alert(1)'],
    ['dangerouslySetInnerHTML', 'x'],
    ['ref', 'x'],
  ])('lose the attribute %s', (name, value) => {
    expect(render(['p', { [name]: value, title: 'kept' }, 'text'])).toBe(
      '<div class="prose"><p title="kept">text</p></div>',
    );
  });

  test.each([
    'javascript:alert(1)',
    ' JaVa\tScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
  ])('never lead to %j', (href) => {
    expect(render(['a', { href }, 'go'])).toBe('<div class="prose"><a>go</a></div>');
  });

  test('keep the sizes of a formula but no address in a style', () => {
    expect(render(['math', { style: 'width:2em;background:url(https://x.example)' }, ['mi', 0, 'x']])).toBe(
      '<div class="prose"><math style="width:2em"><mi>x</mi></math></div>',
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
    expect(render(['a', { href }, 'go'])).toContain(`href="${href}"`);
  });
});

describe('tables', () => {
  test('are in a box that the keyboard can reach and that has a label', () => {
    expect(render(table)).toContain(
      '<div role="group" aria-label="Table: Decade, Girls" tabindex="0" class="table-box"><table>',
    );
  });

  test('as bars stay tables, and the largest value fills its bar', () => {
    const html = render(['Bars', { label: 'Hazel', unit: 'girls' }, table]);
    expect(html).toContain('<th scope="row">1900s</th><td><div class="bar"><span>4,000 girls</span>');
    expect(html.match(/width="[^"]+"/g)).toEqual(['width="100.0%"', 'width="25.0%"']);
  });
});

describe('components', () => {
  test('a code block shows its file name and keeps its lines', () => {
    const html = render([
      'CodeBlock',
      { lang: 'ts', file: 'a.ts' },
      ['span', { className: 'line' }, 'one\n'],
      ['span', { className: 'line marked' }, 'two'],
    ]);
    expect(html).toContain(
      '<code><span class="line">one\n</span><span class="line marked">two</span></code>',
    );
    expect(html).toContain('>a.ts<');
  });

  test('a callout has the name of its kind unless it has a title', () => {
    expect(render(['Callout', { type: 'warning' }, ['p', 0, 'x']])).toContain('Warning</p><p>x</p>');
    expect(render(['Callout', { type: 'warning', title: 'Mind the step' }])).toContain('Mind the step</p>');
    expect(render(['Callout', { type: 'unheard-of' }])).toContain('callout-note');
  });

  test('tabs are radio buttons of one group, the first of them chosen', () => {
    const html = render(['Tabs', 0, ['Tab', { label: 'A' }, 'one'], ['Tab', { label: 'B' }, 'two']]);
    const names = [...html.matchAll(/name="([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(1);
    expect(html.match(/checked=""/g)).toHaveLength(1);
    expect(html.indexOf('checked')).toBeLessThan(html.indexOf('>A<'));
  });

  test('a picture has its size, loads lazily, and is a figure when it has a caption', () => {
    const html = render([
      'Picture',
      { src: '/pictures/1/a.webp', width: 640, height: 400, alt: 'A', caption: 'B' },
    ]);
    expect(html).toMatch(
      /<figure><img .*width="640" height="400" .*loading="lazy".*<figcaption>B<\/figcaption>/,
    );
  });

  test('a card with an address is a link, and without one it is not', () => {
    expect(render(['Card', { title: 'Writing', href: '/posts/w' }])).toContain('<a href="/posts/w"');
    expect(render(['Card', { title: 'Writing' }])).not.toContain('<a');
  });

  test('an id and classes of the author are set on the element', () => {
    expect(render(['Steps', { id: 'user-how', className: 'user-wide' }])).toContain(
      '<div id="user-how" class="steps user-wide">',
    );
  });

  test('that are unknown render their content', () => {
    expect(render(['Marquee', 0, ['p', 0, 'still here']])).toBe('<div class="prose"><p>still here</p></div>');
  });
});
