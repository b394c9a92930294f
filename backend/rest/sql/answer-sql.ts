import type { Routine } from '../catalogue/definitions.ts';
import type { MediaType } from '../request/media-type.ts';
import { resultName } from './read-sql.ts';

/** The columns of every main statement, in the order in which the result is read. */
export const answerColumns = { total: 0, count: 1, body: 2, headers: 3, status: 4, inserted: 5 } as const;

const setting = (name: string) => `nullif(current_setting('${name}', true), '')`;

export interface Answer {
  /** The total number of rows, or null when it was not requested. */
  total?: string;
  count?: string;
  body: string;
  inserted?: string;
  from: string;
}

export function toAnswerSql({
  total = 'null',
  count = 'count(*)',
  body,
  inserted = 'null',
  from,
}: Answer): string {
  const columns = [
    total,
    count,
    `(${body})::text`,
    setting('response.headers'),
    setting('response.status'),
    inserted,
  ];
  return `select ${columns.join(', ')} from (${from}) as pgrst_row`;
}

/** All rows as one text in the requested format. */
export function toBodySql(type: MediaType, routine?: Routine): string {
  if (type.kind === 'plan') return toBodySql(type.of, routine);
  const isScalar = routine !== undefined && !routine.returnsComposite;
  const value = isScalar ? 'pgrst_row.pgrst_scalar' : 'pgrst_row';
  if (type.kind === 'csv') return isScalar ? scalarCsv : csv;
  if (type.kind === 'geojson') return geojson;
  const isOne = type.kind === 'object' || (routine !== undefined && !routine.returnsSet);
  const isStripped = type.kind === 'stripped' || (type.kind === 'object' && type.isStripped);
  const all = isOne ? `json_agg(${value})->0` : `json_agg(${value})`;
  return `coalesce(${isStripped ? `json_strip_nulls(${all})` : all}, '${isOne ? 'null' : '[]'}')`;
}

/** Postgres writes a row as `(a,"b ""c""",)`: without the brackets that is a line of CSV. */
const csv = `(
  select coalesce(string_agg(keys.name, ','), '')
  from (select json_object_keys(row_to_json(first)) as name from (select * from ${resultName} limit 1) as first) as keys
) || E'\\n' || coalesce(string_agg(substring(pgrst_row::text, 2, length(pgrst_row::text) - 2), E'\\n'), '')`;

/** PostGIS makes a feature of each row. A server without it answers that the function is not there. */
const geojson = `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson(pgrst_row)::json), '[]'))`;

const scalarCsv = `'pgrst_scalar' || E'\\n' || coalesce(string_agg(pgrst_row.pgrst_scalar::text, E'\\n'), '')`;
