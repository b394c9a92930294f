import { readField, readName } from './parse-field.ts';
import type { OrderTerm } from './parsed-query.ts';
import { createTextReader, type TextReader } from './text-reader.ts';

const maxTerms = 50;

/** `created_at.desc.nullslast,author(name).asc`. */
export function parseOrder(text: string): OrderTerm[] {
  const reader = createTextReader('order', text);
  const terms: OrderTerm[] = [];
  do {
    if (terms.length >= maxTerms) reader.fail(`at most ${maxTerms} terms`);
    terms.push(readTerm(reader));
  } while (reader.skip(','));
  if (!reader.isAtEnd()) reader.fail('"," or end of input');
  return terms;
}

function readTerm(reader: TextReader): OrderTerm {
  reader.skipBlanks();
  const start = reader.at;
  const name = readName(reader);
  const relation = reader.skip('(') ? name : undefined;
  if (relation === undefined) reader.moveTo(start);
  const field = readField(reader);
  if (relation !== undefined) reader.require(')');
  const direction = readSuffix(reader, { asc: 'asc', desc: 'desc' } as const);
  const nulls = readSuffix(reader, { nullsfirst: 'first', nullslast: 'last' } as const);
  reader.skipBlanks();
  if (reader.peek('.')) {
    reader.require('.');
    reader.fail(
      direction === undefined ? '"asc", "desc", "nullsfirst" or "nullslast"' : '"nullsfirst" or "nullslast"',
    );
  }
  return { relation, field, direction, nulls };
}

function readSuffix<Meaning extends string>(
  reader: TextReader,
  words: Record<string, Meaning>,
): Meaning | undefined {
  for (const [word, meaning] of Object.entries(words)) {
    const after = reader.text[reader.at + 1 + word.length];
    if (reader.peek(`.${word}`) && (after === undefined || /[,. \t]/.test(after))) {
      reader.require(`.${word}`);
      return meaning;
    }
  }
  return undefined;
}
