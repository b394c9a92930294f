import { isDeepStrictEqual } from 'node:util';
import { EditFault } from './edit-fault.ts';
import { editLines } from './edit-lines.ts';
import { isObject } from './field-rules.ts';
import { frontmatterFields } from './frontmatter-schema.ts';
import { readHeadData, toFaultOf } from './read-frontmatter.ts';
import { type SplitSource, splitSource } from './split-source.ts';
import { editTomlLines } from './toml-lines.ts';
import { yamlSyntax } from './yaml-syntax.ts';

type Data = Record<string, unknown>;

const schemaOrder = Object.keys(frontmatterFields);

/**
 * Sets fields of a page's front matter; null removes one. Only the lines of these fields change: comments, order, quotes and line ends
 * of everything else stay as the author wrote them. The result is read back, and an EditFault is thrown if it says anything else.
 */
export function editFields(text: string, changes: Data): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const page = text.slice(mark.length);
  const source = splitSource(page);
  if (source.unclosed)
    throw new EditFault('the front matter has no end: add a line with --- (or +++) below it first');
  const before = readData(source);
  const wanted = new Map(Object.entries(changes).map(([name, value]) => [name, toPlainValue(name, value)]));
  for (const [name, value] of wanted) {
    const isThere = Object.hasOwn(before, name);
    if (value === undefined ? !isThere : isThere && isDeepStrictEqual(before[name], value))
      wanted.delete(name);
  }
  if (wanted.size === 0) return text;
  const edited = putHead(page, source, (head, lineEnd) => {
    const edit = { lines: toLines(head), data: before, changes: wanted, lineEnd, order: schemaOrder };
    return (source.format === 'toml' ? editTomlLines(edit) : editLines(edit, yamlSyntax)).join('');
  });
  requireOnly(wanted, before, source, edited);
  return mark + edited;
}

function readData({ head = '', format }: SplitSource): Data {
  let data: unknown;
  try {
    data = readHeadData(head, format);
  } catch (error) {
    const { line, message } = toFaultOf(error);
    throw new EditFault(`the front matter ${message}`, line);
  }
  if (!isObject(data)) throw new EditFault('the front matter must be lines like "title: My page"');
  return data;
}

/** A value that can be written: text, numbers, yes and no, lists and groups of these. Undefined: none. */
function toPlainValue(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean' || (typeof value === 'string' && value.isWellFormed())) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0;
  if (Array.isArray(value))
    return value.map((item) => toPlainValue(name, item)).filter((item) => item !== undefined);
  if (!isObject(value)) throw new EditFault(`"${name}" cannot be written in front matter`);
  const members = Object.entries(value).map(([key, inner]) => [key, toPlainValue(name, inner)] as const);
  return Object.fromEntries(members.filter(([, inner]) => inner !== undefined));
}

function putHead(page: string, source: SplitSource, edit: (head: string, lineEnd: string) => string): string {
  const lineEnd = /^[^\n]*\r\n/.test(page) ? '\r\n' : '\n';
  if (source.head === undefined) return `---${lineEnd}${edit('', lineEnd)}---${lineEnd}${page}`;
  const start = page.indexOf('\n') + 1;
  return page.slice(0, start) + edit(source.head, lineEnd) + page.slice(start + source.head.length);
}

/** Lines with their ends. */
function toLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function requireOnly(wanted: Map<string, unknown>, before: Data, source: SplitSource, edited: string): void {
  const result = splitSource(edited);
  if (result.unclosed || result.body !== source.body || result.format !== source.format)
    throw new EditFault('this change would touch the text below the front matter');
  const after = readData(result);
  for (const name of new Set([...Object.keys(before), ...Object.keys(after), ...wanted.keys()])) {
    const expected = wanted.has(name)
      ? wanted.get(name)
      : Object.hasOwn(before, name)
        ? before[name]
        : undefined;
    const found = Object.hasOwn(after, name) ? after[name] : undefined;
    if (!isDeepStrictEqual(found, expected))
      throw new EditFault(`"${name}" would not read back as it should: change it in the text`);
  }
}
