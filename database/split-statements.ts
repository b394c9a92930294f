/** A statement of a SQL file, without its semicolon. */
export interface SqlStatement {
  /** With the comments before it. */
  text: string;
  /** Without the comments before it. */
  body: string;
  /** The line of the file on which the body begins, from 1. */
  line: number;
}

/** Splits a SQL file into statements; comments stay with the statement that follows. */
export function splitStatements(text: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let start = 0;
  let bodyStart = -1;
  let line = 1;
  let countedTo = 0;
  // Semicolons do not end the statement inside parentheses (a rule with several commands), nor inside the body of a function that is
  // written with BEGIN ATOMIC … END.
  let depth = 0;
  let parentheses = 0;
  let previousWord = '';

  const take = (end: number) => {
    if (bodyStart >= 0) {
      for (; countedTo < bodyStart; countedTo += 1) if (text[countedTo] === '\n') line += 1;
      statements.push({ text: text.slice(start, end).trim(), body: text.slice(bodyStart, end).trim(), line });
    }
    start = end + 1;
    bodyStart = -1;
    depth = 0;
    parentheses = 0;
  };

  for (let at = 0; at < text.length; ) {
    const { kind, end } = readToken(text, at);
    if (kind !== 'space' && kind !== ';' && bodyStart < 0) bodyStart = at;
    if (kind === ';' && depth === 0 && parentheses === 0) take(at);
    else if (kind === 'other' && text[at] === '(') parentheses += 1;
    else if (kind === 'other' && text[at] === ')') parentheses = Math.max(0, parentheses - 1);
    else if (kind === 'word') {
      const word = text.slice(at, end).toLowerCase();
      if (word === 'atomic' && previousWord === 'begin') depth = 1;
      else if (word === 'case' && depth > 0) depth += 1;
      else if (word === 'end' && depth > 0) depth -= 1;
      previousWord = word;
    }
    at = end;
  }
  take(text.length);
  return statements;
}

type Token = { kind: 'space' | 'word' | 'quoted' | ';' | 'other'; end: number };

function readToken(text: string, at: number): Token {
  const rest = text.slice(at, at + 2);
  const first = text.charAt(at);
  if (rest === '--') return { kind: 'space', end: indexAfter(text, '\n', at) };
  // pg_dump writes this command of psql around a dump.
  if (first === '\\' && matchAt(/\\(?:un)?restrict\s/y, text, at))
    return { kind: 'space', end: indexAfter(text, '\n', at) };
  if (rest === '/*') return { kind: 'space', end: endOfComment(text, at) };
  if (first === ';') return { kind: ';', end: at + 1 };
  if (/\s/.test(first)) return { kind: 'space', end: at + 1 };
  if (first === "'") return { kind: 'quoted', end: endOfString(text, at, false) };
  if (first === '"') return { kind: 'quoted', end: indexAfter(text, '"', at + 1) };
  if (/^e'$/i.test(rest)) return { kind: 'quoted', end: endOfString(text, at + 1, true) };
  const tag =
    first === '$' ? matchAt(/\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/iy, text, at) : undefined;
  if (tag) return { kind: 'quoted', end: indexAfter(text, tag, at + tag.length) };
  const word = matchAt(/[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy, text, at);
  return word ? { kind: 'word', end: at + word.length } : { kind: 'other', end: at + 1 };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function indexAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function endOfString(text: string, quote: number, hasBackslashes: boolean): number {
  for (let at = quote + 1; at < text.length; at += 1) {
    if (hasBackslashes && text[at] === '\\') at += 1;
    else if (text[at] === "'") {
      if (text[at + 1] !== "'") return at + 1;
      at += 1;
    }
  }
  return text.length;
}

/** Comments nest in SQL. */
function endOfComment(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const pair = text.slice(at, at + 2);
    if (pair === '/*') depth += 1;
    else if (pair === '*/') depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
