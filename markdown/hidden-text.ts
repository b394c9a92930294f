const FENCE = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})/;

interface Comment {
  open: string;
  close: string;
}

const OBSIDIAN: Comment = { open: '%%', close: '%%' };
const HUGO: Comment = { open: '{{/*', close: '*/}}' };
/** `{{% comment %}}` … `{{% /comment %}}`. */
const HUGO_BLOCK = /\{\{[<%]\s*comment\s*[>%]\}\}[\s\S]*?(?:\{\{[<%]\s*\/\s*comment\s*[>%]\}\}|$(?![\s\S]))/g;
const MDX: Comment = { open: '{/*', close: '*/}' };

/**
 * Takes out what an author wrote for no reader: `%% … %%` of Obsidian, the comments of Hugo and, in `.mdx` files, of JSX. It is done
 * before anything is parsed, so that no fault can publish it. Code is left alone; lines keep their numbers.
 */
export function removeHiddenText(text: string, isMdx: boolean): string {
  const source = text.replace(HUGO_BLOCK, (comment) => comment.replace(/[^\n]+/g, ''));
  const kinds = [OBSIDIAN, HUGO, ...(isMdx ? [MDX] : [])].filter(({ open }) => source.includes(open));
  if (kinds.length === 0) return source;
  let result = '';
  let at = 0;
  let fence = '';
  while (at < source.length) {
    const lineEnd = source.indexOf('\n', at);
    const end = lineEnd < 0 ? source.length : lineEnd + 1;
    const line = source.slice(at, end);
    const mark = FENCE.exec(line)?.[1];
    if (fence || mark) {
      if (fence && mark?.startsWith(fence) && line.trim().replace(/^[>\s]+/, '') === mark) fence = '';
      else if (!fence && mark) fence = mark;
      result += line;
      at = end;
      continue;
    }
    const kept = keepLine(source, at, end, kinds);
    result += kept.text;
    at = kept.next;
  }
  return result;
}

/** One line without its comments. A comment that goes on takes the following lines with it. */
function keepLine(
  source: string,
  start: number,
  end: number,
  kinds: Comment[],
): { text: string; next: number } {
  let text = '';
  for (let at = start; at < end; ) {
    const sign = source[at];
    const isSign = sign === '%' || sign === '{';
    const kind = isSign ? kinds.find(({ open }) => source.startsWith(open, at)) : undefined;
    if (kind) {
      const close = findClose(source, at, kind, text.trim() === '');
      if (close > 0) {
        text += source.slice(at, close).replace(/[^\n]+/g, '');
        // What follows the comment on its last line is read like a line of its own.
        if (close > end) return { text, next: close };
        at = close;
        continue;
      }
    }
    const length = sign === '`' ? codeSpanLength(source.slice(at, end)) : 1;
    text += source.slice(at, at + length);
    at += length;
  }
  return { text, next: end };
}

/** Where a comment ends; 0 when it is none. One that begins a line and is never closed hides everything after it. */
function findClose(source: string, at: number, { open, close }: Comment, isFirst: boolean): number {
  const found = source.indexOf(close, at + open.length);
  if (found >= 0) return found + close.length;
  return isFirst ? source.length : 0;
}

function codeSpanLength(rest: string): number {
  const mark = /^`+/.exec(rest)?.[0] ?? '';
  const close = rest.slice(mark.length).search(new RegExp(`(?<!\`)${mark}(?!\`)`));
  return close < 0 ? mark.length : 2 * mark.length + close;
}
