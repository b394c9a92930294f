import { expect, test } from 'vitest';
import { toTree } from '../../tests/harness/markdown/test-render.ts';

const sources = [
  'graph TD\n  A[Start] -->|Yes| B{Decide}\n  subgraph g [Group]\n  C((x))\n  end\n  B --> C',
  'sequenceDiagram\n  Alice->>Bob: Hi\n  Note over Bob: thinks',
  'classDiagram\n  A <|-- B\n  A : +int x',
  'erDiagram\n  A ||--o{ B : has',
  'stateDiagram-v2\n  [*] --> S\n  S --> [*]',
  'xychart-beta\n  title "T"\n  x-axis [a, b]\n  bar [1, 2]\n  line [2, 3]',
];

const fence = (source: string, info = '') => `\`\`\`mermaid${info}\n${source}\n\`\`\``;

async function draw(markdown: string) {
  const [diagram = ''] = await toTree(markdown);
  const [tag, attributes, svg = ''] = diagram;
  const [svgTag, svgAttributes] = svg as unknown as [string, Record<string, string>];
  return { tag, attributes, svgTag, svgAttributes, json: JSON.stringify(diagram) };
}

test.each(sources)('%j is drawn without style sheet, fonts, foreign colours or plain ids', async (source) => {
  const { tag, attributes, svgTag, svgAttributes, json } = await draw(fence(source));
  const label = expect.stringMatching(/^Diagram: ./);
  expect([tag, attributes, svgTag]).toEqual(['Diagram', { label }, 'svg']);
  expect(svgAttributes).toMatchObject({ role: 'img', 'aria-label': label, viewBox: expect.any(String) });
  expect(json).not.toMatch(/style|@import|font-family|"class|data-|stroke-width|xmlns|https?:/);
  for (const [, id] of json.matchAll(/"id":"([^"]*)"/g)) expect(id).toMatch(/^diagram-1-/);
  for (const [, colour] of json.matchAll(/"(?:fill|stroke)":"([^"]*)"/g)) {
    expect(colour).toMatch(/^(?:var\(--diagram-[\w-]+, .+\)|none|transparent)$/);
  }
});

test('two diagrams on a page do not share ids', async () => {
  const json = JSON.stringify(await toTree(`${fence(sources[0] ?? '')}\n\n${fence(sources[0] ?? '')}`));
  const ids = [...json.matchAll(/"id":"([^"]*)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(2);
  expect(new Set(ids).size).toBe(ids.length);
  expect(json).toContain('url(#diagram-2-arrowhead)');
});

test('a title describes a diagram', async () => {
  const { attributes, svgAttributes } = await draw(fence('graph TD\n A --> B', ' title="How it goes"'));
  expect(attributes).toEqual({ label: 'How it goes' });
  expect(svgAttributes).toMatchObject({ 'aria-label': 'How it goes' });
});

test('markup in labels is text, and colours of the author are colours or nothing', async () => {
  const { json } = await draw(
    fence('graph TD\n A["<img src=x onerror=alert(1)>"] --> B\n style A fill:#f00,stroke:url(javascript:1)'),
  );
  expect(json).not.toContain('["img"');
  expect(json).toContain('"fill":"#f00"');
  expect(json).not.toContain('url(javascript');
});

test.each([
  'pie\n"a": 1',
  'nonsense',
  '',
])('%j, which cannot be drawn, is shown as its source', async (source) => {
  const { tag, attributes } = await draw(fence(source));
  expect([tag, attributes]).toEqual(['CodeBlock', { lang: 'mermaid' }]);
});
