import { expect, test } from 'vitest';
import { htmlToText } from './html-to-text.ts';

test.each([
  [
    '<h2>Hello</h2>\n\n<p>One   two<br>three</p><p>four &amp; five</p>',
    'Hello\n\nOne two\nthree\n\nfour & five',
  ],
  ['<p><a href="https://a.test/?x=1&amp;y=2">Confirm</a></p>', 'Confirm: https://a.test/?x=1&y=2'],
  ['<a href="https://a.test/">https://a.test/</a>', 'https://a.test/'],
  ['<a href="https://a.test/"><img src="x"></a>', 'https://a.test/'],
  ['<head><title>T</title><style>p{}</style></head><body><script>x</script>Text</body>', 'Text'],
  ['<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
])('%j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});
