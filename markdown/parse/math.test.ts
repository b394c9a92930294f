import { expect, test } from 'vitest';
import { toHtml } from '../../tests/harness/markdown/parse-test-markdown.ts';

const block =
  '<div class="math"><div role="group" aria-label="Formula" tabindex="0" class="formula">' +
  '<math display="block" class="tml-display"><mi>x</mi></math></div></div>';

test.each<[what: string, markdown: string, html: string]>([
  ['a formula', 'is $x$.', '<p>is <math><mi>x</mi></math>.</p>'],
  ['a block', '$$\nx\n$$', block],
  ['a block on one line', '$$x$$', block],
  ...[
    'costs $5 and $10.',
    '$5-$10',
    'US$5 or 10$ more',
    '$5 or 10$ more',
    'a $ b $ c',
    '$HOME and $PATH2',
    '$1,000 to $2,000!',
    '\\$x$',
    '$',
    '$$',
  ].map((text): [string, string, string] => [
    `${text}, which is none`,
    text,
    `<p>${text.replace('\\', '')}</p>`,
  ]),
])('%s', async (_what, markdown, html) => {
  expect(await toHtml(markdown)).toBe(html);
});

test('a formula that is wrong shows its source', async () => {
  expect(await toHtml('$\\frac{1}$')).toMatch(
    /^<p><code class="math-error" title="[^"]+">\\frac\{1\}<\/code><\/p>$/,
  );
});

test('what Temml says by styles is said by attributes and classes', async () => {
  expect(await toHtml('$\\color{red} x$')).toContain('mathcolor="#ff0000"');
  expect(await toHtml('$$\\boxed{x}$$')).toContain('tml-box');
  expect(await toHtml('$$\\boxed{x} \\color{red} y$$')).not.toContain(' style=');
});
