/** Pages as they are written for Hugo. */
import { expect, test } from 'vitest';
import { parseTest, toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';

test.each<[what: string, markdown: string, html: string]>([
  ['one that is not known', 'a {{< nope "x" >}} b', '<p>a  b</p>'],
  ['one around text', '{{< nope >}}\n**a**\n{{< /nope >}}', '<p><strong>a</strong></p>'],
  [
    'a box',
    '{{% notice tip "A b" %}}\na\n{{% /notice %}}',
    '<div class="callout callout-tip" role="note"><p class="callout-title">A b</p><p>a</p></div>',
  ],
  [
    'tabs',
    '{{< tabs >}}\n{{< tab "A" >}}\na\n{{< /tab >}}\n{{< /tabs >}}',
    '<div class="tabs" role="radiogroup" aria-label="Choices"><input type="radio" id="tab-1.1" name="tabs-1" checked=""/><label for="tab-1.1">A</label><div class="tab-panel"><p>a</p></div></div>',
  ],
  [
    'details',
    '{{< details "More" >}}\na\n{{< /details >}}',
    '<details class="fold"><summary>More</summary><p>a</p></details>',
  ],
  ['a link', '[a]({{< ref "/b/c" >}})', '<p><a href="/b/c">a</a></p>'],
  [
    'a video',
    '{{< youtube w7Ft2ymGmfc >}}',
    '<p><a href="https://www.youtube.com/watch?v=w7Ft2ymGmfc" rel="noopener">https://www.youtube.com/watch?v=w7Ft2ymGmfc</a></p>',
  ],
  ['a comment', 'a {{/* secret */}} b {{% comment %}}secret{{% /comment %}}', '<p>a  b</p>'],
  ['one in code', '`{{< a >}}`', '<p><code>{{&lt; a &gt;}}</code></p>'],
  [
    'one that is escaped',
    '{{</* a */>}} `{{%/* b */%}}`',
    '<p><code>{{&lt; a &gt;}}</code> <code>{{% b %}}</code></p>',
  ],
  ['an attribute of a block', '> a\n{.b}', '<blockquote><p class="user-b">a</p></blockquote>'],
])('the shortcode: %s', async (_what, markdown, html) => {
  expect(await toHtml(markdown)).toBe(html);
});

test('code in a shortcode is code', async () => {
  const html = await toHtml(
    '{{< highlight go "linenos=table" >}}\n# not a heading\n```\n{{< /highlight >}}\n\nb',
  );
  expect(html).toContain('<span>go</span>');
  expect(html).toContain('# not a heading');
  expect(html).toContain('<p>b</p>');
});

test('a picture over several lines, and the lines after it keep their numbers', async () => {
  const { pictures, warnings } = await parseTest(
    '{{< figure\n  src="a b.png"\n  alt="A"\n>}}\n\n![c](d.png)\n\n:::nope\n:::',
  );
  expect(pictures).toEqual([
    { address: 'a%20b.png', line: 1 },
    { address: 'd.png', line: 6 },
  ]);
  expect(warnings).toMatchObject([{ line: 8 }]);
});
