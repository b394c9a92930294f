/** The value of a filter as Postgres writes it, for values that are in this form without doubt. Undefined: Postgres is asked. */
import type { Filter } from './parse-filter.ts';
import type { ColumnDefinition } from './table-definition.ts';

/** By the OID of the type. */
const canonical = new Map<number, RegExp>([
  [20, /^(0|-?[1-9]\d{0,17})$/], // int8
  [21, /^(0|-?[1-9]\d{0,3})$/], // int2
  [23, /^(0|-?[1-9]\d{0,8})$/], // int4
  [25, /^[^\0]*$/], // text
  [1043, /^[^\0]*$/], // varchar
  [2950, /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/], // uuid
]);

export function toCanonicalValue({ operator, value }: Filter, column: ColumnDefinition): string | undefined {
  switch (operator) {
    // Patterns are checked and lists are taken apart by Postgres.
    case 'match':
    case 'imatch':
    case 'in':
      return undefined;
    case 'is':
      return value;
    case 'like':
    case 'ilike':
      return value.includes('\0') ? undefined : value;
    default:
      return canonical.get(column.typeId)?.test(value) ? value : undefined;
  }
}
