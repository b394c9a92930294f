/** `.mdx` files. */
import { expect, test } from 'vitest';
import { parseTest, toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';

const mdx = { isMdx: true };

test.each<[what: string, markdown: string, html: string]>([
  ['imports', "import A from './a.js'\nimport {\n  B,\n\n  C\n} from 'x'\n\na", '<p>a</p>'],
  ['exports', 'export const meta = {\n  a: 1,\n\n  b: 2,\n}\n\na', '<p>a</p>'],
  ['comments', 'a {/* secret */} b\n\n{/*\nsecret\n\nsecret */}', '<p>a  b</p>'],
  ['expressions', "a {secret.x} b{' '}c {`d`} {'e'}", '<p>a  b c d e</p>'],
  ['an unknown component', '<Nope a={{ b: 1 }} {...c}>\n  **d**\n</Nope>', '<p><strong>d</strong></p>'],
  ['an unknown one in a line', 'a <Nope>**b**</Nope> <Nope c /> <>d</>', '<p>a <strong>b</strong>  d</p>'],
  [
    'a component of ours',
    '<Card title="A" href={"/b"}>\n    c **d**\n</Card>',
    '<div class="card"><p class="card-title"><a href="/b">A</a></p><p>c <strong>d</strong></p></div>',
  ],
  [
    'components in components',
    '<Tabs>\n  <TabItem value="a" label="A">\n\n  x\n\n  </TabItem>\n</Tabs>',
    '<div class="tabs" role="radiogroup" aria-label="Choices"><input type="radio" id="tab-1.1" name="tabs-1" checked=""/><label for="tab-1.1">A</label><div class="tab-panel"><p>x</p></div></div>',
  ],
  ['HTML', '<div className="a" onClick={() => b()} style={{ c: 1 }}>d</div>', '<div class="user-a">d</div>'],
  ['a script', '<script>{`secret`}</script>a', 'a'],
  ['code', '`import x` {1}\n\n    indented', '<p><code>import x</code></p><p>indented</p>'],
  [
    'the id of a heading',
    '# A {#b}',
    '<h1 id="b">A<a class="heading-anchor" href="#b" aria-label="Link to &quot;A&quot;">#</a></h1>',
  ],
  ['a less-than sign', 'a < b and 1<2', '<p>a &lt; b and 1&lt;2</p>'],
])('%s', async (_what, markdown, html) => {
  expect(await toHtml(markdown, '', mdx)).toBe(html);
});

test('code stays as it is', async () => {
  const html = await toHtml('```jsx\nimport A from "a"\n<A b={c} />\n{/* shown */}\n```', '', mdx);
  for (const word of ['import', 'shown', 'A']) expect(html).toContain(word);
});

test('lines keep their numbers', async () => {
  const { warnings } = await parseTest(
    'import a\nfrom b\n\n<X\n  y={{\n z: 1 }}\n/>\n\n:::nope\n:::',
    '',
    mdx,
  );
  expect(warnings).toMatchObject([{ line: 9 }]);
});
