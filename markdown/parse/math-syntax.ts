import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** A formula longer than this is none: the bound keeps a page full of dollar signs from being searched over and over. */
const MAX_INLINE_LENGTH = 1000;

/** `$x^2$` in a line, and `$$` … `$$` as a block. Sums of money stay text: `$5 and $10`, `$5-$10`, `20$`. */
export function mathSyntax(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', mathInline);
  md.block.ruler.before('fence', 'math', mathBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

function mathInline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x24) return false;
  const width = src[pos + 1] === '$' ? 2 : 1;
  const start = pos + width;
  if (!isSpacedRight(src[pos - 1], src[start])) return skipDollars(state, width, silent);
  const end = findClosing(src, start, Math.min(state.posMax, start + MAX_INLINE_LENGTH), width);
  if (end < 0) return skipDollars(state, width, silent);
  if (!silent) state.push('math_inline', 'math', 0).content = src.slice(start, end);
  state.pos = end + width;
  return true;
}

/** The opening mark follows no letter or digit and touches the formula. */
function isSpacedRight(before: string | undefined, first: string | undefined): boolean {
  return !/[\p{L}\p{N}$\\]/u.test(before ?? ' ') && first !== undefined && !/[\s$]/.test(first);
}

/** The closing mark touches the formula, and no digit or letter follows it. */
function findClosing(src: string, start: number, limit: number, width: number): number {
  for (let at = start; at < limit; at += 1) {
    const code = src.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x60) return -1;
    else if (code === 0x24) {
      const isWide = src[at + 1] === '$';
      if (width === 2 ? !isWide : isWide) return -1;
      const content = src.slice(start, at);
      if (/\s$/.test(content) || /[\p{L}\p{N}]/u.test(src[at + width] ?? ' ')) return -1;
      return isMoney(content) ? -1 : at;
    }
  }
  return -1;
}

/** `$5 or 10$`: a number, then words, and nothing that only a formula has. */
function isMoney(content: string): boolean {
  return /^[\d.,]+\s+\p{L}/u.test(content) && !/[\\^_={}<>+]/.test(content);
}

function skipDollars(state: StateInline, width: number, silent: boolean): boolean {
  if (!silent) state.pending += '$'.repeat(width);
  state.pos += width;
  return true;
}

function mathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const first = readLine(state, startLine);
  if (!first.startsWith('$$')) return false;
  const rest = first.slice(2).trim();
  if (rest.endsWith('$$') && rest.length > 2) {
    const content = rest.slice(0, -2);
    return content.includes('$$') ? false : finish(state, [startLine, startLine + 1], content, silent);
  }
  if (rest.includes('$$')) return false;
  const lines = [rest];
  for (let line = startLine + 1; line < endLine; line += 1) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return false;
    const text = readLine(state, line).trimEnd();
    if (text.endsWith('$$')) {
      lines.push(text.slice(0, -2));
      return finish(state, [startLine, line + 1], lines.join('\n'), silent);
    }
    if (text === '' || lines.length > 200) return false;
    lines.push(text);
  }
  return false;
}

function finish(
  state: StateBlock,
  map: [start: number, next: number],
  content: string,
  silent: boolean,
): boolean {
  if (silent) return true;
  Object.assign(state.push('math_block', 'math', 0), {
    content: content.trim(),
    map,
    block: true,
  });
  state.line = map[1];
  return true;
}

function readLine(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
