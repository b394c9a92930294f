import type { MarkdownIt, StateInline } from 'markdown-it';
import { components } from '../components.ts';
import { parseAttributes } from './directive-attributes.ts';
import { type DirectiveMeta, setDirective } from './token-details.ts';

const NAME = /:([a-z][a-z0-9-]*)(?=\[)/y;
/** A colon after a letter, a digit or another colon is plain text: `10:30`, `a:b`, `std::vector[0]`. */
const WORD_BEFORE = /[\p{L}\p{N}:_]$/u;

/** `:name[text]{…}` in a line. A name that no component has stays text, with a warning. */
export function directiveInline(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'directive', (state, silent) => directive(md, state, silent));
}

function directive(md: MarkdownIt, state: StateInline, silent: boolean): boolean {
  const start = state.pos;
  if (state.src.charCodeAt(start) !== 0x3a) return false;
  NAME.lastIndex = start;
  const name = NAME.exec(state.src)?.[1];
  if (!name || WORD_BEFORE.test(state.src.slice(Math.max(0, start - 2), start))) return false;
  const labelStart = start + 1 + name.length;
  const labelEnd = md.helpers.parseLinkLabel(state, labelStart);
  if (labelEnd < 0) return false;
  const parsed = parseAttributes(state.src, labelEnd + 1);
  const end = parsed?.end ?? labelEnd + 1;
  if (silent) {
    state.pos = end;
    return true;
  }
  const meta: DirectiveMeta = { name, attributes: parsed?.attributes ?? new Map() };
  if (components.get(name)?.form === 'inline') {
    const { posMax } = state;
    setDirective(state.push('directive_inline_open', '', 1), meta);
    state.pos = labelStart + 1;
    state.posMax = labelEnd;
    md.inline.tokenize(state);
    state.push('directive_inline_close', '', -1);
    state.posMax = posMax;
  } else {
    const token = state.push('directive_unknown', '', 0);
    token.content = state.src.slice(start, end);
    setDirective(token, meta);
  }
  state.pos = end;
  return true;
}
