import type { MarkdownIt, StateInline } from 'markdown-it';
import { components } from '../components.ts';
import { toComponentName } from './component-names.ts';
import { parseAttributes } from './directive-attributes.ts';
import { type DirectiveMeta, setDirective } from './token-details.ts';

const NAME = /:([a-z][a-z0-9-]*)/y;
/** A colon after a letter, a digit or another colon is plain text: `10:30`, `a:b`, `std::vector[0]`. */
const WORD_BEFORE = /[\p{L}\p{N}:_]$/u;
/** What ends a component that is only a name: `:icon-star` but not `:smile:`. */
const END = /[\s.,;!?)\]|*_]/;

/** `:name[text]{…}`, `:name{…}` and `:name` in a line. Of a component that there is not, the text is shown. */
export function directiveInline(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'directive', (state, silent) => directive(md, state, silent));
}

function directive(md: MarkdownIt, state: StateInline, silent: boolean): boolean {
  const start = state.pos;
  if (state.src.charCodeAt(start) !== 0x3a) return false;
  NAME.lastIndex = start;
  const written = NAME.exec(state.src)?.[1];
  if (!written || WORD_BEFORE.test(state.src.slice(Math.max(0, start - 2), start))) return false;
  const name = toComponentName(written);
  const afterName = start + 1 + written.length;
  const hasLabel = state.src[afterName] === '[';
  const labelEnd = hasLabel ? md.helpers.parseLinkLabel(state, afterName) : afterName - 1;
  if (labelEnd < 0) return false;
  const parsed = parseAttributes(state.src, labelEnd + 1);
  const end = parsed?.end ?? labelEnd + 1;
  // A bare name is a component only if there is one; another name is more likely a word.
  if (!hasLabel && !parsed && !((isInline(name) || name === 'br') && END.test(state.src[end] ?? ' ')))
    return false;
  if (!silent) {
    const meta: DirectiveMeta = { name, attributes: parsed?.attributes ?? new Map() };
    const { posMax } = state;
    setDirective(state.push('directive_inline_open', '', 1), meta);
    if (hasLabel) {
      state.pos = afterName + 1;
      state.posMax = labelEnd;
      md.inline.tokenize(state);
      state.posMax = posMax;
    } else addText(state, meta);
    state.push('directive_inline_close', '', -1);
  }
  state.pos = end;
  return true;
}

/** `:badge{text="new"}` is `:badge[new]`. */
function addText(state: StateInline, { name, attributes }: DirectiveMeta): void {
  const key = ['text', 'label', 'value'].find((candidate) => attributes.has(candidate));
  if (key === undefined || !isInline(name)) return;
  state.push('text', '', 0).content = attributes.get(key) ?? '';
  attributes.delete(key);
}

function isInline(name: string): boolean {
  return components.get(name)?.form === 'inline';
}
