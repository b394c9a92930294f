/** Splits a SQL file into statements, without the semicolons; comments stay with the statement that follows. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  // Semicolons inside the body of a function written with BEGIN ATOMIC … END do not end the statement.
  let depth = 0;
  let previousWord = '';
  let hasContent = false;

  const take = (end: number) => {
    if (hasContent) statements.push(text.slice(start, end).trim());
    start = end + 1;
    depth = 0;
    hasContent = false;
  };

  for (let at = 0; at < text.length; ) {
    const { kind, end } = readToken(text, at);
    if (kind === ';' && depth === 0) take(at);
    else if (kind === 'word') {
      const word = text.slice(at, end).toLowerCase();
      if (word === 'atomic' && previousWord === 'begin') depth = 1;
      else if (word === 'case' && depth > 0) depth += 1;
      else if (word === 'end' && depth > 0) depth -= 1;
      previousWord = word;
    }
    if (kind !== 'space' && kind !== ';') hasContent = true;
    at = end;
  }
  take(text.length);
  return statements;
}

/** The first statement that begins or ends a transaction, if any. */
export function findTransactionControl(statements: string[]): string | undefined {
  const pattern = /^(begin|start\s+transaction|commit|end|rollback|abort)(\s+(work|transaction))?\s*$/i;
  return statements.map(withoutLeadingComments).find((statement) => pattern.test(statement));
}

function withoutLeadingComments(statement: string): string {
  let at = 0;
  while (at < statement.length) {
    const token = readToken(statement, at);
    if (token.kind !== 'space') break;
    at = token.end;
  }
  return statement.slice(at);
}

type Token = { kind: 'space' | 'word' | 'quoted' | ';' | 'other'; end: number };

function readToken(text: string, at: number): Token {
  const rest = text.slice(at, at + 2);
  if (rest === '--') return { kind: 'space', end: indexAfter(text, '\n', at) };
  if (rest === '/*') return { kind: 'space', end: endOfComment(text, at) };
  const first = text.charAt(at);
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
