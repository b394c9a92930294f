import type { Token } from 'markdown-it';
import { toPlainText } from './pictures.ts';

/** A quote that begins with `[!tip]`: what it is shown as. */
export interface QuotedCallout {
  type: string;
  /** The word in the brackets. It names the callout if there is no title. */
  kind: string;
  title?: string;
  /** It can be folded; `open` says how it begins. */
  fold?: { open: boolean };
}

/** Our five types, and the kinds of Obsidian that are shown as one of them, with their own names. */
const TYPES: Record<string, string> = {
  note: 'note',
  abstract: 'note',
  summary: 'note',
  tldr: 'note',
  info: 'note',
  todo: 'note',
  example: 'note',
  quote: 'note',
  cite: 'note',
  question: 'note',
  help: 'note',
  faq: 'note',
  tip: 'tip',
  hint: 'tip',
  success: 'tip',
  check: 'tip',
  done: 'tip',
  important: 'important',
  warning: 'warning',
  attention: 'warning',
  caution: 'caution',
  danger: 'caution',
  error: 'caution',
  failure: 'caution',
  fail: 'caution',
  missing: 'caution',
  bug: 'caution',
};

const MARK = /^\[!([\w-]+)(?:\|[^\]]*)?\]([+-]?)[ \t]*/;

/** The callout that a quote is, as GitHub and Obsidian write it. Its mark and its title are taken out of the text. */
export function findCallout(tokens: Token[], at: number): QuotedCallout | undefined {
  const inline = tokens[at + 2];
  const children = inline?.children ?? [];
  const [first] = children;
  if (tokens[at + 1]?.type !== 'paragraph_open' || inline?.type !== 'inline' || first?.type !== 'text')
    return undefined;
  const [mark = '', name = '', sign] = MARK.exec(first.content) ?? [];
  if (name === '') return undefined;
  const kind = name.toLowerCase();
  const type = (Object.hasOwn(TYPES, kind) ? TYPES[kind] : undefined) ?? 'note';
  first.content = first.content.slice(mark.length);
  const end = children.findIndex((token) => token.type === 'softbreak' || token.type === 'hardbreak');
  const line = end < 0 ? children : children.slice(0, end);
  inline.children = end < 0 ? [] : children.slice(end + 1);
  const title = toPlainText(line).trim();
  return { type, kind, ...(title && { title }), ...(sign && { fold: { open: sign === '+' } }) };
}
