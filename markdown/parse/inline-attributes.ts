import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { parseAttributes } from './directive-attributes.ts';
import { setAttributes } from './token-details.ts';

/** `[text]{.class}`, `**text**{.class}`, `![](){width=300}`, and `## Heading {#id}` or `{.class}` at the end of a block. */
export function inlineAttributes(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'span', (state, silent) => span(md, state, silent));
  md.core.ruler.after('inline', 'attributes', ({ tokens }) => {
    for (const [at, token] of tokens.entries())
      if (token.type === 'inline' && token.content.includes('{')) addAttributes(token, tokens, at);
  });
}

function span(md: MarkdownIt, state: StateInline, silent: boolean): boolean {
  const start = state.pos;
  if (state.src.charCodeAt(start) !== 0x5b) return false;
  const end = md.helpers.parseLinkLabel(state, start);
  if (end < 0 || state.src.charCodeAt(end + 1) !== 0x7b) return false;
  const parsed = parseAttributes(state.src, end + 1);
  if (!parsed || parsed.end > state.posMax) return false;
  if (!silent) {
    const { posMax } = state;
    setAttributes(state.push('span_open', 'span', 1), parsed.attributes);
    state.pos = start + 1;
    state.posMax = end;
    md.inline.tokenize(state);
    state.posMax = posMax;
    state.push('span_close', 'span', -1);
  }
  state.pos = parsed.end;
  return true;
}

/** Tokens after which `{…}` is about them. */
const CLOSES = new Set([
  'strong_close',
  'em_close',
  's_close',
  'mark_close',
  'link_close',
  'code_inline',
  'image',
]);

function addAttributes(inline: Token, tokens: Token[], at: number): void {
  const children = inline.children ?? [];
  for (const [place, token] of children.entries()) {
    if (token.type !== 'text' || !token.content.startsWith('{')) continue;
    const before = children[place - 1];
    const parsed = before && CLOSES.has(before.type) ? parseAttributes(token.content, 0) : undefined;
    const target = parsed && (before?.nesting === -1 ? findOpening(children, place - 1) : before);
    if (!parsed || !target) continue;
    setAttributes(target, parsed.attributes);
    token.content = token.content.slice(parsed.end);
  }
  addBlockAttributes(children, tokens, at);
}

function findOpening(children: Token[], close: number): Token | undefined {
  const { level = 0, type = '' } = children[close] ?? {};
  const name = type.replace('_close', '_open');
  return children.slice(0, close).findLast((token) => token.type === name && token.level === level);
}

const AT_THE_END = /\s*(?<!\{)(\{[ \t]*[#.][^{}]*\})\s*$/;

/** `{#id .class}` at the end of a heading, a paragraph or an item, or on the line after a block. */
function addBlockAttributes(children: Token[], tokens: Token[], at: number): void {
  const [first] = children;
  const block = tokens[at - 1];
  // In a text from right to left the id of a heading comes first.
  const id = block?.type === 'heading_open' && first ? /^\{#+([\w-]+)\}\s*/.exec(first.content) : null;
  if (block && first && id?.[1]) {
    first.content = first.content.slice(id[0].length);
    setAttributes(block, new Map([['id', id[1]]]));
  }
  const last = children.at(-1);
  const match = last?.type === 'text' ? AT_THE_END.exec(last.content) : null;
  const parsed = match?.[1] ? parseAttributes(match[1], 0) : undefined;
  if (!last || !match || !parsed) return;
  last.content = last.content.slice(0, match.index);
  if (children.length > 1 && last.content === '' && children.at(-2)?.type === 'softbreak')
    children.splice(-2);
  if (block) setAttributes(block, parsed.attributes);
}
