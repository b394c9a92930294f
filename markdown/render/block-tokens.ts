import type { Token } from 'markdown-it';
import { toAlignment } from './allowed-html.ts';
import { findCallout } from './callouts.ts';
import { addCodeBlock, parseFenceInfo } from './code-block.ts';
import { addDiagram } from './diagram.ts';
import { findComponent, toComponentAttributes } from './directive-elements.ts';
import { footnoteHandlers } from './footnotes.ts';
import { addHeading } from './headings.ts';
import { addHtmlBlock } from './html-blocks.ts';
import { addInline } from './inline-tokens.ts';
import { addMath } from './math.ts';
import { addPicture, isPicturesOnly } from './pictures.ts';
import type { Rendering, TokenCursor } from './rendering.ts';
import { addTask, findTask } from './task-lists.ts';
import { readAttribute, readDirective } from './token-details.ts';
import type { TreeAttributes } from './tree.ts';

type Handler = (token: Token, rendering: Rendering, cursor: TokenCursor) => void;

const opens =
  (tag: string): Handler =>
  (_token, { tree }) =>
    tree.open(tag);
const closes: Handler = (_token, { tree }) => tree.close();

const handlers: Record<string, Handler> = {
  ...footnoteHandlers,
  inline: (token, rendering) => addInline(token.children ?? [], rendering),
  paragraph_open(token, rendering, cursor) {
    const children = cursor.tokens[cursor.at + 1]?.children ?? [];
    if (isPicturesOnly(children)) {
      for (const child of children) {
        if (child.type === 'image') addPicture(child, rendering, true);
        else if (child.type === 'softbreak') rendering.line += 1;
      }
      cursor.at += 2;
    } else if (!token.hidden) {
      // Items of a tight list have no paragraph of their own.
      rendering.tree.open('p');
    }
  },
  paragraph_close(token, { tree }) {
    if (!token.hidden) tree.close();
  },
  heading_open: addHeading,
  hr: (_token, { tree }) => tree.add(['hr', 0]),
  blockquote_open(_token, rendering, cursor) {
    const callout = findCallout(cursor);
    rendering.tree.open(callout ? 'Callout' : 'blockquote', callout ? { type: callout.type } : 0);
    if (callout?.isAlone) cursor.at += 3;
  },
  blockquote_close: closes,
  bullet_list_open(_token, rendering, { tokens, at }) {
    rendering.tree.open('ul', findTask(tokens, at + 1) ? { class: 'tasks' } : 0);
  },
  bullet_list_close: closes,
  ordered_list_open(token, { tree }) {
    const start = token.attrGet('start');
    tree.open('ol', start === null ? 0 : { start: Number(start) });
  },
  ordered_list_close: closes,
  list_item_open(_token, rendering, cursor) {
    const task = findTask(cursor.tokens, cursor.at);
    rendering.tree.open('li', task ? { class: 'task' } : 0);
    if (task) addTask(task, rendering, cursor);
  },
  list_item_close: closes,
  fence(token, rendering) {
    const info = parseFenceInfo(token.info);
    if (info.language === 'mermaid') addDiagram(token.content, info, rendering);
    else addCodeBlock(rendering, token.content, info);
  },
  code_block: (token, rendering) =>
    addCodeBlock(rendering, token.content, { language: '', marked: new Set() }),
  html_block: addHtmlBlock,
  math_block: (token, rendering) => addMath(rendering, token.content, true),
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
  directive_open(token, rendering) {
    const component = findComponent(readDirective(token), 'block', rendering);
    if (component)
      rendering.tree.open(component.name, toComponentAttributes(component, readDirective(token), rendering));
    else rendering.tree.open('div');
  },
  directive_close: closes,
  directive_leaf(token, rendering) {
    const component = findComponent(readDirective(token), 'block', rendering);
    if (component)
      rendering.tree.add([component.name, toComponentAttributes(component, readDirective(token), rendering)]);
    else rendering.tree.add(['p', 0, token.content]);
  },
};

/** Eight objects shared by thousands of cells: the attributes of a finished tree never change. */
const cellAttributes = new Map<string, TreeAttributes | 0>();

function openCell(token: Token, { tree }: Rendering): void {
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
export function addBlocks(tokens: Token[], rendering: Rendering): void {
  const cursor: TokenCursor = { tokens, at: 0 };
  for (; cursor.at < tokens.length; cursor.at += 1) {
    const token = tokens[cursor.at];
    if (!token) continue;
    if (token.map) rendering.line = rendering.firstLine + token.map[0];
    handlers[token.type]?.(token, rendering, cursor);
  }
}
