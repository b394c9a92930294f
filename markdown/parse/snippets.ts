import type { MarkdownIt } from 'markdown-it';

const SNIPPET = /^<<<[ \t]+(\S+)/;

/** `<<< @/file.ts` of VitePress would show another file: it is left out, and reported. */
export function snippetSyntax(md: MarkdownIt): void {
  md.block.ruler.before(
    'fence',
    'snippet',
    (state, line, _end, silent) => {
      const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
      if (state.src.charCodeAt(start) !== 0x3c) return false;
      const file = SNIPPET.exec(state.src.slice(start, state.eMarks[line]))?.[1];
      if (file === undefined) return false;
      if (silent) return true;
      const token = state.push('snippet', '', 0);
      token.content = file;
      token.map = [line, line + 1];
      state.line = line + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
}
