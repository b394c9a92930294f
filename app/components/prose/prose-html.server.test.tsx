import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { TreeAttributes, TreeElement, TreeNode } from '../../../markdown/document.ts';
import { createMarkdownRenderer } from '../../../markdown/render/render-markdown.ts';
import { toProseElement } from './prose.tsx';
import { toProseHtml } from './prose-html.server.ts';

const byReact = (nodes: TreeNode[]) => renderToString(toProseElement(nodes));
const withoutReact = (nodes: TreeNode[]) => `<div class="prose">${toProseHtml(nodes)}</div>`;

const content = join(import.meta.dirname, '../../../content');
const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);
const render = createMarkdownRenderer();

test.each(files)('%s is the same page with and without React, part by part', async (file) => {
  const markdown = readFileSync(join(content, file), 'utf8').replace(/^---\n.*?\n---\n/s, '');
  const { body } = await render({ markdown, firstLine: 1, title: () => ({}) });
  // Each part alone, so that one which is left to React does not hide the others.
  for (const node of body)
    if (toProseHtml([node]) !== undefined) expect(withoutReact([node])).toBe(byReact([node]));
  if (toProseHtml(body) !== undefined) expect(withoutReact(body)).toBe(byReact(body));
});

test('most of the guide is written without React', async () => {
  const markdown = '# A\n\nText *with* `code` and [a link](/x "y").\n\n- [x] done\n- open\n\n1. a\n\n> b\n\n';
  const more =
    '| a | |\n| :-: | - |\n| 1 | 2 |\n\n```ts [a.ts] {1}\nconst a = "<b>";\n```\n\n```\nplain\n```\n\n[^1]\n\n[^1]: c';
  const { body } = await render({ markdown: markdown + more, firstLine: 1, title: () => ({}) });
  expect(withoutReact(body)).toBe(byReact(body));
});

describe('what only React can write is left to it:', () => {
  test.each<[what: string, node: TreeElement]>([
    ['a component with a state', ['Tabs', 0, ['Tab', { label: 'A' }, 'one']]],
    ['a drawing', ['svg', { viewBox: '0 0 1 1' }]],
    ['an element that is not allowed', ['script', 0, 'alert(1)']],
    ['an attribute that may run something', ['p', { onClick: 'alert(1)' }, 'x']],
    ['an attribute without a text', ['ol', { reversed: true }, ['li', 0, 'x']]],
    ['a style', ['span', { style: 'color:red' }, 'x']],
    ['neighbouring texts', ['p', 0, 'a', 'b']],
    ['a picture that is loaded at once', ['img', { src: '/a.png', alt: '' }]],
    ['a name that every object has', ['constructor', 0, 'x']],
  ])('%s', (_what, node) => {
    expect(toProseHtml([['p', 0, 'before'], node])).toBeUndefined();
  });
});

test.each([
  'javascript:alert(1)',
  ' JaVa\tScript:alert(1)',
  'data:text/html,x',
])('no link leads to %j', (href) => {
  expect(toProseHtml([['a', { href }, 'go']])).toBe('<a>go</a>');
});

test('any tree that is written without React is what React writes', () => {
  const random = createRandom(7);
  let compared = 0;
  for (let round = 0; round < 3000; round += 1) {
    const nodes = randomNodes(random, 4);
    if (toProseHtml(nodes) === undefined) continue;
    compared += 1;
    expect(withoutReact(nodes)).toBe(byReact(nodes));
  }
  expect(compared).toBeGreaterThan(1000);
});

type Random = (limit: number) => number;

/** A seeded generator, so that a failure can be reproduced. */
function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

const texts = ['a', ' b & c ', '<i>"x"</i>', "it's", '“ü” 漢字 🏡', '\n', 'x\ty', '&amp;', ''];
/** React accepts these elements anywhere: nesting is not compared here. */
const tags =
  'a b code del div em li ol p section span strong sup td ul br hr img CodeBlock HeadingAnchor'.split(' ');
const attributes: TreeAttributes[] = [
  { className: 'x "y"' },
  { id: 'a&b', title: '' },
  { href: '/a?b&c=<d>' },
  { href: 'javascript:alert(1)', rel: 'noopener' },
  { src: '/a.png', alt: '', width: 3, height: 4, loading: 'lazy', decoding: 'async' },
  { start: 3, colSpan: 2, dateTime: '2026-11-15' },
  { 'aria-label': "it's", 'aria-hidden': 'true', role: 'note', lang: 'de', dir: 'rtl', scope: 'col' },
  { text: 'A <b>', id: 'c' },
  { lang: 'ts', file: 'a & b.ts' },
];

function randomNodes(random: Random, depth: number): TreeNode[] {
  return Array.from({ length: random(4) }, (_, index): TreeNode => {
    if (index % 2 === 1 || depth === 0) return pick(random, texts);
    const tag = pick(random, tags);
    const isEmpty = tag === 'br' || tag === 'hr' || tag === 'img';
    const own = random(2) === 0 && tag !== 'HeadingAnchor' ? 0 : pick(random, attributes);
    return [tag, own, ...(isEmpty ? [] : randomNodes(random, depth - 1))];
  });
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}
