import type { Token } from 'markdown-it';
import { countWords } from './count-words.ts';
import { findComponent, isElement, toComponentAttributes } from './directive-elements.ts';
import { addFootnoteReference } from './footnotes.ts';
import { addMath } from './math.ts';
import { VOID_ELEMENTS } from './nesting-rules.ts';
import type { ParseContext } from './parse-context.ts';
import { addPicture } from './pictures.ts';
import { addLinkAttributes, toElementAttributes } from './references.ts';
import { type DirectiveMeta, readAttribute, readDirective, toOwnAttributes } from './token-details.ts';
import type { TreeAttributes } from './tree.ts';

type Handler = (token: Token, context: ParseContext) => void;

const closes: Handler = (_token, { tree }) => tree.close();

/** An element that can have attributes in braces after it. */
const opensOwn =
  (tag: string): Handler =>
  (token, { tree }) =>
    tree.open(tag, token.meta === null ? 0 : toOwnAttributes(token, tag));

const handlers: Record<string, Handler> = {
  text: (token, context) => addText(token.content, context),
  text_special: (token, context) => addText(token.content, context),
  softbreak(_token, context) {
    context.tree.text('\n');
    context.line += 1;
  },
  hardbreak(_token, context) {
    context.tree.add(['br', 0]);
    context.line += 1;
  },
  code_inline(token, context) {
    context.count.prose += countWords(token.content);
    context.tree.add(['code', token.meta === null ? 0 : toOwnAttributes(token, 'code'), token.content]);
  },
  em_open: opensOwn('em'),
  em_close: closes,
  strong_open: opensOwn('strong'),
  strong_close: closes,
  s_open: opensOwn('del'),
  s_close: closes,
  mark_open: opensOwn('mark'),
  mark_close: closes,
  span_open: opensOwn('span'),
  span_close: closes,
  link_open(token, context) {
    const title = readAttribute(token, 'title');
    const own = token.meta === null ? {} : toOwnAttributes(token, 'a');
    const attributes: TreeAttributes = {
      ...own,
      href: readAttribute(token, 'href'),
      ...(title && { title }),
    };
    addLinkAttributes(context, attributes);
    context.tree.open('a', attributes);
  },
  link_close: closes,
  image: (token, context) => addPicture(token, context, false),
  html_inline: (token, context) => context.tools.html?.(token.content, context),
  math_inline: (token, context) => addMath(context, token.content, false),
  footnote_ref: addFootnoteReference,
  directive_inline_open(token, context) {
    const meta = readDirective(token);
    if (isElement(meta)) {
      openElement(meta, context);
      return;
    }
    const component = findComponent(meta, 'inline', context);
    if (component) context.tree.open(component.name, toComponentAttributes(component, meta, context));
    else context.tree.open('span');
  },
  directive_inline_close: closes,
};

/** The token that closes it follows, also for an element without content. */
function openElement({ name, attributes }: DirectiveMeta, context: ParseContext): void {
  const own = toElementAttributes(name, Object.fromEntries(attributes), context);
  if (!VOID_ELEMENTS.has(name)) context.tree.open(name, own);
  else {
    context.tree.add([name, own]);
    context.tree.open('span');
  }
}

function addText(text: string, context: ParseContext): void {
  if (text === '') return;
  context.count.prose += countWords(text);
  context.tree.text(text);
}

/** Adds the content of one paragraph, heading or cell. Raw HTML that was opened in it ends with it. */
export function addInline(tokens: Token[], context: ParseContext): void {
  const { tree } = context;
  const opened = tree.countOpenHtml();
  for (const token of tokens) handlers[token.type]?.(token, context);
  tree.closeHtmlTo(opened);
}
