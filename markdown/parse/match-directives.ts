/** Where the content of a block directive ends (the line of its closing mark), and whether that mark is there. */
export interface DirectiveEnd {
  line: number;
  isClosed: boolean;
}

export const OPENING = /^(:{2,})[ \t]*([a-zA-Z][\w-]*)(.*)$/;
const CLOSING = /^(:{2,})[ \t]*$/;
const FENCE = /^(`{3,}|~{3,})/;
/** What can stand before a directive on its line: space, marks of quotes, the mark of a list item. */
const BEFORE = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*/;

interface Open {
  line: number;
  colons: number;
  indent: number;
}

/**
 * For each line of a text that opens a directive, where it ends. A closing mark belongs to the nearest directive with as many colons, of
 * those that begin in the same column if there is one; else to the nearest one with fewer. What is still open inside ends with it. The
 * whole text is read once, however many directives there are.
 */
export function matchDirectives(source: string): Map<number, DirectiveEnd> {
  const ends = new Map<number, DirectiveEnd>();
  const open: Open[] = [];
  const lines = source.split('\n');
  let fence = '';
  for (const [line, whole] of lines.entries()) {
    const indent = BEFORE.exec(whole)?.[0].length ?? 0;
    const text = whole.slice(indent);
    const mark = FENCE.exec(text)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && text.trim() === mark) fence = '';
      continue;
    }
    if (mark) fence = mark;
    if (!text.startsWith('::')) continue;
    const closing = CLOSING.exec(text)?.[1]?.length;
    if (closing === undefined) {
      const colons = OPENING.exec(text)?.[1]?.length;
      if (colons !== undefined) open.push({ line, colons, indent });
      continue;
    }
    const at = findOpen(open, closing, indent);
    if (at < 0) continue;
    for (const [depth, inner] of open.splice(at).entries())
      ends.set(inner.line, { line, isClosed: depth === 0 });
  }
  return ends;
}

function findOpen(open: Open[], colons: number, indent: number): number {
  const same = open.findLastIndex((one) => one.colons === colons && one.indent === indent);
  if (same >= 0) return same;
  const equal = open.findLastIndex((one) => one.colons === colons);
  return equal >= 0 ? equal : open.findLastIndex((one) => one.colons < colons && one.colons > 2);
}
