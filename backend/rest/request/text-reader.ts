import { queryError } from '../rest-error.ts';

/** Reads a text from left to right. Its errors have PostgREST's format. */
export interface TextReader {
  readonly text: string;
  readonly at: number;
  isAtEnd(): boolean;
  peek(expected: string): boolean;
  /** Consumes exactly this text and returns true, or stays. */
  skip(expected: string): boolean;
  require(expected: string): void;
  /** Consumes the longest match here; the expression must be sticky. */
  match(pattern: RegExp): string | undefined;
  skipBlanks(): void;
  moveTo(position: number): void;
  /** Consumes the rest. */
  rest(): string;
  fail(expecting: string): never;
}

/** `what` names the parameter in errors, for instance `select parameter`. */
export function createTextReader(what: string, text: string, shown = text): TextReader {
  let at = 0;
  const reader: TextReader = {
    text,
    get at() {
      return at;
    },
    isAtEnd: () => at >= text.length,
    peek: (expected) => text.startsWith(expected, at),
    skip(expected) {
      if (!text.startsWith(expected, at)) return false;
      at += expected.length;
      return true;
    },
    require(expected) {
      if (!reader.skip(expected)) reader.fail(`"${expected}"`);
    },
    match(pattern) {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.[0];
      if (found === undefined || found === '') return undefined;
      at += found.length;
      return found;
    },
    skipBlanks() {
      while (text[at] === ' ' || text[at] === '\t') at += 1;
    },
    moveTo(position) {
      at = position;
    },
    rest: () => text.slice(at),
    fail(expecting) {
      const found =
        at >= text.length ? 'end of input' : JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0));
      throw queryError(
        `"failed to parse ${what} (${shown})" (line 1, column ${at + 1})`,
        `unexpected ${found} expecting ${expecting}`,
      );
    },
  };
  return reader;
}
