import { readIdentifier, readQuoted } from './parse-field.ts';
import type { IsValue, Quantifier, Test, Value } from './parsed-query.ts';
import { createTextReader, type TextReader } from './text-reader.ts';

/** The operators of the URL and their SQL. Those in the first list may be followed by `(any)` or `(all)`. */
const quantifiable: Record<string, string> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
};
const simple: Record<string, string> = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};
const searches: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};
const isValues: IsValue[] = ['null', 'not_null', 'true', 'false', 'unknown'];
const operator = /[a-z]+/y;
const expecting = '"not" or operator (eq, gt, ...)';

export interface Operation {
  isNegated: boolean;
  test: Test;
}

/** Reads a value up to the end of its parameter, or inside brackets up to the next comma. */
export type ReadValue = (reader: TextReader) => Value;

/** `eq.5`, `not.in.(1,2)`, `like(any).{a*,b*}`, `fts(english).cat`. */
export function readOperation(reader: TextReader, readValue: ReadValue): Operation {
  const isNegated = reader.skip('not.');
  const start = reader.at;
  const name = reader.match(operator) ?? '';
  const stepBack = (): never => {
    reader.moveTo(start);
    return reader.fail(expecting);
  };
  if (name === 'in' && reader.skip('.'))
    return { isNegated, test: { kind: 'in', list: readListValue(reader, readValue) } };
  if (name === 'is' && reader.skip('.'))
    return { isNegated, test: { kind: 'is', value: readIsValue(reader) } };
  if (name === 'isdistinct' && reader.skip('.'))
    return { isNegated, test: { kind: 'distinct', value: readValue(reader) } };
  const search = Object.hasOwn(searches, name) ? searches[name] : undefined;
  if (search !== undefined) {
    const language = reader.skip('(') ? readIdentifier(reader) : undefined;
    if (language !== undefined && !reader.skip(')')) stepBack();
    if (!reader.skip('.')) stepBack();
    return { isNegated, test: { kind: 'search', operator: search, language, value: readValue(reader) } };
  }
  const quantified = Object.hasOwn(quantifiable, name) ? quantifiable[name] : undefined;
  if (quantified !== undefined) {
    const quantifier = readQuantifier(reader);
    if (!reader.skip('.')) stepBack();
    return {
      isNegated,
      test: { kind: 'compare', operator: quantified, quantifier, value: readValue(reader) },
    };
  }
  const plain = Object.hasOwn(simple, name) ? simple[name] : undefined;
  if (plain === undefined || !reader.skip('.')) return stepBack();
  return { isNegated, test: { kind: 'compare', operator: plain, value: readValue(reader) } };
}

function readQuantifier(reader: TextReader): Quantifier | undefined {
  if (reader.skip('(any)')) return 'any';
  return reader.skip('(all)') ? 'all' : undefined;
}

function readIsValue(reader: TextReader): IsValue {
  const start = reader.at;
  const word = (reader.match(/[a-z_]+/iy) ?? '').toLowerCase();
  const found = isValues.find((value) => value === word);
  if (found !== undefined) return found;
  reader.moveTo(start);
  return reader.fail('isVal: (null, not_null, true, false, unknown)');
}

/** Reads the list with its brackets. Inside a logic tree it ends at its own bracket, not at the first comma. */
function readListValue(reader: TextReader, readValue: ReadValue): Value {
  const start = reader.at;
  readList(reader);
  const end = reader.at;
  reader.moveTo(start);
  if (end === reader.text.length) return readValue(reader);
  reader.moveTo(end);
  return { text: reader.text.slice(start, end) };
}

/** The members of `("a,b",c)`. */
export function parseList(text: string): string[] {
  return readList(createTextReader('filter', text));
}

function readList(reader: TextReader): string[] {
  reader.skipBlanks();
  reader.require('(');
  reader.skipBlanks();
  const members: string[] = [];
  do members.push(readMember(reader));
  while (reader.skip(','));
  reader.require(')');
  reader.skipBlanks();
  return members;
}

const untilCommaOrBracket = /[^,)]+/y;

/** A quoted value counts as one only when a comma or the end follows; otherwise the quotes are part of it. */
export function readMember(reader: TextReader): string {
  const start = reader.at;
  if (reader.peek('"')) {
    const quoted = tryQuoted(reader);
    if (quoted !== undefined && (reader.isAtEnd() || reader.peek(',') || reader.peek(')'))) return quoted;
    reader.moveTo(start);
  }
  return reader.match(untilCommaOrBracket) ?? '';
}

function tryQuoted(reader: TextReader): string | undefined {
  return /"(?:[^"\\]|\\.)*"/sy.test(reader.rest()) ? readQuoted(reader) : undefined;
}
