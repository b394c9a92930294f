/** Names, filters and order as they stand in an address. A name with a dot or a quote is quoted: `public."a.b"`, `"a.b".eq.5`. */
import type { Filter } from './table-data.ts';

export interface TableName {
  schema: string;
  name: string;
}

export interface Sort {
  column: string;
  descending: boolean;
}

const operators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'in', 'is'] as const;

/** A name at the start of a text, and what follows it. */
function takeName(text: string): [name: string, rest: string] | undefined {
  const quoted = /^"((?:[^"]|"")+)"(.*)$/s.exec(text);
  if (quoted) return [(quoted[1] ?? '').replaceAll('""', '"'), quoted[2] ?? ''];
  const plain = /^([^".]+)(.*)$/s.exec(text);
  return plain ? [plain[1] ?? '', plain[2] ?? ''] : undefined;
}

export function quoteName(name: string): string {
  return /[".]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

export function formatTable({ schema, name }: TableName): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

/** Undefined if it is no name of a table. */
export function parseTable(text: string): TableName | undefined {
  const [schema, rest] = takeName(text) ?? [];
  const [name, left] = (rest?.startsWith('.') && takeName(rest.slice(1))) || [];
  return schema !== undefined && name !== undefined && left === '' ? { schema, name } : undefined;
}

export function formatFilter({ column, operator, value }: Filter): string {
  return `${quoteName(column)}.${operator}.${value}`;
}

export function parseFilter(text: string): Filter | undefined {
  const [column, rest] = takeName(text) ?? [];
  const [, named, value] = /^\.([a-z]+)\.(.*)$/s.exec(rest ?? '') ?? [];
  const operator = operators.find((known) => known === named);
  return column === undefined || !operator ? undefined : { column, operator, value: value ?? '' };
}

export function formatSort({ column, descending }: Sort): string {
  return `${quoteName(column)}.${descending ? 'desc' : 'asc'}`;
}

export function parseSort(text: string): Sort | undefined {
  const [column, rest] = takeName(text) ?? [];
  if (column === undefined || !['', '.asc', '.desc'].includes(rest ?? '')) return undefined;
  return { column, descending: rest === '.desc' };
}

/** The values of `in`: `(a,b,"c,d")`, with or without the parentheses. */
export function parseList(text: string): string[] {
  const inner = /^\((.*)\)$/s.exec(text)?.[1] ?? text;
  if (inner.trim() === '') return [];
  return [...`${inner},`.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|([^,]*))\s*,/gs)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/gs, '$1') ?? plain?.trim() ?? '',
  );
}
