import { escapeHtml } from '../escape-html.ts';
import { addIsland, readText, type WritePart } from '../part-type.ts';
import { nameBox, writeScrollBox } from '../scroll-box.ts';

/** Highlighted code: each line is a `span.line` that ends with its line break. Its copy button is an island. */
export const writeCodeBlock: WritePart = (attributes, children, page) => {
  const file = readText(attributes, 'file');
  const name = file || readText(attributes, 'lang');
  const title = `<span${file && ' class="code-file"'}>${escapeHtml(name || page.words.plainText)}</span>`;
  const button = addIsland(page, { component: 'CopyButton', props: {}, isInline: true });
  const code = `<pre><code>${page.write(children)}</code></pre>`;
  const box = writeScrollBox('code-lines', nameBox(page.words.code, name, page), code);
  return `<figure class="code"><figcaption class="code-head">${title}${button}</figcaption>${box}</figure>`;
};
