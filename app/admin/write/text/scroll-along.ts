/** Lines of the headings of a Markdown text, from 1. Those in code are none. */
export function findHeadingLines(text: string): number[] {
  const lines: number[] = [];
  let fence = '';
  for (const [index, line] of text.split('\n').entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    else if (fence === '' && /^ {0,3}#{1,6}\s/.test(line)) lines.push(index + 1);
  }
  return lines;
}

/**
 * The place in one text that belongs to a place in the other: in proportion between two points that belong together. The points are
 * ascending; where one text has more of them, the last ones belong together, as a title at the top is not part of the page's text.
 */
export function mapScroll(top: number, from: readonly number[], to: readonly number[]): number {
  const count = Math.min(from.length, to.length);
  const sources = count > 0 ? [0, ...from.slice(from.length - count)] : [0];
  const targets = count > 0 ? [0, ...to.slice(to.length - count)] : [0];
  let at = 0;
  while (at + 2 < sources.length && (sources[at + 1] ?? 0) <= top) at += 1;
  const [start = 0, end = 0] = sources.slice(at, at + 2);
  const [mappedStart = 0, mappedEnd = 0] = targets.slice(at, at + 2);
  if (end <= start) return mappedEnd;
  return mappedStart + Math.min(1, (top - start) / (end - start)) * (mappedEnd - mappedStart);
}
