import type { MarkdownIt, StateInline } from 'markdown-it';

/** A marked passage longer than this is none: the bound keeps a page full of equals signs from being searched over and over. */
const MAX_LENGTH = 2000;
const WORD = /[\p{L}\p{N}=]/u;

/** `==marked==`, as in Obsidian. Comparisons stay text: `a == b`, `a==b`. */
export function markSyntax(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'mark', (state, silent) => mark(md, state, silent));
}

function mark(md: MarkdownIt, state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x3d || src.charCodeAt(pos + 1) !== 0x3d) return false;
  const start = pos + 2;
  if (WORD.test(src[pos - 1] ?? ' ') || /[\s=]/.test(src[start] ?? ' ')) return false;
  const end = src
    .slice(start, Math.min(state.posMax, start + MAX_LENGTH))
    .search(/(?<=[^\s=])==(?![\p{L}\p{N}=])/u);
  if (end < 0) return false;
  if (!silent) {
    const { posMax } = state;
    state.push('mark_open', 'mark', 1);
    state.pos = start;
    state.posMax = start + end;
    md.inline.tokenize(state);
    state.posMax = posMax;
    state.push('mark_close', 'mark', -1);
  }
  state.pos = start + end + 2;
  return true;
}
