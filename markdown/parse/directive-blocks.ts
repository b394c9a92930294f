import type { MarkdownIt, StateBlock } from 'markdown-it';
import { parseDetails } from './directive-attributes.ts';
import { type DirectiveMeta, setDirective } from './token-details.ts';

const OPENING = /^(:{2,})[ \t]*([a-z][a-z0-9-]*)(.*)$/;
const CLOSING = /^(:{3,})[ \t]*$/;
const FENCE = /^(`{3,}|~{3,})/;

/**
 * `:::name{…}` … `:::` around blocks, and `::name{…}` on a line of its own. A container inside another may have the
 * same number of colons or fewer. One that is never closed ends with what it is in, as a code fence does.
 */
export function directiveBlocks(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'directive', directive, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

function directive(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (isIndentedCode(state, startLine)) return false;
  const line = readLine(state, startLine);
  if (!line.startsWith('::')) return false;
  const opening = OPENING.exec(line);
  const [, colons = '', name = '', rest = ''] = opening ?? [];
  const details = opening ? parseDetails(rest.trim()) : undefined;
  if (!details) return false;
  if (silent) return true;
  const meta: DirectiveMeta = { name, ...details };
  if (colons.length === 2) {
    const token = state.push('directive_leaf', '', 0);
    token.content = line;
    token.map = [startLine, startLine + 1];
    setDirective(token, meta);
    state.line = startLine + 1;
    return true;
  }

  const { contentEnd, next } = findEnd(state, startLine, endLine, colons.length);
  const { parentType, lineMax } = state;
  // As at the top of a page; the parser's types know no others.
  state.parentType = 'root';
  state.lineMax = contentEnd;
  const open = state.push('directive_open', '', 1);
  open.map = [startLine, next];
  setDirective(open, meta);
  state.md.block.tokenize(state, startLine + 1, contentEnd);
  state.push('directive_close', '', -1);
  state.parentType = parentType;
  state.lineMax = lineMax;
  state.line = next;
  return true;
}

/** Where the content of a container ends, and where the text after it begins. */
function findEnd(state: StateBlock, startLine: number, endLine: number, colons: number) {
  let inner = 0;
  let fence = '';
  for (let line = startLine + 1; line < endLine; line += 1) {
    // A line further left than the container is outside of the list item or quote that the container is in.
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent)
      return { contentEnd: line, next: line };
    const text = readLine(state, line);
    const mark = FENCE.exec(text)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && text.trim() === mark) fence = '';
      continue;
    }
    if (mark) fence = mark;
    if (!text.startsWith(':::') || isIndentedCode(state, line)) continue;
    const closing = CLOSING.exec(text)?.[1]?.length ?? 0;
    if (closing >= colons) {
      if (inner === 0) return { contentEnd: line, next: line + 1 };
      inner -= 1;
    } else if (closing === 0 && OPENING.exec(text)?.[1]?.length === colons) inner += 1;
  }
  return { contentEnd: endLine, next: endLine };
}

function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}

function readLine(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
