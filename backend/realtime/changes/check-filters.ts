/** Checks filters against a table when a subscription is made, and brings their values into the form that Postgres writes. */
import type { BatchStatement, Database } from '../../../database/database.ts';
import { ServerError } from '../../../database/errors.ts';
import type { DatabaseRole } from '../../identity/roles.ts';
import { ask } from './ask.ts';
import type { Filter } from './parse-filter.ts';
import type { ColumnDefinition, TableDefinition } from './table-definition.ts';

/** A filter whose value fits the type of its column. */
export interface CheckedFilter extends Filter {
  typeId: number;
  /** The value as Postgres writes it; for `in` the values. */
  operand: string | (string | null)[];
}

/** Why a subscription is refused, as upstream names it. */
export class SubscriptionFault extends Error {
  override name = 'SubscriptionFault';
}

const maxListValues = 100;
const boolType = 16;
const checkMs = 1000;

export async function checkFilters(
  requests: Database['requests'],
  role: DatabaseRole,
  definition: TableDefinition,
  filters: readonly Filter[],
): Promise<CheckedFilter[]> {
  const checked = filters.map((filter) => {
    const column = definition.columnsByName.get(filter.column);
    if (column === undefined || !definition.selectable[role].has(filter.column))
      throw raised(`invalid column for filter ${filter.column}`);
    checkOperator(filter, column);
    return { filter, column, value: toCanonicalValue(filter, column) };
  });
  const asked = checked.filter(({ value }) => value === undefined);
  const questions = asked.map(({ filter, column }) => ({
    claimsText: '{}',
    statement: toCheck(filter, column),
  }));
  const answers = await ask(requests, role, questions, { timeoutMs: checkMs });
  return checked.map((one): CheckedFilter => {
    const { filter, column } = one;
    const { typeId } = column;
    if (one.value !== undefined) return { ...filter, typeId, operand: one.value };
    const answer = answers[asked.indexOf(one)];
    if (answer === undefined || 'error' in answer) throw toFault(filter, answer?.error);
    const text = answer.rows[0]?.[0] ?? filter.value;
    return { ...filter, typeId, operand: filter.operator === 'in' ? readList(text) : text };
  });
}

function readList(text: string): (string | null)[] {
  const list: (string | null)[] = JSON.parse(text);
  if (list.length > maxListValues)
    throw raised(`too many values for \`in\` filter. Maximum ${maxListValues}`);
  return list;
}

function checkOperator({ operator, value }: Filter, column: ColumnDefinition): void {
  if (operator === 'is') {
    if (!['null', 'true', 'false', 'unknown'].includes(value))
      throw raised('invalid value for is filter: must be null, true, false, or unknown');
    if (value !== 'null' && column.typeId !== boolType)
      throw raised(`is ${value} filter requires a boolean column, got ${column.typeName}`);
  }
  if (['like', 'ilike', 'match', 'imatch'].includes(operator) && !column.isText)
    throw raised(`operator ${operator} requires a text-compatible column type, got ${column.typeName}`);
}

/** Values that Postgres writes as they are, by the OID of the type. */
const canonical = new Map<number, RegExp>([
  [20, /^(0|-?[1-9]\d{0,17})$/], // int8
  [21, /^(0|-?[1-9]\d{0,3})$/], // int2
  [23, /^(0|-?[1-9]\d{0,8})$/], // int4
  [25, /^[^\0]*$/], // text
  [1043, /^[^\0]*$/], // varchar
  [2950, /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/], // uuid
]);

/** The value of a filter as Postgres writes it, for values that are in this form without doubt. Undefined: Postgres is asked. */
function toCanonicalValue({ operator, value }: Filter, column: ColumnDefinition): string | undefined {
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

/** Asks for the value as the type of the column writes it. */
function toCheck({ value, operator }: Filter, { sqlType }: ColumnDefinition): BatchStatement {
  switch (operator) {
    case 'in':
      return {
        text: `select to_json(array(select case when given is not null then format('%s', given) end from unnest($1::${sqlType}[]) as given))`,
        values: [value],
      };
    case 'match':
    case 'imatch':
      return { text: `select case when ('' ~ $1::text) is not null then $1::text end`, values: [value] };
    case 'like':
    case 'ilike':
      return { text: 'select $1::text', values: [value] };
    default:
      return { text: `select format('%s', $1::${sqlType})`, values: [value] };
  }
}

const conditions: Record<string, string> = {
  '22003': 'numeric_value_out_of_range',
  '22007': 'invalid_datetime_format',
  '22008': 'datetime_field_overflow',
  '22P02': 'invalid_text_representation',
  '42501': 'insufficient_privilege',
  '57014': 'query_canceled',
};

function toFault({ operator }: Filter, error: unknown): unknown {
  if (!(error instanceof ServerError)) return error ?? new Error('A filter was not checked.');
  if (operator === 'match' || operator === 'imatch')
    return raised(`invalid regular expression for ${operator} filter: ${error.message}`);
  return new SubscriptionFault(`ERROR ${error.code} (${conditions[error.code] ?? 'error'}) ${error.message}`);
}

/** As an exception of upstream's trigger reads. */
export function raised(message: string): SubscriptionFault {
  return new SubscriptionFault(`ERROR P0001 (raise_exception) ${message}`);
}
