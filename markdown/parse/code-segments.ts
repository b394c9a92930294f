/** A piece of a text: code, which is shown as it is, or what is written around it. */
export interface Segment {
  isCode: boolean;
  text: string;
}

const FENCE = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})/;

/** Divides a text at its fences. The pieces together are the text. */
export function splitFences(source: string): Segment[] {
  const segments: Segment[] = [{ isCode: false, text: '' }];
  let fence = '';
  for (const line of source.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1];
    const isClosing = fence !== '' && mark?.startsWith(fence) && line.trim().replace(/^[>\s]+/, '') === mark;
    if (mark && fence === '' && !isOneLine(line, mark)) {
      segments.push({ isCode: true, text: '' });
      fence = mark;
    }
    const last = segments.at(-1);
    if (last) last.text += line;
    if (!isClosing) continue;
    fence = '';
    segments.push({ isCode: false, text: '' });
  }
  return segments;
}

/** Three backticks can be code inside a line. */
function isOneLine(line: string, mark: string): boolean {
  return mark.startsWith('`') && line.slice(line.indexOf(mark) + mark.length).includes('`');
}

/** Divides text without fences at its code spans. */
export function splitCodeSpans(text: string): Segment[] {
  if (!text.includes('`')) return [{ isCode: false, text }];
  return text
    .split(/((?<!`)(`+)(?!`)(?:[^`\n]|\n(?!\s*\n)|(?!\2(?!`))`)*?(?<!`)\2(?!`))/)
    .flatMap((piece, at) => (at % 3 === 2 || piece === '' ? [] : [{ isCode: at % 3 === 1, text: piece }]));
}

/** Replaces the text outside of code. The pieces in between keep their place. */
export function mapOutsideCode(source: string, change: (text: string) => string): string {
  return splitFences(source)
    .map((part) => {
      if (part.isCode) return part.text;
      const pieces = splitCodeSpans(part.text).map((piece) =>
        piece.isCode ? piece.text : change(piece.text),
      );
      return pieces.join('');
    })
    .join('');
}

/** Replaces every match; lines keep their numbers. */
export function replaceMatches(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => string,
): string {
  let result = '';
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    result += text.slice(at, match.index) + keepLines(match[0], replace(match));
    at = match.index + match[0].length;
  }
  return result + text.slice(at);
}

/** A replacement with as many line ends as what it replaces, so that lines keep their numbers. */
export function keepLines(replaced: string, replacement: string): string {
  const missing = countLineEnds(replaced) - countLineEnds(replacement);
  return missing > 0 ? replacement + '\n'.repeat(missing) : replacement;
}

function countLineEnds(text: string): number {
  return text.split('\n').length - 1;
}
