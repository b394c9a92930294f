import type { MarkdownIt, StateBlock } from 'markdown-it';
import { isObject } from '../frontmatter/field-rules.ts';
import { toPlainWords } from '../frontmatter/find-first-heading.ts';
import { readYaml } from '../frontmatter/read-yaml.ts';
import { toComponentName } from './component-names.ts';
import { parseDetails } from './directive-attributes.ts';
import { type DirectiveEnd, matchDirectives, OPENING } from './match-directives.ts';
import { type DirectiveMeta, setDirective } from './token-details.ts';

/**
 * `:::name{…}` … `:::` around blocks, and `::name{…}` on a line of its own. As Nuxt Content writes them: `::name`, properties in YAML
 * between `---` lines, `#slot` lines, `::`. As VitePress does: `::: name Title`. A directive with two colons is a container if its
 * closing mark is there. One with more that is never closed ends with what it is in, as a code fence does.
 */
export function directiveBlocks(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'directive', directive, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

/** Where the directives of a text end. It is made for the first directive of a page. */
const endsOf = new WeakMap<object, Map<number, DirectiveEnd>>();

function directive(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (isIndentedCode(state, startLine)) return false;
  const line = readLine(state, startLine);
  if (!line.startsWith('::')) return false;
  if (/^:{2,}[ \t]*$/.test(line)) return strayMark(state, startLine, silent);
  const meta = parseOpening(line);
  if (!meta) return false;
  if (silent) return true;
  const env: object = state.env;
  const ends = endsOf.get(env) ?? matchDirectives(state.src);
  endsOf.set(env, ends);
  const end = ends.get(startLine);
  if (!end?.isClosed && !line.startsWith(':::')) {
    const token = state.push('directive_leaf', '', 0);
    token.content = line;
    token.map = [startLine, startLine + 1];
    setDirective(token, meta);
    state.line = startLine + 1;
    return true;
  }
  addContainer(state, meta, startLine, findEnd(state, startLine, endLine, end));
  return true;
}

/** A closing mark without a directive is no text. */
function strayMark(state: StateBlock, line: number, silent: boolean): boolean {
  if (silent) return true;
  state.push('directive_stray', '', 0).map = [line, line + 1];
  state.line = line + 1;
  return true;
}

function parseOpening(line: string): DirectiveMeta | undefined {
  const [, colons = '', name = '', rest = ''] = OPENING.exec(line) ?? [];
  if (name === '') return undefined;
  // Text after the name is a title, if more than two colons make clear what the line is.
  const details =
    parseDetails(rest.trim()) ?? (colons.length > 2 && /^\s/.test(rest) ? parseTitle(rest) : undefined);
  return details && { name: toComponentName(name), ...details };
}

function parseTitle(rest: string): ReturnType<typeof parseDetails> {
  const [, label = '', attributes = ''] = /^(.*?)(\{[^{}]*\})?$/.exec(rest.trim()) ?? [];
  const parsed = parseDetails(attributes);
  return parsed && { ...parsed, label: label.trim() };
}

function addContainer(
  state: StateBlock,
  meta: DirectiveMeta,
  startLine: number,
  { contentEnd, next }: { contentEnd: number; next: number },
): void {
  const { parentType, lineMax, blkIndent } = state;
  // As at the top of a page; the parser's types know no others.
  state.parentType = 'root';
  state.blkIndent = findIndent(state, startLine, contentEnd);
  const open = state.push('directive_open', '', 1);
  open.map = [startLine, next];
  setDirective(open, meta);
  const contentStart = addProperties(state, meta, startLine + 1, contentEnd);
  for (const slot of splitSlots(state, contentStart, contentEnd)) {
    if (slot.name !== '' && addTitle(state, meta, slot)) continue;
    state.lineMax = slot.end;
    state.md.block.tokenize(state, slot.start, slot.end);
  }
  state.push('directive_close', '', -1);
  Object.assign(state, { parentType, lineMax, blkIndent, line: next });
}

/** Nuxt Content indents what is in a directive. That much is taken for the margin. */
function findIndent(state: StateBlock, startLine: number, contentEnd: number): number {
  let indent = Math.max(state.blkIndent, (state.sCount[startLine] ?? 0) + 3);
  for (let line = startLine + 1; line < contentEnd; line += 1)
    if (!state.isEmpty(line)) indent = Math.min(indent, state.sCount[line] ?? 0);
  return indent;
}

const PROPERTIES = /^(?:---|`{3,}ya?ml[ \t]+\[props\])[ \t]*$/;

/** Reads properties in YAML right after the opening line, and returns the line after them. */
function addProperties(state: StateBlock, meta: DirectiveMeta, start: number, end: number): number {
  const opening = start < end ? readLine(state, start) : '';
  if (!PROPERTIES.test(opening)) return start;
  const mark = opening.startsWith('-') ? /^---[ \t]*$/ : /^`{3,}[ \t]*$/;
  let close = start + 1;
  while (close < end && !mark.test(readLine(state, close))) close += 1;
  if (close >= end) return start;
  const yaml = state.getLines(start + 1, close, state.blkIndent, false);
  try {
    const data = readYaml(yaml);
    if (!isObject(data)) return close + 1;
    for (const [name, value] of Object.entries(data))
      if (['string', 'number', 'boolean'].includes(typeof value)) meta.attributes.set(name, String(value));
  } catch {
    meta.fault = 'the properties between the --- lines are not valid YAML';
  }
  return close + 1;
}

/** A part of a directive's content. The first one has no name. */
interface Slot {
  name: string;
  start: number;
  end: number;
}

const SLOT = /^#([a-z][\w-]*)(?:\{[^}]*\})?[ \t]*$/;
const FENCE = /^(`{3,}|~{3,})/;

/** Divides the lines of a directive at the `#slot` lines of Nuxt Content that are its own, not of a directive in it. */
function splitSlots(state: StateBlock, start: number, end: number): Slot[] {
  const slots: Slot[] = [{ name: '', start, end }];
  let depth = 0;
  let fence = '';
  for (let line = start; line < end; line += 1) {
    const text = readLine(state, line);
    const mark = FENCE.exec(text)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && text.trim() === mark) fence = '';
      continue;
    }
    if (mark) fence = mark;
    if (/^:{2,}[a-zA-Z]/.test(text)) depth += 1;
    else if (/^:{2,}[ \t]*$/.test(text)) depth -= 1;
    const name = depth <= 0 ? SLOT.exec(text)?.[1] : undefined;
    const last = slots.at(-1);
    if (name === undefined || !last) continue;
    last.end = line;
    slots.push({ name, start: line + 1, end });
  }
  return slots;
}

const TITLE_SLOTS = new Set(['title', 'header', 'label', 'summary', 'trigger']);

/** A title in a slot is the title in an attribute. */
function addTitle(state: StateBlock, meta: DirectiveMeta, slot: Slot): boolean {
  if (!TITLE_SLOTS.has(slot.name) || meta.label) return false;
  const lines = Array.from({ length: slot.end - slot.start }, (_, at) => readLine(state, slot.start + at));
  meta.label = toPlainWords(lines.join(' '));
  return true;
}

/** The lines of a container. A list item or a quote that the container is in may end before its closing mark. */
function findEnd(state: StateBlock, startLine: number, endLine: number, end: DirectiveEnd | undefined) {
  const last = Math.min(end?.line ?? endLine, endLine);
  for (let line = startLine + 1; line < last; line += 1)
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent)
      return { contentEnd: line, next: line };
  return { contentEnd: last, next: end?.isClosed && last < endLine ? last + 1 : last };
}

function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}

function readLine(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
