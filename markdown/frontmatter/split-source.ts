/** A page's text, divided into frontmatter and Markdown. */
export interface SplitSource {
  /** What stands between the two `---` lines; undefined when the page has no frontmatter. */
  yaml?: string;
  body: string;
  /** The line of the file, from 1, on which the body begins. */
  bodyLine: number;
  /** The frontmatter has a beginning and no end: half written, or cut off. */
  unclosed: boolean;
}

/** The first line of the YAML: line 1 is the `---` above it. */
export const YAML_LINE = 2;

export function splitSource(text: string): SplitSource {
  const opening = /^---[ \t]*\r?\n/.exec(text);
  if (!opening) {
    // A file that ends right after `---` is being written.
    const unclosed = /^---[ \t]*$/.test(text);
    return { body: unclosed ? '' : text, bodyLine: 1, unclosed };
  }
  const start = opening[0].length;
  const closing = /^---[ \t]*(?:\r?\n|$)/gm;
  closing.lastIndex = start;
  const end = closing.exec(text);
  if (!end) return { body: '', bodyLine: 1, unclosed: true };
  const yaml = text.slice(start, end.index);
  return {
    yaml,
    body: text.slice(end.index + end[0].length),
    bodyLine: YAML_LINE + countLines(yaml) + 1,
    unclosed: false,
  };
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
