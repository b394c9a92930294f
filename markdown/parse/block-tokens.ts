import type { Token } from 'markdown-it';
import { toAlignment } from './allowed-html.ts';
import { findCallout } from './callouts.ts';
import { addCodeBlock, parseFenceInfo } from './code-block.ts';
import { addDiagram } from './diagram.ts';
import {
  findComponent,
  isElement,
  isKnownInline,
  isPlainGroup,
  toComponentAttributes,
} from './directive-elements.ts';
import { footnoteHandlers } from './footnotes.ts';
import { addHeading } from './headings.ts';
import { addHtmlBlock } from './html-blocks.ts';
import { addInline } from './inline-tokens.ts';
import { addMath } from './math.ts';
import type { ParseContext, TokenCursor } from './parse-context.ts';
import { addPicture, isPicturesOnly } from './pictures.ts';
import { toElementAttributes } from './references.ts';
import { addTask, findTask } from './task-lists.ts';
import { type DirectiveMeta, readAttribute, readDirective, toOwnAttributes } from './token-details.ts';
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
    } else if (children.length > 0 && children.every(isNothing)) {
      for (const child of children)
        if (child.nesting === 1) findComponent(readDirective(child), 'inline', context);
      cursor.at += 2;
    } else if (!token.hidden) {
      // Items of a tight list have no paragraph of their own.
      openOwn(token, context, 'p');
    }
  },
  paragraph_close(token, { tree }) {
    if (!token.hidden) tree.close();
  },
  heading_open: addHeading,
  hr: (_token, { tree }) => tree.add(['hr', 0]),
  blockquote_open(token, context, cursor) {
    const callout = findCallout(cursor.tokens, cursor.at);
    if (callout?.fold) {
      const { kind, title, fold } = callout;
      context.tree.open('Details', {
        ...(title ? { summary: title } : { kind }),
        ...(fold.open && { open: true }),
      });
    } else if (callout) {
      const { type, kind, title } = callout;
      context.tree.open('Callout', { type, ...(title ? { title } : { kind }) });
    } else openOwn(token, context, 'blockquote');
    // Nothing else in the first paragraph: it is left out altogether.
    if (callout && cursor.tokens[cursor.at + 2]?.children?.length === 0) cursor.at += 3;
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
    // The blocks of a group of code are tabs, named by their files.
    const isTab = context.tree.parent() === 'Tabs';
    if (isTab) context.tree.open('Tab', { label: info.title ?? info.language });
    if (info.language === 'mermaid') addDiagram(token.content, info, context);
    else addCodeBlock(context, token.content, info);
    if (isTab) context.tree.close();
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
    const meta = readDirective(token);
    if (meta.fault) context.warn(`"${meta.name}": ${meta.fault}`);
    if (isPlainGroup(meta) || isElement(meta)) {
      const { name, attributes } = meta;
      const tag = isElement(meta) ? name : 'div';
      context.tree.open(tag, toElementAttributes(tag, Object.fromEntries(attributes), context));
      return;
    }
    const component = findComponent(meta, 'block', context);
    context.tree.open(
      component?.name ?? 'div',
      component ? toComponentAttributes(component, meta, context) : 0,
    );
    if (!component) addLostTitle(meta, context);
  },
  directive_close: closes,
  directive_leaf(token, context) {
    const meta = readDirective(token);
    const component = findComponent(meta, 'block', context);
    if (component) context.tree.add([component.name, toComponentAttributes(component, meta, context)]);
    else addLostTitle(meta, context);
  },
  snippet: (token, context) => context.warn(`The file ${token.content} is not shown: put its text here`),
  directive_stray: (_token, context) =>
    context.warn('The colons on this line close nothing: they are left out'),
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

/** Opens an element with the attributes that the author gave it in braces. */
function openOwn(token: Token, { tree }: ParseContext, tag: string): void {
  tree.open(tag, token.meta === null ? 0 : toOwnAttributes(token, tag));
}

/** Shows nothing: space, or a component that there is not. */
function isNothing(token: Token): boolean {
  if (token.type === 'softbreak') return true;
  if (token.type === 'text') return token.content.trim() === '';
  return (
    token.type.startsWith('directive_inline') && !(token.nesting === 1 && isKnownInline(readDirective(token)))
  );
}

/** A component that there is not shows its title. */
function addLostTitle({ label, attributes }: DirectiveMeta, { tree }: ParseContext): void {
  const title = label ?? attributes.get('title');
  if (title) tree.add(['p', 0, ['strong', 0, title]]);
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
