import { asPlainText, type EscapeValue, escaperFor } from './escape-value.ts';
import { type Expression, evaluate, isTruthy, parseExpression } from './go-expression.ts';
import { advance, type HtmlContext } from './html-context.ts';

/**
 * The subset of Go's templates that Supabase's mail templates use: values, if, else, with, range. A template is data: it can call
 * only the few functions of go-expression.ts and read only its variables.
 */
export type Template = (variables: object) => string;

type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'value'; value: Expression; escapeValue: EscapeValue }
  | {
      kind: 'block';
      keyword: 'if' | 'with' | 'range';
      value: Expression;
      then: Piece[];
      elsePieces: Piece[];
    };

/** The maximum length of one value and of one list, so that a display name cannot carry a long text. */
const maxValueLength = 4000;
const maxItems = 100;

/** For subjects, text parts and text messages: values are not escaped. */
export function compileTextTemplate(source: string): Template {
  return compile(source, undefined);
}

/** For HTML parts: each value is escaped for its HTML context. */
export function compileHtmlTemplate(source: string): Template {
  return compile(source, { in: 'text' });
}

function compile(source: string, context: HtmlContext | undefined): Template {
  const reader = { parts: readParts(source), context };
  const pieces = parsePieces(reader, undefined);
  return (variables) => render(pieces, { dot: variables, root: variables });
}

type Part = { text: string } | { action: string; line: number };

interface Reader {
  parts: Part[];
  context: HtmlContext | undefined;
}

/** Splits at `{{ … }}`; `{{-` and `-}}` trim the white space on their side; comments are dropped. */
function readParts(source: string): Part[] {
  const parts: Part[] = [];
  const action =
    /(\s*\{\{-(?=\s)|\{\{)((?:"(?:[^"\\]|\\.)*"|`[^`]*`|\/\*[\s\S]*?\*\/|(?!\}\})[^"`])*?)(\s-\}\}\s*|\}\})/g;
  let end = 0;
  for (const found of source.matchAll(action)) {
    parts.push({ text: source.slice(end, found.index) });
    end = found.index + found[0].length;
    const content = (found[2] ?? '').trim();
    const line = source.slice(0, found.index).split('\n').length;
    if (!/^\/\*[\s\S]*\*\/$/.test(content)) parts.push({ action: content, line });
  }
  const tail = source.slice(end);
  if (tail.includes('{{')) {
    const line = source.slice(0, end + tail.indexOf('{{')).split('\n').length;
    throw new SyntaxError(`line ${line}: {{ is not closed by }}`);
  }
  parts.push({ text: tail });
  return parts;
}

/** Parses up to the end of the template or of the open block. */
function parsePieces(reader: Reader, open: string | undefined): Piece[] {
  const pieces: Piece[] = [];
  for (let part = reader.parts[0]; part !== undefined; part = reader.parts[0]) {
    if ('text' in part) {
      reader.parts.shift();
      if (reader.context !== undefined) reader.context = advance(reader.context, part.text);
      pieces.push({ kind: 'text', text: part.text });
      continue;
    }
    if (/^(else|end)\b/.test(part.action)) {
      if (open === undefined) throw new SyntaxError(`line ${part.line}: {{ ${part.action} }} closes nothing`);
      return pieces;
    }
    reader.parts.shift();
    pieces.push(atLine(part.line, () => parseAction(reader, part.action)));
  }
  if (open !== undefined) throw new SyntaxError(`{{ ${open} }} is not closed by {{ end }}`);
  return pieces;
}

function parseAction(reader: Reader, action: string): Piece {
  const [, keyword, condition = ''] = /^(if|with|range)\s+([\s\S]+)$/.exec(action) ?? [];
  if (keyword === 'if' || keyword === 'with' || keyword === 'range')
    return parseBlock(reader, keyword, condition);
  const value = parseExpression(action);
  const { context } = reader;
  if (context === undefined) return { kind: 'value', value, escapeValue: asPlainText };
  const escapeValue = escaperFor(context);
  // After a value the attribute is no longer empty, whatever the value is.
  if (context.in === 'attribute' && context.before === '') reader.context = { ...context, before: '\0' };
  return { kind: 'value', value, escapeValue };
}

function parseBlock(reader: Reader, keyword: 'if' | 'with' | 'range', condition: string): Piece {
  const value = parseExpression(condition);
  const start = reader.context;
  const then = parsePieces(reader, `${keyword} ${condition}`);
  const end = reader.context;
  reader.context = start;
  const elsePieces = parseElse(reader, `${keyword} ${condition}`);
  if (end?.in !== reader.context?.in) {
    throw new SyntaxError('both branches of a block must end in the same HTML context');
  }
  return { kind: 'block', keyword, value, then, elsePieces };
}

function parseElse(reader: Reader, open: string): Piece[] {
  const part = reader.parts.shift();
  if (part === undefined || 'text' in part || part.action === 'end') return [];
  const [, condition] = /^else\s+if\s+([\s\S]+)$/.exec(part.action) ?? [];
  if (condition !== undefined) return [parseBlock(reader, 'if', condition)];
  if (part.action !== 'else') throw new SyntaxError(`"${part.action}" is not understood`);
  const pieces = parsePieces(reader, open);
  const end = reader.parts.shift();
  if (end === undefined || 'text' in end || end.action !== 'end')
    throw new SyntaxError(`{{ ${open} }} has two {{ else }}`);
  return pieces;
}

function atLine<Result>(line: number, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof SyntaxError && !error.message.startsWith('line ')) {
      throw new SyntaxError(`line ${line}: ${error.message}`);
    }
    throw error;
  }
}

function render(pieces: Piece[], scope: { dot: unknown; root: unknown }): string {
  return pieces.map((piece) => renderPiece(piece, scope)).join('');
}

function renderPiece(piece: Piece, scope: { dot: unknown; root: unknown }): string {
  if (piece.kind === 'text') return piece.text;
  const value = evaluate(piece.value, scope);
  if (piece.kind === 'value') return piece.escapeValue(toText(value));
  if (!isTruthy(value)) return render(piece.elsePieces, scope);
  if (piece.keyword === 'if') return render(piece.then, scope);
  if (piece.keyword === 'with') return render(piece.then, { ...scope, dot: value });
  const items = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return items
    .slice(0, maxItems)
    .map((item) => render(piece.then, { ...scope, dot: item }))
    .join('');
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.slice(0, maxValueLength).toWellFormed();
}
