/**
 * Applies a change to the prose of a Markdown text and leaves its code as it is: fenced blocks and code spans. Text that matches `skipped`
 * (a sticky expression) is left out.
 */
export function mapProse(markdown: string, change: (prose: string) => string, skipped?: RegExp): string {
  let result = '';
  let prose = '';
  let at = 0;
  const keep = (code: string) => {
    result += change(prose) + code;
    prose = '';
    at += code.length;
  };
  while (at < markdown.length) {
    const fence = isLineStart(markdown, at) ? findFence(markdown, at) : undefined;
    const code = fence ?? (markdown[at] === '`' ? findCodeSpan(markdown, at) : undefined);
    if (code !== undefined) {
      keep(code);
      continue;
    }
    if (skipped) skipped.lastIndex = at;
    const found = skipped?.exec(markdown)?.[0];
    if (found) {
      at += found.length;
      continue;
    }
    // An escaped character begins nothing.
    const next = findSpecial(markdown, markdown[at] === '\\' ? at + 2 : at + 1);
    prose += markdown.slice(at, next);
    at = next;
  }
  return result + change(prose);
}

/** Where the next line, code span or comment may begin. */
function findSpecial(text: string, from: number): number {
  const special = /[`\\<%{]|(?<=\n)./gs;
  special.lastIndex = from;
  return special.exec(text)?.index ?? text.length;
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n';
}

/** A fence may be inside a quote or a list item. */
const FENCE = /[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*(`{3,}(?=[^`\n]*$)|~{3,})/my;

/** The fenced block that begins on this line; it ends with the text if nothing closes it. */
function findFence(text: string, at: number): string | undefined {
  FENCE.lastIndex = at;
  const marks = FENCE.exec(text)?.[1];
  if (marks === undefined) return undefined;
  const closing = new RegExp(`^[ \\t>]*${marks[0]}{${marks.length},}[ \\t]*$`, 'gm');
  closing.lastIndex = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
  const end = closing.exec(text);
  return text.slice(at, end ? end.index + end[0].length : text.length);
}

/** A span ends at a run of as many backticks; a run without another one is text. It never reaches into the next paragraph. */
function findCodeSpan(text: string, at: number): string {
  const marks = /`+/y;
  marks.lastIndex = at;
  const run = marks.exec(text)?.[0] ?? '`';
  const paragraph = /\n[ \t]*\n/g;
  paragraph.lastIndex = at;
  const limit = paragraph.exec(text)?.index ?? text.length;
  const closing = new RegExp(`(?<!\`)${run}(?!\`)`, 'g');
  closing.lastIndex = at + run.length;
  const end = closing.exec(text);
  return end && end.index < limit ? text.slice(at, end.index + run.length) : run;
}
