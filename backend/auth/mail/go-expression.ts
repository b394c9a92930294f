/** The expressions of Go templates that mail templates use: `.Data.name`, `eq .Data.language "es"`, `and .Email (not .Phone)`. */
export type Expression =
  | { kind: 'path'; from: 'dot' | 'root'; names: string[] }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'call'; name: keyof typeof functions; inputs: Expression[] };

export interface Scope {
  /** The value of `.`: all variables, or the current item of a range. */
  dot: unknown;
  /** The value of `$`: all variables. */
  root: unknown;
}

const functions = {
  eq: ([first, ...others]: unknown[]) => others.some((other) => other === first),
  ne: ([first, other]: unknown[]) => first !== other,
  and: (inputs: unknown[]) => inputs.find((input) => !isTruthy(input)) ?? inputs.at(-1),
  or: (inputs: unknown[]) => inputs.find(isTruthy) ?? inputs.at(-1),
  not: ([input]: unknown[]) => !isTruthy(input),
  len: ([input]: unknown[]) => sizeOf(input) ?? 0,
  index: ([input, ...keys]: unknown[]) => keys.reduce(readMember, input),
};

const token =
  /\s*(?:(\(|\))|"((?:[^"\\]|\\.)*)"|`([^`]*)`|(-?\d+(?:\.\d+)?)|(\$?(?:\.[\p{L}_][\p{L}\d_]*)+|\$|\.)|([\p{L}_]\w*)|(\S))/uy;

export function parseExpression(source: string): Expression {
  const lexemes = readLexemes(source);
  const expression = parseCall(lexemes, source);
  if (lexemes.length > 0) throw new SyntaxError(`"${source}" has text after its end`);
  return expression;
}

type Lexeme = Expression | '(' | ')' | { kind: 'name'; name: string };

function readLexemes(source: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  const text = source.trim();
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const [, bracket, quoted, raw, number, path, name, stray] = token.exec(text) ?? [];
    if (bracket === '(' || bracket === ')') lexemes.push(bracket);
    else if (quoted !== undefined) lexemes.push({ kind: 'literal', value: quoted.replace(/\\(.)/g, '$1') });
    else if (raw !== undefined) lexemes.push({ kind: 'literal', value: raw });
    else if (number !== undefined) lexemes.push({ kind: 'literal', value: Number(number) });
    else if (path !== undefined) lexemes.push(toPath(path));
    else if (name === 'true' || name === 'false') lexemes.push({ kind: 'literal', value: name === 'true' });
    else if (name !== undefined) lexemes.push({ kind: 'name', name });
    else throw new SyntaxError(`"${stray ?? ''}" cannot be used in "${source}"`);
  }
  return lexemes;
}

function toPath(path: string): Expression {
  const names = path
    .replace(/^\$/, '')
    .split('.')
    .filter((name) => name !== '');
  return { kind: 'path', from: path.startsWith('$') ? 'root' : 'dot', names };
}

/** A value, or a function with its arguments up to the end or the closing bracket. */
function parseCall(lexemes: Lexeme[], source: string): Expression {
  const lexeme = lexemes.shift();
  if (lexeme === undefined || lexeme === ')') throw new SyntaxError(`"${source}" lacks a value`);
  if (lexeme === '(') return parseBracket(lexemes, source);
  if (lexeme.kind !== 'name') return lexeme;
  if (!isFunction(lexeme.name)) {
    throw new SyntaxError(
      `there is no function "${lexeme.name}"; there are ${Object.keys(functions).join(', ')}`,
    );
  }
  const inputs: Expression[] = [];
  while (lexemes.length > 0 && lexemes[0] !== ')') inputs.push(parseInput(lexemes, source));
  if (inputs.length === 0) throw new SyntaxError(`"${lexeme.name}" needs an argument`);
  return { kind: 'call', name: lexeme.name, inputs };
}

function parseInput(lexemes: Lexeme[], source: string): Expression {
  const lexeme = lexemes.shift();
  if (lexeme === '(') return parseBracket(lexemes, source);
  if (lexeme === undefined || lexeme === ')') throw new SyntaxError(`"${source}" lacks a value`);
  if (lexeme.kind === 'name') throw new SyntaxError(`put brackets around "${lexeme.name} …" in "${source}"`);
  return lexeme;
}

function parseBracket(lexemes: Lexeme[], source: string): Expression {
  const inner = parseCall(lexemes, source);
  if (lexemes.shift() !== ')') throw new SyntaxError(`a bracket is not closed in "${source}"`);
  return inner;
}

function isFunction(name: string): name is keyof typeof functions {
  return Object.hasOwn(functions, name);
}

export function evaluate(expression: Expression, scope: Scope): unknown {
  if (expression.kind === 'literal') return expression.value;
  if (expression.kind === 'path') return expression.names.reduce(readMember, scope[expression.from]);
  return functions[expression.name](expression.inputs.map((input) => evaluate(input, scope)));
}

/** Only own members of the data: never a method, a length or anything inherited. */
function readMember(holder: unknown, name: unknown): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  if (Array.isArray(holder)) return typeof name === 'number' ? holder[name] : undefined;
  if (typeof name !== 'string' || !Object.hasOwn(holder, name)) return undefined;
  return Reflect.get(holder, name);
}

/** As in Go: false, 0, nothing and empty values are not truthy. */
export function isTruthy(value: unknown): boolean {
  return (sizeOf(value) ?? value) !== 0 && Boolean(value);
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}
