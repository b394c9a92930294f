/** Finds the custom properties that `theme.css` sets in `:root`, with their places in the text. */

export interface Range {
  from: number;
  to: number;
}

export interface Declaration extends Range {
  name: string;
  /** Without comments and `!important`. */
  value: string;
  /** Where the value is in the text. */
  at: Range;
  isImportant: boolean;
}

/** A `:root { … }` outside of all other rules. */
export interface RootBlock {
  /** Between the braces. */
  inner: Range;
  /** False: the file ends before the block does. */
  isClosed: boolean;
  declarations: Declaration[];
  /** Where the last declaration ends, if it has no semicolon. */
  openEnd?: number;
}

export function readRootBlocks(text: string): RootBlock[] {
  const css = blankOut(text);
  const blocks: RootBlock[] = [];
  let from = 0;
  while (from < css.length) {
    // Only a rule with @ can end without a block.
    const signs = /^\s*@/.test(css.slice(from)) ? '{;' : '{';
    const start = findSign(css, from, signs);
    const end = css[start] === '{' ? findSign(css, start + 1, '}') : start;
    if (css[start] === '{' && isRoot(css.slice(from, start))) blocks.push(readBlock(css, start + 1, end));
    from = end + 1;
  }
  return blocks;
}

/** The declaration that wins. */
export function findDeclaration(blocks: readonly RootBlock[], name: string): Declaration | undefined {
  const all = blocks.flatMap(({ declarations }) => declarations.filter((each) => each.name === name));
  return all.findLast(({ isImportant }) => isImportant) ?? all.at(-1);
}

/** The arguments of `light-dark(…, …)`, relative to the value. Undefined: the value is the same by day and by night. */
export function splitLightDark(value: string): { day: Range; night: Range } | undefined {
  const start = /^light-dark\(/i.exec(value)?.[0].length;
  if (start === undefined || !value.endsWith(')')) return undefined;
  const end = value.length - 1;
  const comma = findSign(value, start, ',)');
  if (value[comma] !== ',' || findSign(value, comma + 1, ',)') !== end) return undefined;
  return { day: trim(value, start, comma), night: trim(value, comma + 1, end) };
}

function isRoot(selectors: string): boolean {
  return selectors.split(',').some((selector) => selector.trim() === ':root');
}

function readBlock(css: string, start: number, end: number): RootBlock {
  const declarations: Declaration[] = [];
  let openEnd: number | undefined;
  let from = start;
  while (from < end) {
    const statement = css.slice(from, end);
    const [head, name = ''] = /^\s*(--[-\w\u0080-\uffff]+)\s*:/.exec(statement) ?? [];
    // A value of a custom property may have braces; anywhere else they begin a rule within the rule.
    const stop = Math.min(end, findSign(css, from, head === undefined ? ';{}' : ';}'));
    if (head !== undefined) declarations.push(readDeclaration(css, { name, from, head, to: stop }));
    const isRule = css[stop] === '{';
    const isBlank = css.slice(from, stop).trim() === '';
    openEnd = stop === end && !isBlank && !isRule ? trim(css, from, stop).to : undefined;
    from = (isRule ? findSign(css, stop + 1, '}') : stop) + 1;
  }
  return {
    inner: { from: start, to: end },
    isClosed: css[end] === '}',
    declarations,
    ...(openEnd !== undefined && { openEnd }),
  };
}

function readDeclaration(
  css: string,
  { name, from, head, to }: Range & { name: string; head: string },
): Declaration {
  const written = trim(css, from + head.length, to);
  const important = /\s*!\s*important$/i.exec(css.slice(written.from, written.to))?.[0] ?? '';
  const at = { from: written.from, to: written.to - important.length };
  return {
    name,
    value: css.slice(at.from, at.to),
    at,
    isImportant: important !== '',
    from: trim(css, from, to).from,
    to: css[to] === ';' ? to + 1 : written.to,
  };
}

/** The text, of the same length, with spaces for comments and the insides of texts and addresses, so that every sign that is left has its meaning. */
export function blankOut(text: string): string {
  return text.replace(
    /(?<=\burl\(\s*)[^"'\s)][^)]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\\[\s\S]/gi,
    (found) => (found.startsWith('/*') ? ' ' : '_').repeat(found.length),
  );
}

const closing: Record<string, string> = { '{': '}', '(': ')', '[': ']' };

/** The first of these signs outside of all brackets; the end of the text if there is none. */
function findSign(css: string, from: number, signs: string): number {
  const open: string[] = [];
  for (let at = from; at < css.length; at += 1) {
    const sign = css.charAt(at);
    if (open.length === 0 && signs.includes(sign)) return at;
    const close = closing[sign];
    if (close !== undefined) open.push(close);
    else if (sign === open.at(-1)) open.pop();
  }
  return css.length;
}

function trim(text: string, from: number, to: number): Range {
  const part = text.slice(from, to);
  const start = from + part.length - part.trimStart().length;
  return { from: start, to: Math.max(start, from + part.trimEnd().length) };
}
