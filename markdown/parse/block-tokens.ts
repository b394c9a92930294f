import type { Token } from 'markdown-it';
import { toAlignment } from './allowed-html.ts';
import { addCodeBlock, parseFenceInfo } from './code-block.ts';
import { addDiagram } from './diagram.ts';
import { findComponent, toComponentAttributes } from './directive-elements.ts';
import { footnoteHandlers } from './footnotes.ts';
import { addHeading } from './headings.ts';
import { addHtmlBlock } from './html-blocks.ts';
import { addInline } from './inline-tokens.ts';
import { addMath } from './math.ts';
import type { ParseContext, TokenCursor } from './parse-context.ts';
import { addPicture, isPicturesOnly } from './pictures.ts';
import { addTask, findTask } from './task-lists.ts';
import { readAttribute, readDirective } from './token-details.ts';
import type { TreeAttributes } from './tree.ts';

type Handler = (token: Token, context: ParseContext, cursor: TokenCursor) => void;

const opens =
  (tag: string): Handler =>
  (_token, { tree }) =>
    tree.open(tag);
const closes: Handler = (_token, { tree }) => tree.close();

const handlers: Record<string, Handler> = {
  ...footnoteHandlers,
  inline: (token, context) => addInline(token.children ?? [], context),
  paragraph_open(token, context, cursor) {
    const children = cursor.tokens[cursor.at + 1]?.children ?? [];
    if (isPicturesOnly(children)) {
      for (const child of children) {
        if (child.type === 'image') addPicture(child, context, true);
        else if (child.type === 'softbreak') context.line += 1;
      }
      cursor.at += 2;
    } else if (!token.hidden) {
      // Items of a tight list have no paragraph of their own.
      context.tree.open('p');
    }
  },
  paragraph_close(token, { tree }) {
    if (!token.hidden) tree.close();
  },
  heading_open: addHeading,
  hr: (_token, { tree }) => tree.add(['hr', 0]),
  blockquote_open(_token, context, cursor) {
    const callout = findCallout(cursor);
    context.tree.open(callout ? 'Callout' : 'blockquote', callout ? { type: callout.type } : 0);
    if (callout?.isAlone) cursor.at += 3;
  },
  blockquote_close: closes,
  bullet_list_open(_token, context, { tokens, at }) {
    context.tree.open('ul', findTask(tokens, at + 1) ? { class: 'tasks' } : 0);
  },
  bullet_list_close: closes,
  ordered_list_open(token, { tree }) {
    const start = token.attrGet('start');
    tree.open('ol', start === null ? 0 : { start: Number(start) });
  },
  ordered_list_close: closes,
  list_item_open(_token, context, cursor) {
    const task = findTask(cursor.tokens, cursor.at);
    context.tree.open('li', task ? { class: 'task' } : 0);
    if (task) addTask(task, context, cursor);
  },
  list_item_close: closes,
  fence(token, context) {
    const info = parseFenceInfo(token.info);
    if (info.language === 'mermaid') addDiagram(token.content, info, context);
    else addCodeBlock(context, token.content, info);
  },
  code_block: (token, context) => addCodeBlock(context, token.content, { language: '', marked: new Set() }),
  html_block: addHtmlBlock,
  math_block: (token, context) => addMath(context, token.content, true),
  table_open: opens('table'),
  table_close: closes,
  thead_open: opens('thead'),
  thead_close: closes,
  tbody_open: opens('tbody'),
  tbody_close: closes,
  tr_open: opens('tr'),
  tr_close: closes,
  th_open: openCell,
  th_close: closes,
  td_open: openCell,
  td_close: closes,
  directive_open(token, context) {
    const component = findComponent(readDirective(token), 'block', context);
    if (component)
      context.tree.open(component.name, toComponentAttributes(component, readDirective(token), context));
    else context.tree.open('div');
  },
  directive_close: closes,
  directive_leaf(token, context) {
    const component = findComponent(readDirective(token), 'block', context);
    if (component)
      context.tree.add([component.name, toComponentAttributes(component, readDirective(token), context)]);
    else context.tree.add(['p', 0, token.content]);
  },
};

/** Eight objects shared by thousands of cells: the attributes of a finished tree never change. */
const cellAttributes = new Map<string, TreeAttributes | 0>();

function openCell(token: Token, { tree }: ParseContext): void {
  const { tag } = token;
  const style = readAttribute(token, 'style');
  const key = style === '' ? tag : `${tag} ${style}`;
  let attributes = cellAttributes.get(key);
  if (attributes === undefined) {
    const align = toAlignment(/text-align:(\w+)/.exec(style)?.[1] ?? '');
    const scope = tag === 'th' ? { scope: 'col' } : {};
    attributes = tag === 'th' || align ? Object.freeze({ ...scope, ...(align && { class: align }) }) : 0;
    cellAttributes.set(key, attributes);
  }
  tree.open(tag, attributes);
}

/** Turns the tokens of a page into a tree. */
export function addBlocks(tokens: Token[], context: ParseContext): void {
  const cursor: TokenCursor = { tokens, at: 0 };
  for (; cursor.at < tokens.length; cursor.at += 1) {
    const token = tokens[cursor.at];
    if (!token) continue;
    if (token.map) context.line = context.firstLine + token.map[0];
    handlers[token.type]?.(token, context, cursor);
  }
}

const MARK = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*$/i;

/** A quote that begins with `[!NOTE]`, as GitHub writes it. The mark is taken out of its text. */
function findCallout({ tokens, at }: TokenCursor): { type: string; isAlone: boolean } | undefined {
  const inline = tokens[at + 2];
  if (tokens[at + 1]?.type !== 'paragraph_open' || inline?.type !== 'inline') return undefined;
  const [first, second] = inline.children ?? [];
  const type = first?.type === 'text' ? MARK.exec(first.content)?.[1]?.toLowerCase() : undefined;
  if (!type || (second && second.type !== 'softbreak')) return undefined;
  inline.children = (inline.children ?? []).slice(2);
  // Nothing else in the first paragraph: it is left out altogether.
  return { type, isAlone: inline.children.length === 0 };
}
