import { type Bindings, identifier, literal } from './statement.ts';

/** A value of the body by its key. */
export interface BodyField {
  name: string;
  type: string;
  /** The expression for a missing key. */
  default?: string | null;
}

export interface BodyRows {
  fields: readonly BodyField[];
  /** The body is a single object, not a list. */
  isObject: boolean;
  fillsDefaults?: boolean;
  /** Uses only the first element of a list. */
  isFirstOnly?: boolean;
}

/** The objects of the body as typed rows; to be used after `from`. */
export function toBodyRowsSql(
  { fields, isObject, fillsDefaults = false, isFirstOnly = false }: BodyRows,
  bindings: Bindings,
): string {
  if (fields.length === 0)
    return isObject
      ? '(values (1)) as pgrst_body'
      : `json_array_elements(${bindings.body()}::json) as pgrst_body`;
  const body = `${bindings.body()}::${fillsDefaults ? 'jsonb' : 'json'}`;
  const columns = fields.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ');
  const names = fields.map(({ name }) => identifier(name)).join(', ');
  const kind = `${fillsDefaults ? 'jsonb' : 'json'}_to_${isObject ? 'record' : 'recordset'}`;
  const filled = fillsDefaults ? withDefaults(fields, isObject, body) : body;
  const rows = `${kind}(${filled}) as pgrst_body(${columns})`;
  return isFirstOnly && !isObject ? `(select ${names} from ${rows} limit 1) as pgrst_body` : rows;
}

function withDefaults(fields: readonly BodyField[], isObject: boolean, body: string): string {
  const pairs = fields.flatMap((field) =>
    field.default ? [`${literal(field.name)}, ${field.default}`] : [],
  );
  const defaults = `jsonb_build_object(${pairs.join(', ')})`;
  return isObject
    ? `${defaults} || ${body}`
    : `(select jsonb_agg(${defaults} || element) from jsonb_array_elements(${body}) as element)`;
}
