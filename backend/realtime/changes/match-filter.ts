/** Decides filters in JavaScript where a comparison is that of Postgres without doubt. All others are asked. */
import type { CheckedFilter } from './check-filters.ts';
import type { ColumnDefinition } from './table-definition.ts';

/** Null is unknown, as in SQL; undefined must be asked. */
export type Truth = boolean | null | undefined;

/** Whether a value passes, before `not.` is applied. */
export function matchFilter(filter: CheckedFilter, column: ColumnDefinition, value: string | null): Truth {
  const { operator, operand } = filter;
  if (operator === 'is') return matchIs(filter.value, value);
  if (value === null) return operator === 'isdistinct' ? true : null;
  const compare = column.typeId === filter.typeId ? comparisonOf(column) : undefined;
  if (compare === undefined) return undefined;
  if (Array.isArray(operand)) return operator === 'in' ? matchList(compare, value, operand) : undefined;
  const order = compare(value, operand, operator);
  if (order === undefined) return undefined;
  switch (operator) {
    case 'eq':
      return order === 0;
    case 'neq':
    case 'isdistinct':
      return order !== 0;
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
    // Patterns: a slow one must not block this process.
    default:
      return undefined;
  }
}

export function negate(truth: Truth, isNegated: boolean): Truth {
  return isNegated && typeof truth === 'boolean' ? !truth : truth;
}

function matchIs(keyword: string, value: string | null): boolean {
  if (keyword === 'null' || keyword === 'unknown') return value === null;
  return value === (keyword === 'true' ? 't' : 'f');
}

function matchList(compare: Compare, value: string, list: readonly (string | null)[]): Truth {
  let isUnknown = false;
  for (const item of list) {
    const order = item === null ? undefined : compare(value, item, 'eq');
    if (order === 0) return true;
    if (item === null) isUnknown = true;
    else if (order === undefined) return undefined;
  }
  return isUnknown ? null : false;
}

/** Negative, zero or positive; undefined when only Postgres knows. */
type Compare = (one: string, other: string, operator: string) => number | undefined;

const byText: Compare = (one, other) => (one === other ? 0 : one < other ? -1 : 1);

/** The order of texts depends on their collation. */
const byEquality: Compare = (one, other, operator) => {
  if (['eq', 'neq', 'in', 'isdistinct'].includes(operator)) return one === other ? 0 : 1;
  return undefined;
};

/** The year has four digits and is not before Christ: dates then have the order of their texts. */
const isPlainDate = (text: string) => /^\d{4}-/.test(text) && !text.endsWith('BC');
const byDate: Compare = (one, other, operator) =>
  isPlainDate(one) && isPlainDate(other) ? byText(one, other, operator) : byEquality(one, other, operator);

/** NaN equals itself and is greater than all others. */
const byFloat: Compare = (one, other) => {
  const [left, right] = [Number(one), Number(other)];
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return left === right ? 0 : left < right ? -1 : 1;
};

/** A number may have 131,072 digits. */
const maxDigits = 1000;

/**
 * Compares numbers as Postgres writes integers and numeric: exactly, NaN being greater than all others. Negative, zero or positive, or
 * undefined for numbers that are too long.
 */
function compareNumeric(one: string, other: string): number | undefined {
  if (one === other) return 0;
  if (one.length > maxDigits || other.length > maxDigits) return undefined;
  const [left, right] = [rankOf(one), rankOf(other)];
  if (left !== 0 || right !== 0) return left - right;
  const [a, b] = [toScaled(one), toScaled(other)];
  const scale = Math.max(a.scale, b.scale);
  const difference = a.digits * 10n ** BigInt(scale - a.scale) - b.digits * 10n ** BigInt(scale - b.scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function rankOf(text: string): number {
  return { NaN: 2, Infinity: 1, '-Infinity': -1 }[text] ?? 0;
}

function toScaled(text: string): { digits: bigint; scale: number } {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

const comparisons = new Map<number, Compare>([
  [16, byText], // bool: f, t
  [20, compareNumeric], // int8
  [21, compareNumeric], // int2
  [23, compareNumeric], // int4
  [25, byEquality], // text
  [700, byFloat], // float4
  [701, byFloat], // float8
  [1043, byEquality], // varchar
  [1082, byDate], // date
  [1114, byDate], // timestamp
  [1184, byDate], // timestamptz
  [1700, compareNumeric], // numeric
  [2950, byText], // uuid
]);

function comparisonOf({ typeId, isDeterministic }: ColumnDefinition): Compare | undefined {
  return isDeterministic ? comparisons.get(typeId) : undefined;
}
