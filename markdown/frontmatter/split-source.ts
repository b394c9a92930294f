/** A page's text, divided into frontmatter and Markdown. */
export interface SplitSource {
  /** What stands between the two `---` lines, or the `+++` lines of TOML; undefined when the page has no frontmatter. */
  head?: string;
  format: 'yaml' | 'toml';
  body: string;
  /** The line of the file, from 1, on which the body begins. */
  bodyLine: number;
  /** The frontmatter has a beginning and no end: half written, or cut off. */
  unclosed: boolean;
}

/** The first line of the frontmatter: line 1 is the mark above it. */
export const HEAD_LINE = 2;

export function splitSource(text: string): SplitSource {
  const format = text.startsWith('+++') ? 'toml' : 'yaml';
  const opening = /^(?:---|\+\+\+)[ \t]*(?:\r?\n|$)/.exec(text);
  if (!opening) return { body: text, format, bodyLine: 1, unclosed: false };
  const start = opening[0].length;
  const closing = format === 'toml' ? /^\+\+\+[ \t]*(?:\r?\n|$)/gm : /^---[ \t]*(?:\r?\n|$)/gm;
  closing.lastIndex = start;
  const end = closing.exec(text);
  if (!end) return { ...withoutFields(text, start), format, unclosed: true };
  const head = text.slice(start, end.index);
  return {
    head,
    format,
    body: text.slice(end.index + end[0].length),
    bodyLine: HEAD_LINE + countLines(head) + 1,
    unclosed: false,
  };
}

/** What is left of a page whose frontmatter has no end: the text after the lines that look like fields. */
function withoutFields(text: string, start: number): { body: string; bodyLine: number } {
  const fields =
    /^(?:[ \t]*(?:["']?[\w-]+["']?[ \t]*[:=]|-[ \t]|#|\]|\}).*(?:\r?\n|$)|[ \t]+\S.*(?:\r?\n|$))*/.exec(
      text.slice(start),
    );
  const end = start + (fields?.[0].length ?? 0);
  return { body: text.slice(end), bodyLine: 1 + countLines(text.slice(0, end)) };
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
