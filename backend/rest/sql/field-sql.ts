import type { Table } from '../catalogue/definitions.ts';
import type { Field, SelectField } from '../request/parsed-query.ts';
import { identifier, literal } from './statement.ts';

export interface Rows {
  alias: string;
  definition: Table | undefined;
}

/** `"posts"."data"->'tags'->>0`. A column that is not JSON is converted before a JSON path is applied. */
export function toFieldSql({ alias, definition }: Rows, { name, path }: Field): string {
  const column = `${identifier(alias)}.${name === '*' ? '*' : identifier(name)}`;
  if (path.length === 0) return column;
  const type = definition?.columns.get(name)?.baseType;
  const start = type === 'json' || type === 'jsonb' ? column : `to_jsonb(${column})`;
  return (
    start +
    path
      .map(({ arrow, key, isIndex }) => arrow + (isIndex ? `(${literal(key)}::int)` : literal(key)))
      .join('')
  );
}

/** The value of a selected field, before its aggregate is applied. */
export function toValueSql(rows: Rows, { field, cast, aggregate }: SelectField): string {
  // count() counts rows: in a spread, the row itself is passed up to be counted.
  const value =
    field.name === '*' && aggregate !== undefined ? identifier(rows.alias) : toFieldSql(rows, field);
  return withCast(value, cast);
}

export function withAggregate(
  value: string,
  { aggregate, aggregateCast }: Pick<SelectField, 'aggregate' | 'aggregateCast'>,
): string {
  return aggregate === undefined ? value : withCast(`${aggregate}(${value})`, aggregateCast);
}

function withCast(value: string, cast: string | undefined): string {
  return cast === undefined ? value : `cast(${value} as ${cast})`;
}

/** The key of a field in the response if it is not the column's name: its alias, or the last key of its JSON path. */
export function keyOf({ field, alias }: SelectField): string | undefined {
  if (alias !== undefined || field.path.length === 0) return alias;
  return field.path.findLast(({ isIndex }) => !isIndex)?.key ?? field.name;
}
