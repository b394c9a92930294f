import { expect, test } from 'vitest';
import { toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';

const sources = [
  'graph TD\n  A[Start] -->|Yes| B{Decide}\n  subgraph g [Group]\n  C((x))\n  end\n  B --> C',
  'sequenceDiagram\n  Alice->>Bob: Hi\n  Note over Bob: thinks',
  'classDiagram\n  A <|-- B\n  A : +int x',
  'erDiagram\n  A ||--o{ B : has',
  'stateDiagram-v2\n  [*] --> S\n  S --> [*]',
  'xychart-beta\n  title "T"\n  x-axis [a, b]\n  bar [1, 2]\n  line [2, 3]',
];

const fence = (source: string, info = '') => `\`\`\`mermaid${info}\n${source}\n\`\`\``;

test.each(sources)('%j is drawn without style sheet, fonts, foreign colors or plain ids', async (source) => {
  const html = await toHtml(fence(source));
  expect(html).toMatch(
    /^<figure class="diagram"><div role="group" aria-label="Diagram" tabindex="0" class="diagram-box"><svg [^>]*viewBox="[^>]* role="img" aria-label="Diagram: [^"]+">.*<\/svg><\/div><\/figure>$/s,
  );
  const [, svg = ''] = /<svg(.*)<\/svg>/s.exec(html) ?? [];
  expect(svg).not.toMatch(/ style=|@import|font-family|class=|data-|xmlns|https?:/);
  for (const [, id] of svg.matchAll(/ id="([^"]*)"/g)) expect(id).toMatch(/^diagram-1-/);
  for (const [, colour] of svg.matchAll(/ (?:fill|stroke)="([^"]*)"/g)) {
    expect(colour).toMatch(/^(?:var\(--diagram-[\w-]+, .+\)|none|transparent)$/);
  }
});

test('two diagrams on a page do not share ids', async () => {
  const html = await toHtml(`${fence(sources[0] ?? '')}\n\n${fence(sources[0] ?? '')}`);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(2);
  expect(new Set(ids).size).toBe(ids.length);
  expect(html).toContain('url(#diagram-2-arrowhead)');
});

test.each([
  ['graph TD\n  A-->B-->C', 'A, B, C', 2],
  ['graph TD\n  A---B\n  B-.->C\n  C==>D', 'A, B, C, D', 3],
  ['flowchart LR\n  us-east-->us-west', 'us-east, us-west', 1],
  ['%% a comment\ngraph LR\n  A-->|ja|B[Ende]', 'ja, A, Ende', 1],
  ['graph LR\n  Tür --> Lampe-->Weg', 'Tür, Lampe, Weg', 2],
  ['graph LR\n  Tür-->Weg\n  Weg -- für alle --> Tür', 'für alle, Tür, Weg', 2],
  ['graph LR\n  開始 --> 終了 & 次', '開始, 終了, 次', 2],
  ['graph LR\n  tür[Die Tür]-->B("für Ann")\n  style tür fill:#f00', 'Die Tür, für Ann', 1],
  ['graph LR\n  subgraph Küche\n  Öl-->Topf\n  end', 'Küche, Öl, Topf', 1],
])('%j shows every name and every arrow', async (source, words, arrows) => {
  const html = await toHtml(fence(source));
  expect(/ role="img" aria-label="Diagram: ([^"]*)"/.exec(html)?.[1]).toBe(words);
  expect(html.match(/<polyline/g)).toHaveLength(arrows);
});

test('a title describes a diagram', async () => {
  const html = await toHtml(fence('graph TD\n A --> B', ' title="How it goes"'));
  expect(html).toContain(' role="img" aria-label="How it goes">');
});

test('markup in labels is text, and colors of the author are colors or nothing', async () => {
  const html = await toHtml(
    fence(
      'graph TD\n A["<img src=x onerror=alert(1)> &amp; more"] --> B\n style A fill:#f00,stroke:url(javascript:1)',
    ),
  );
  expect(html).not.toContain('<img');
  expect(html).toContain(' &amp; more');
  expect(html).toContain(' fill="#f00"');
  expect(html).not.toContain('url(javascript');
});

test.each([
  'pie\n"a": 1',
  'nonsense',
  '',
])('%j, which cannot be drawn, is shown as its source', async (source) => {
  const html = await toHtml(fence(source));
  expect(html).toMatch(/^<figure class="code"><figcaption class="code-head"><span>mermaid<\/span>/);
});
