import type { Token } from 'markdown-it';
import { countWords } from './count-words.ts';
import { findComponent, toComponentAttributes } from './directive-elements.ts';
import { addFootnoteReference } from './footnotes.ts';
import { addMath } from './math.ts';
import { addPicture } from './pictures.ts';
import { addLinkAttributes } from './references.ts';
import type { Rendering } from './rendering.ts';
import { readAttribute, readDirective } from './token-details.ts';
import type { TreeAttributes } from './tree.ts';

type Handler = (token: Token, rendering: Rendering) => void;

const opens =
  (tag: string): Handler =>
  (_token, { tree }) =>
    tree.open(tag);
const closes: Handler = (_token, { tree }) => tree.close();

const handlers: Record<string, Handler> = {
  text: (token, rendering) => addText(token.content, rendering),
  text_special: (token, rendering) => addText(token.content, rendering),
  softbreak(_token, rendering) {
    rendering.tree.text('\n');
    rendering.line += 1;
  },
  hardbreak(_token, rendering) {
    rendering.tree.add(['br', 0]);
    rendering.line += 1;
  },
  code_inline(token, rendering) {
    rendering.count.prose += countWords(token.content);
    rendering.tree.add(['code', 0, token.content]);
  },
  em_open: opens('em'),
  em_close: closes,
  strong_open: opens('strong'),
  strong_close: closes,
  s_open: opens('del'),
  s_close: closes,
  link_open(token, rendering) {
    const title = readAttribute(token, 'title');
    const attributes: TreeAttributes = { href: readAttribute(token, 'href'), ...(title && { title }) };
    addLinkAttributes(rendering, attributes);
    rendering.tree.open('a', attributes);
  },
  link_close: closes,
  image: (token, rendering) => addPicture(token, rendering, false),
  html_inline: (token, rendering) => rendering.tools.html?.(token.content, rendering),
  math_inline: (token, rendering) => addMath(rendering, token.content, false),
  footnote_ref: addFootnoteReference,
  directive_inline_open(token, rendering) {
    const meta = readDirective(token);
    const component = findComponent(meta, 'inline', rendering);
    if (component) rendering.tree.open(component.name, toComponentAttributes(component, meta, rendering));
    else rendering.tree.open('span');
  },
  directive_inline_close: closes,
  directive_unknown(token, rendering) {
    findComponent(readDirective(token), 'inline', rendering);
    addText(token.content, rendering);
  },
};

function addText(text: string, rendering: Rendering): void {
  if (text === '') return;
  rendering.count.prose += countWords(text);
  rendering.tree.text(text);
}

/** Adds the content of one paragraph, heading or cell. Raw HTML that was opened in it ends with it. */
export function addInline(tokens: Token[], rendering: Rendering): void {
  const { tree } = rendering;
  const opened = tree.countOpenHtml();
  for (const token of tokens) handlers[token.type]?.(token, rendering);
  tree.closeHtmlTo(opened);
}
