import { countWords } from './count-words.ts';
import type { ParseContext } from './parse-context.ts';
import type { TreeAttributes, TreeNode } from './tree.ts';

/** The text after the opening fence: ```` ```ts [file.ts] {2,4-6} ````, or `title="file.ts"`. */
export interface FenceInfo {
  language: string;
  title?: string;
  marked: Set<number>;
}

type CodeContext = Pick<ParseContext, 'tree' | 'count' | 'tools' | 'warn'>;

const MAX_MARKED = 10_000;

/** Shared by every line of every block: the attributes of a finished tree never change. */
const LINE: TreeAttributes = Object.freeze({ class: 'line' });
const MARKED_LINE: TreeAttributes = Object.freeze({ class: 'line marked' });
const ADDED_LINE: TreeAttributes = Object.freeze({ class: 'line added' });
const REMOVED_LINE: TreeAttributes = Object.freeze({ class: 'line removed' });
const LINES: Record<string, TreeAttributes> = {
  marked: MARKED_LINE,
  added: ADDED_LINE,
  removed: REMOVED_LINE,
};

export function parseFenceInfo(info: string): FenceInfo {
  const [, name = '', rest = ''] = /^\s*([^\s{[]*)(.*)$/s.exec(info) ?? [];
  // VitePress: `ts:line-numbers=2`.
  const language = name.replace(/:(?:no-)?line-numbers.*$/, '');
  if (rest === '') return { language, marked: new Set() };
  const title = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(rest) ?? /\[([^\]]+)\]/.exec(rest);
  const file = title?.slice(1).find((part) => part !== undefined);
  const marked = new Set<number>();
  for (const range of (/\{([\d,\s-]+)\}/.exec(rest)?.[1] ?? '').split(',')) {
    const [, from, to] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(range) ?? [];
    if (!from) continue;
    for (let line = Number(from); line <= Number(to ?? from) && marked.size < MAX_MARKED; line += 1)
      marked.add(line);
  }
  return { language, ...(file && { title: file }), marked };
}

/**
 * Adds a block of code: one `span` a line, which ends with its line break, so that the text of the block is the code.
 * Classes: `line`, `line marked`, `line added`, `line removed`, and inside `hl-keyword`, `hl-string` and so on.
 */
export function addCodeBlock(context: CodeContext, source: string, info: FenceInfo): void {
  const { code, classes } = readLineMarks(source.replace(/\n+$/, ''));
  const { language, title, marked } = info;
  context.count.code += countWords(code);
  const lines = (language && highlight(context, code, language)) || toPlainLines(code);
  const attributes: TreeAttributes = { ...(language && { lang: language }), ...(title && { file: title }) };
  const classOf = (line: number) => LINES[classes.get(line) ?? (marked.has(line) ? 'marked' : '')] ?? LINE;
  context.tree.add([
    'CodeBlock',
    Object.keys(attributes).length > 0 ? attributes : 0,
    ...lines.map((line, index): TreeNode => ['span', classOf(index + 1), ...line]),
  ]);
}

/** The code of a block without the marks that VitePress puts into comments: `// [!code highlight]`, `# [!code --]`. */
interface MarkedCode {
  code: string;
  /** The class of a line, by its number from 1. */
  classes: Map<number, string>;
}

const LINE_MARK =
  /[ \t]*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)?[ \t]*\[!code ([^\]\n]+)\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;
const CHANGE_CLASSES: Record<string, string> = { '++': 'added', '--': 'removed' };
const HIGHLIGHTS = new Set(['highlight', 'hl', 'focus', 'warning', 'error']);

function readLineMarks(code: string): MarkedCode {
  const classes = new Map<number, string>();
  if (!code.includes('[!code ')) return { code, classes };
  const lines: string[] = [];
  for (const line of code.split('\n')) {
    const match = LINE_MARK.exec(line);
    const rest = match ? line.slice(0, match.index) : line;
    // A comment on a line of its own is about the lines below it.
    const isOwnLine = match !== null && rest.trim() === '';
    if (!isOwnLine) lines.push(rest);
    const [, kind = '', count = '1'] = /^([a-z+-]+)(?::(\d{1,4}))?/.exec(match?.[1] ?? '') ?? [];
    const name = CHANGE_CLASSES[kind] ?? (HIGHLIGHTS.has(kind) ? 'marked' : undefined);
    const first = isOwnLine ? lines.length + 1 : lines.length;
    if (name) for (let at = 0; at < Number(count); at += 1) classes.set(first + at, name);
  }
  return { code: lines.join('\n'), classes };
}

/** A block that cannot be highlighted is shown without colors. */
function highlight({ tools, warn }: CodeContext, code: string, language: string): TreeNode[][] | undefined {
  try {
    return tools.highlight?.(code, language);
  } catch (error) {
    warn(`The code is shown without colors: ${language} cannot be highlighted (${(error as Error).message})`);
    return undefined;
  }
}

function toPlainLines(code: string): TreeNode[][] {
  const lines = code.split('\n');
  return lines.map((line, index) => (index < lines.length - 1 ? [`${line}\n`] : line === '' ? [] : [line]));
}
