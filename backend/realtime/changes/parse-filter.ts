/** The filter of a subscription: `column=[not.]operator.value`, with commas for “and”. */

const filterOperators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

export interface Filter {
  column: string;
  operator: FilterOperator;
  /** For `in`, a list as Postgres writes an array: `{a,"b,c"}`. */
  value: string;
  isNegated: boolean;
}

/** Read by clients: keep these sentences. */
export class FilterError extends Error {
  override name = 'FilterError';

  constructor(reason: string) {
    super(`Error parsing \`filter\` params: ${reason}`);
  }
}

const maxConditions = 100;

export function parseFilters(text: string): Filter[] {
  if (text.trim() === '') return [];
  const parts = splitParts(text.trim());
  if (parts.length > maxConditions) throw new FilterError(`too many conditions. Maximum ${maxConditions}`);
  return parts.map(parseFilter);
}

/** Splits at commas outside of parentheses and quotes. A quote opens at the start of a value only: `size=eq.5" tall` has none. */
function splitParts(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isQuoted) {
      if (character === '\\') index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = index > start && '.(,'.includes(text[index - 1] ?? '');
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function parseFilter(part: string): Filter {
  const text = part.trim();
  if (text === '') throw new FilterError('filter must not contain empty segments (check for extra commas)');
  const [column, condition] = splitOnce(text, '=');
  if (condition === undefined) throw new FilterError(inspect([column]));
  const isNegated = condition.startsWith('not.');
  const [name, value] = splitOnce(isNegated ? condition.slice(4) : condition, '.');
  if (value === undefined) throw new FilterError(inspect([name]));
  const operator = filterOperators.find((known) => known === name);
  if (operator === undefined) throw new FilterError(inspect([name, value]));
  return { column, operator, value: operator === 'in' ? parseList(value) : unquote(value), isNegated };
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}

function parseList(value: string): string {
  if (!/^\(.*\)$/s.test(value)) throw new FilterError('`in` filter value must be wrapped by parentheses');
  return `{${value.slice(1, -1)}}`;
}

/** A value that is not quoted from its first to its last character is taken as it is written. */
function unquote(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1];
  return quoted === undefined ? value : quoted.replace(/\\(.)/gs, '$1');
}

/** As upstream writes a list of texts. */
export function inspect(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}
