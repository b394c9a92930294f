/** One element of a pattern: a literal character or a wildcard. */
interface Token {
  /** Absent for a wildcard. */
  character?: string;
  source: string;
}

const anything: Token = { source: '.*' };
const withinSegment: Token = { source: '[^./]*' };
const oneCharacter: Token = { source: '[^./]' };

/**
 * The patterns of `additional_redirect_urls`: `*` stays within a segment (between `.` and `/`), `**` crosses segments, `?` is one
 * character, `[ab]` and `[!ab]` are character classes, `{a,b}` are alternatives, and a backslash escapes the next character.
 * Scheme, host, port and path with its query are matched separately, so that a wildcard in the host cannot match beyond it. Where
 * a pattern ends in `**`, the parts after it match anything: `https://**` is every page of every host.
 */
export function compileUrlPattern(pattern: string): (url: URL) => boolean {
  const matchers = parseExpansions(pattern).map(compileExpansion);
  return (url) => matchers.some((matches) => matches(url));
}

function compileExpansion(tokens: Token[]): (url: URL) => boolean {
  const { scheme, host, port, path } = splitComponents(tokens);
  const schemeIs = compile(scheme, 'i');
  const hostIs = compile(host, 'i');
  const portIs = compile(port);
  const namesPort = port?.length !== 0;
  const pathIs = compile(path?.map(encodeLiteral));
  return (url) =>
    schemeIs(url.protocol.slice(0, -1)) &&
    hostIs(url.hostname) &&
    portIs(namesPort ? writtenPort(url) : url.port) &&
    pathIs(url.pathname + url.search);
}

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** A URL omits the default port of its scheme; a pattern may name it. */
function writtenPort({ port, protocol }: URL): string {
  return port || (defaultPorts[protocol] ?? '');
}

/** Undefined: this part matches anything, because the pattern ended in `**` before it. */
type Component = Token[] | undefined;

function splitComponents(tokens: Token[]): Record<'scheme' | 'host' | 'port' | 'path', Component> {
  const [scheme, rest] = splitAt(tokens, find(tokens, ':'));
  if (rest === undefined) return { scheme, ...endingWith(scheme) };
  const hasHost = rest[0]?.character === '/' && rest[1]?.character === '/';
  if (!hasHost) return { scheme, host: [], port: [], path: rest };
  const authorityEnd = find(rest, '/', 2);
  const authority = rest.slice(2, authorityEnd === -1 ? undefined : authorityEnd);
  const [host, port] = splitAt(
    authority,
    authority.findLastIndex(({ character }) => character === ':'),
  );
  if (authorityEnd !== -1) return { scheme, host, port: port ?? [], path: rest.slice(authorityEnd) };
  const after = endingWith(authority);
  return { scheme, host, port: port ?? after.port, path: after.path };
}

/** The parts after the last one that a pattern names: unrestricted or empty. Browsers write an empty path as `/`. */
function endingWith(tokens: Token[]): Record<'host' | 'port' | 'path', Component> {
  if (tokens.at(-1) === anything) return { host: undefined, port: undefined, path: undefined };
  return { host: [], port: [], path: [{ source: '/?' }] };
}

function find(tokens: Token[], wanted: string, from = 0): number {
  return tokens.findIndex(({ character }, index) => index >= from && character === wanted);
}

function splitAt(tokens: Token[], index: number): [Token[], Token[] | undefined] {
  return index === -1 ? [tokens, undefined] : [tokens.slice(0, index), tokens.slice(index + 1)];
}

function compile(component: Component, flags = ''): (text: string) => boolean {
  if (component === undefined) return () => true;
  const expression = new RegExp(`^${component.map(({ source }) => source).join('')}$`, `s${flags}`);
  return (text) => expression.test(text);
}

/** Paths are compared as browsers send them. */
function encodeLiteral(token: Token): Token {
  const { character } = token;
  return character !== undefined && /[^!-~]|["<>`{}]/.test(character)
    ? { source: literal(encodeURIComponent(character)) }
    : token;
}

/** Each expansion of the alternatives of a pattern, which may cross its parts: `{https://a,myapp://b}/in`. */
function parseExpansions(pattern: string): Token[][] {
  const characters = [...pattern.toWellFormed()];
  let index = 0;

  function readSequence(isInside: boolean): Token[][] {
    let expansions: Token[][] = [[]];
    while (index < characters.length) {
      const character = characters[index] ?? '';
      if (isInside && (character === ',' || character === '}')) break;
      index += 1;
      const next = character === '{' ? readAlternatives() : [[readToken(character)]];
      expansions = expansions.flatMap((before) => next.map((after) => [...before, ...after]));
    }
    return expansions;
  }

  function readAlternatives(): Token[][] {
    const all: Token[][] = [];
    do {
      all.push(...readSequence(true));
      index += 1;
    } while (characters[index - 1] === ',');
    return all;
  }

  function readToken(character: string): Token {
    if (character === '*') {
      if (characters[index] !== '*') return withinSegment;
      while (characters[index] === '*') index += 1;
      return anything;
    }
    if (character === '?') return oneCharacter;
    if (character === '[') return readChoice();
    if (character === '\\' && index < characters.length) {
      index += 1;
      return toLiteral(characters[index - 1] ?? '');
    }
    return toLiteral(character);
  }

  function readChoice(): Token {
    const end = characters.indexOf(']', index);
    const inside = end === -1 ? '' : characters.slice(index, end).join('');
    const negated = inside.startsWith('!');
    const members = (negated ? inside.slice(1) : inside).replace(/[\\\]^]/g, '\\$&');
    if (members === '') return toLiteral('[');
    index = end + 1;
    return { source: `[${negated ? '^' : ''}${members}]` };
  }

  return readSequence(false);
}

function toLiteral(character: string): Token {
  return { character, source: literal(character) };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
