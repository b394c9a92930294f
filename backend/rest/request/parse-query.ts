import { queryError, RestError } from '../rest-error.ts';
import { readJsonPath, readName } from './parse-field.ts';
import { type Operation, readOperation } from './parse-filter.ts';
import { parseLogic } from './parse-logic.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';
import type { Field, Pairs, Query, Value } from './parsed-query.ts';
import { slotPrefix } from './query-shape.ts';
import { createTextReader } from './text-reader.ts';

/** Parses the query string. For a function that is called by GET, every parameter that is not a filter is an argument. */
export function parseQuery(pairs: Pairs, isCallByGet: boolean): Query {
  const query: Query = {
    select: [],
    filters: [],
    logic: [],
    orders: [],
    limits: [],
    offsets: [],
    columns: undefined,
    onConflict: undefined,
    args: [],
  };
  let select: string | undefined;
  pairs.forEach(([name, value], index) => {
    const lastSegment = name.slice(name.lastIndexOf('.') + 1);
    if (name === 'select') select ??= value;
    else if (name === 'columns') query.columns ??= parseNames('columns parameter', value);
    else if (name === 'on_conflict') query.onConflict ??= parseNames('on_conflict parameter', value);
    else if (lastSegment === 'order') query.orders.push({ path: parentPath(name), value: parseOrder(value) });
    else if (lastSegment === 'limit') addNumber(query.limits, name, value);
    else if (lastSegment === 'offset') addNumber(query.offsets, name, value);
    else if (lastSegment === 'and' || lastSegment === 'or') addLogic(query, name, value);
    else addFilter(query, name, { value, pair: index }, isCallByGet);
  });
  query.select = parseSelect(select ?? '*');
  return query;
}

function addFilter(
  query: Query,
  name: string,
  { value, pair }: { value: string; pair: number },
  isCallByGet: boolean,
): void {
  const operation = readFilterValue(value, pair, isCallByGet);
  if (operation === undefined) {
    query.args.push({ name, value: { text: value, from: { pair, start: 0 } } });
    return;
  }
  const { path, field } = parseTreePath(name);
  query.filters.push({ path, value: { kind: 'filter', field, ...operation } });
}

function readFilterValue(value: string, pair: number, isCallByGet: boolean): Operation | undefined {
  const reader = createTextReader('filter', value);
  const toTheEnd = (): Value => {
    const start = reader.at;
    reader.moveTo(value.length);
    return { text: value.slice(start), from: { pair, start } };
  };
  try {
    const operation = readOperation(reader, toTheEnd);
    if (!reader.isAtEnd()) reader.fail('end of input');
    return operation;
  } catch (error) {
    if (isCallByGet && error instanceof RestError && !slotPrefix.test(value)) return undefined;
    throw error;
  }
}

/** `not.` before the operator negates the whole tree, as in `author.not.or=(…)`. */
function addLogic(query: Query, name: string, value: string): void {
  const tree = parseTreePath(name, 'logic path');
  const isNegated = tree.path.includes('not');
  const operator = `${isNegated ? 'not.' : ''}${tree.field.name}`;
  const path = tree.path.filter((segment) => segment !== 'not');
  query.logic.push({ path, value: parseLogic(operator, value) });
}

function addNumber(list: Query['limits'], name: string, value: string): void {
  if (!/^\s*-?\d{1,15}\s*$/.test(value)) return;
  list.push({ path: parentPath(name), value: Number(value) });
}

function parentPath(name: string): string[] {
  return parseTreePath(name).path;
}

/** `author.address.city->>name`: the path to an embedded resource, and a field of it. */
function parseTreePath(name: string, what = 'tree path'): { path: string[]; field: Field } {
  const reader = createTextReader(what, name);
  const names = [readName(reader)];
  while (reader.skip('.')) names.push(readName(reader));
  const path = readJsonPath(reader);
  if (!reader.isAtEnd()) reader.fail('"->", delimiter (.) or end of input');
  return { path: names.slice(0, -1), field: { name: names.at(-1) ?? '', path } };
}

function parseNames(what: string, value: string): string[] {
  const reader = createTextReader(what, value);
  const names = new Set<string>();
  do {
    reader.skipBlanks();
    names.add(readName(reader));
    reader.skipBlanks();
  } while (reader.skip(','));
  if (!reader.isAtEnd()) reader.fail('"," or end of input');
  return [...names];
}

/** Postgres cannot store NUL, and our statements cannot contain it. */
export function requireNoNul(pairs: Pairs): void {
  if (pairs.some(([name, value]) => name.includes('\0') || value.includes('\0')))
    throw queryError('"failed to parse query string" (line 1, column 1)', 'unexpected NUL character');
}
