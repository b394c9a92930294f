import type { Field, JsonStep } from './parsed-query.ts';
import type { TextReader } from './text-reader.ts';

const identifierPattern = /[\p{L}\p{N}_ $]+/uy;
const jsonKeyPattern = /[^(\-:.,>)]+/y;
const digits = /-?\d+(?=->|::|[.,)]|$)/y;
const maxPathSteps = 50;

/** `name`, `name-with-dashes`, `"any, thing"`. */
export function readName(reader: TextReader): string {
  return readQuoted(reader) ?? readDashed(reader, identifierPattern, 'field name (* or [a..z0..9_$])');
}

/** A column with a JSON path: `data->list->0->>name`. */
export function readField(reader: TextReader): Field {
  reader.skipBlanks();
  const field = { name: readName(reader), path: readJsonPath(reader) };
  reader.skipBlanks();
  return field;
}

export function readJsonPath(reader: TextReader): JsonStep[] {
  const path: JsonStep[] = [];
  while (reader.peek('->')) {
    const arrow = reader.skip('->>') ? '->>' : '->';
    if (arrow === '->') reader.require('->');
    const index = reader.match(digits);
    path.push(
      index === undefined
        ? {
            arrow,
            key:
              readQuoted(reader) ??
              readDashed(reader, jsonKeyPattern, 'any non reserved character different from: .,>()'),
            isIndex: false,
          }
        : { arrow, key: index, isIndex: true },
    );
    if (path.length > maxPathSteps) reader.fail(`at most ${maxPathSteps} steps into a JSON value`);
  }
  return path;
}

/** Text between double quotes, where a backslash escapes the next character. */
export function readQuoted(reader: TextReader): string | undefined {
  if (!reader.peek('"')) return undefined;
  const { text } = reader;
  let value = '';
  for (let index = reader.at + 1; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      reader.moveTo(index + 1);
      return value;
    }
    if (character === '\\') index += 1;
    value += text[index] ?? '';
  }
  reader.moveTo(text.length);
  return reader.fail('"\\""');
}

/** A type name, which is copied into the statement: letters, digits, blanks, `_` and `$` only. */
export function readIdentifier(reader: TextReader): string {
  return reader.match(identifierPattern)?.trim() || reader.fail('letter, digit or "_ $"');
}

function readDashed(reader: TextReader, part: RegExp, expecting: string): string {
  const parts = [reader.match(part) ?? reader.fail(expecting)];
  while (reader.peek('-') && !reader.peek('->')) {
    reader.require('-');
    parts.push(reader.match(part) ?? reader.fail(expecting));
  }
  return parts.map((each) => each.trim()).join('-');
}
