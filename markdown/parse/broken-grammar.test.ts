import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHtmlFaults } from '../../tests/harness/markdown/html-rules.ts';
import { parseTest, toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';

const fail = () => {
  throw new Error('a fault inside');
};

test('a fault inside the grammar costs neither the page nor its text, and publishes no comment', async () => {
  const { body, warnings } = await parseTest('Text %%secret%%\n\n**bold** {{ $doc.title }}', '', {
    facts: fail,
  });
  expect(JSON.stringify(body)).toContain('["strong",0,"bold"]');
  expect(JSON.stringify(body)).not.toContain('secret');
  expect(warnings).toEqual([
    {
      line: 1,
      message: expect.stringContaining('is shown as plain Markdown: it cannot be read in full (a fault'),
    },
  ]);
});

/** Pieces of all grammars, whole and broken. */
const pieces = [
  '::', ':::', '::card', ':::card{title=a}', '::tip\n', '\n::\n', '\n:::\n', '---\ntitle: a\n---\n', '#slot\n', ':badge[', ':br', ':x{',
  ']', '[', '[[', ']]', '![[', '|300', '.png', '#', '{#id}', '{.c}', '{', '}', '{{', '}}', '{{<', '>}}', '{{%', '%}}', '/', 'figure src="a"',
  '{{< tabs >}}\n', '{{< /tabs >}}\n', '{{< highlight go >}}\n', '{{< /highlight >}}\n', '%%', '==', '**', '*', '`', '```js\n', '```\n',
  '> [!tip]- ', '> ', '- ', '1. ', '<Card title="a">', '</Card>', '<Badge text="x" />', '<Nope>', '</Nope>', '<div>', '</div>', '<script>',
  '</script>', '<', '>', '{/*', '*/}', 'import a\n', 'export b\n', 'onclick="x"', 'javascript:x', '](', ')', '|', '\n', '\n\n', '    ', '  ',
  'a', 'b', ' ', '"', "'", '\\', '[[toc]]\n', '<<< @/x\n', '$$', '$', '[^1]', '|-|\n', ':::code-group\n', '$doc.title',
]; // biome-ignore format: a list.

test('whatever is written, the HTML is allowed and no fault is inside', async () => {
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), async (markdown, isMdx) => {
      const { warnings } = await parseTest(markdown, '', { isMdx });
      expect(warnings.filter(({ message }) => message.includes('plain Markdown'))).toEqual([]);
      expect(findHtmlFaults(await toHtml(markdown, '', { isMdx }))).toEqual([]);
    }),
    { numRuns: 1500 },
  );
});
