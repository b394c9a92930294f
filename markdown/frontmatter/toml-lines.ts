import { isDeepStrictEqual } from 'node:util';
import { EditFault } from './edit-fault.ts';
import { editLines, type HeadSyntax, type LinesEdit } from './edit-lines.ts';
import { isObject } from './field-rules.ts';
import { readHeadData } from './read-frontmatter.ts';

const tomlSyntax: HeadSyntax = { findName, read, toText, toLine };

/** The fields above the first `[table]`, and the fields in a table. */
export function editTomlLines(edit: LinesEdit): string[] {
  const { data, changes } = edit;
  const sections = toSections(edit.lines);
  const [top = { lines: [] }, ...tables] = sections;
  const namesOf = (name: string) => tables.filter((table) => table.name === name);
  const ofTables = [...changes.keys()].filter((name) => namesOf(name).length > 0);
  const plain = new Map([...changes].filter(([name]) => !ofTables.includes(name)));
  const own = Object.fromEntries(Object.entries(data).filter(([name]) => namesOf(name).length === 0));
  const above = editLines({ ...edit, lines: top.lines, data: own, changes: plain }, tomlSyntax);
  for (const name of ofTables) {
    const [table, other] = namesOf(name);
    if (!table || other || table.isNested)
      throw new EditFault(`"${name}" has several tables: change it in the text`);
    editTable(table, data[name], changes.get(name), edit.lineEnd);
  }
  return [...above, ...tables.flatMap(({ lines }) => lines)];
}

interface Section {
  name?: string;
  isNested?: boolean;
  /** With its header. */
  lines: string[];
}

function toSections(lines: readonly string[]): Section[] {
  const sections: Section[] = [{ lines: [] }];
  for (const line of lines) {
    const header = /^\s*\[(\[?)\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*([.\]])/.exec(line);
    const [, isList, double, single, bare, next] = header ?? [];
    const name = double ?? single ?? bare;
    if (name !== undefined && /\]\s*(?:#.*)?$/.test(line))
      sections.push({ name, isNested: isList === '[' || next === '.', lines: [] });
    sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function editTable(table: Section, old: unknown, value: unknown, lineEnd: string): void {
  const [header = '', ...lines] = table.lines;
  if (value === undefined) {
    table.lines = [];
    return;
  }
  if (!isObject(value) || !isObject(old))
    throw new EditFault(`"${table.name}" is a table: change it in the text`);
  const changes = new Map<string, unknown>();
  for (const name of new Set([...Object.keys(old), ...Object.keys(value)]))
    if (!isDeepStrictEqual(old[name], value[name])) changes.set(name, value[name]);
  table.lines = [header, ...editLines({ lines, data: old, changes, lineEnd, order: [] }, tomlSyntax)];
}

function read(text: string): unknown {
  return readHeadData(text, 'toml');
}

function findName(line: string): { name: string; valueAt: number } | undefined {
  const written = /^\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)\s*=/.exec(line)?.[0];
  if (written === undefined) return undefined;
  const [name] = Object.keys(Object(readOne(`${written} 1`)));
  return name === undefined ? undefined : { name, valueAt: written.length };
}

function toLine(name: string, valueText: string): string {
  return `${toKey(name)} = ${valueText}`;
}

function toKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : toQuoted(name);
}

/** Undefined for what is no TOML. */
function readOne(text: string): unknown {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

function toText(value: unknown, written: string): string {
  if (typeof value !== 'string') return toInline(value);
  // A day that was written without quotes stays so.
  const isBare = /^\d{4}-/.test(written) && isDeepStrictEqual(readOne(`x = ${value}`), { x: value });
  const isLiteral = /^'(?!')/.test(written) && isDeepStrictEqual(readOne(`x = '${value}'`), { x: value });
  return isBare ? value : isLiteral ? `'${value}'` : toQuoted(value);
}

function toInline(value: unknown): string {
  if (typeof value === 'string') return toQuoted(value);
  if (Array.isArray(value)) return `[${value.map(toInline).join(', ')}]`;
  if (!isObject(value)) return String(value);
  const members = Object.entries(value).map(([name, inner]) => `${toKey(name)} = ${toInline(inner)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** The escapes of JSON are those of TOML, which has one more that must be written so. */
function toQuoted(value: string): string {
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}
