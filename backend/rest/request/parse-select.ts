import { readField, readIdentifier, readName } from './parse-field.ts';
import { aggregates, type SelectEmbed, type SelectField, type SelectItem } from './parsed-query.ts';
import { createTextReader, type TextReader } from './text-reader.ts';

const maxDepth = 20;
const maxItems = 500;

/** Parses `id,title,author:profiles!inner(name),...details(*)`: the fields of the table and of embedded resources. */
export function parseSelect(text: string): SelectItem[] {
  const reader = createTextReader('select parameter', text);
  if (text === '') return [];
  const count = { items: 0 };
  const items = readItems(reader, 1, count);
  if (!reader.isAtEnd()) reader.fail('"," or end of input');
  return items;
}

function readItems(reader: TextReader, depth: number, count: { items: number }): SelectItem[] {
  const items: SelectItem[] = [];
  do {
    count.items += 1;
    if (count.items > maxItems) reader.fail(`at most ${maxItems} items`);
    reader.skipBlanks();
    items.push(readEmbed(reader, depth, count) ?? readSelectField(reader));
    reader.skipBlanks();
  } while (reader.skip(','));
  return items;
}

/** An embedded resource is recognized by its bracket; without one the reader steps back. */
function readEmbed(reader: TextReader, depth: number, count: { items: number }): SelectEmbed | undefined {
  const start = reader.at;
  const isSpread = reader.skip('...');
  const head = isSpread ? { alias: undefined, target: readName(reader) } : tryHead(reader);
  if (head === undefined || (!isSpread && head.target === 'count')) {
    reader.moveTo(start);
    return undefined;
  }
  const params = readEmbedParams(reader);
  if (!reader.peek('(')) {
    if (isSpread) reader.fail('"("');
    reader.moveTo(start);
    return undefined;
  }
  if (depth >= maxDepth) reader.fail(`at most ${maxDepth} levels of embedding`);
  reader.require('(');
  reader.skipBlanks();
  const items = reader.peek(')') ? [] : readItems(reader, depth + 1, count);
  reader.require(')');
  return { kind: 'embed', ...head, ...params, isSpread, items };
}

function tryHead(reader: TextReader): { alias: string | undefined; target: string } | undefined {
  if (!/["\p{L}\p{N}_ $]/u.test(reader.text[reader.at] ?? '')) return undefined;
  const name = readName(reader);
  if (!reader.peek(':') || reader.peek('::')) return { alias: undefined, target: name };
  reader.require(':');
  if (!/["\p{L}\p{N}_ $]/u.test(reader.text[reader.at] ?? '')) return undefined;
  return { alias: name, target: readName(reader) };
}

/** `!inner`, `!left` and `!hint`, in any order, at most two of them. */
function readEmbedParams(reader: TextReader): Pick<SelectEmbed, 'hint' | 'join'> {
  const params: Pick<SelectEmbed, 'hint' | 'join'> = {};
  for (let count = 0; count < 2 && reader.skip('!'); count += 1) {
    const name = readName(reader);
    if (name === 'inner' || name === 'left') params.join ??= name;
    else params.hint ??= name;
  }
  return params;
}

function readSelectField(reader: TextReader): SelectField {
  if (reader.skip('*')) return endField(reader, { kind: 'field', field: { name: '*', path: [] } });
  const start = reader.at;
  let alias: string | undefined;
  if (!reader.peek('count()')) {
    const name = readName(reader);
    if (reader.peek(':') && !reader.peek('::')) {
      reader.require(':');
      alias = name;
    } else reader.moveTo(start);
  }
  if (reader.skip('count()')) {
    const aggregateCast = readCast(reader);
    return endField(reader, {
      kind: 'field',
      field: { name: '*', path: [] },
      alias,
      aggregate: 'count',
      aggregateCast,
    });
  }
  const field = readField(reader);
  const cast = readCast(reader);
  const aggregate = aggregates.find((name) => reader.skip(`.${name}()`));
  const aggregateCast = aggregate === undefined ? undefined : readCast(reader);
  return endField(reader, { kind: 'field', field, alias, cast, aggregate, aggregateCast });
}

function readCast(reader: TextReader): string | undefined {
  return reader.skip('::') ? readIdentifier(reader) : undefined;
}

function endField(reader: TextReader, field: SelectField): SelectField {
  reader.skipBlanks();
  if (!reader.isAtEnd() && !reader.peek(',') && !reader.peek(')'))
    reader.fail('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  return field;
}
