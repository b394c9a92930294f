/** The code of a block without the marks that VitePress puts into comments: `// [!code highlight]`, `# [!code --]`. */
export interface MarkedCode {
  code: string;
  /** The class of a line, by its number from 1. */
  classes: Map<number, string>;
}

const MARK =
  /[ \t]*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)?[ \t]*\[!code ([^\]\n]+)\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;
const CLASSES: Record<string, string> = { '++': 'added', '--': 'removed' };
const MARKED = new Set(['highlight', 'hl', 'focus', 'warning', 'error']);

export function readLineMarks(code: string): MarkedCode {
  const classes = new Map<number, string>();
  if (!code.includes('[!code ')) return { code, classes };
  const lines: string[] = [];
  for (const line of code.split('\n')) {
    const match = MARK.exec(line);
    const rest = match ? line.slice(0, match.index) : line;
    // A comment on a line of its own is about the lines below it.
    const isOwnLine = match !== null && rest.trim() === '';
    if (!isOwnLine) lines.push(rest);
    const [, kind = '', count = '1'] = /^([a-z+-]+)(?::(\d{1,4}))?/.exec(match?.[1] ?? '') ?? [];
    const name = CLASSES[kind] ?? (MARKED.has(kind) ? 'marked' : undefined);
    const first = isOwnLine ? lines.length + 1 : lines.length;
    if (name) for (let at = 0; at < Number(count); at += 1) classes.set(first + at, name);
  }
  return { code: lines.join('\n'), classes };
}
