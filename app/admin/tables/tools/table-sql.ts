/** The SQL of migrations that the forms write. */

export interface TableRef {
  schema: string;
  name: string;
}

export interface NewColumn {
  name: string;
  type: string;
  nullable: boolean;
  /** As typed; empty for none. */
  default: string;
  unique: boolean;
  references: (TableRef & { column: string }) | undefined;
}

export interface NewTableShape {
  name: string;
  /** The column `id`: counted by the database, or random. */
  key: 'number' | 'uuid';
  columns: NewColumn[];
  rowSecurity: boolean;
}

export const columnTypes = [
  { type: 'text', title: 'Text' },
  { type: 'integer', title: 'Whole number' },
  { type: 'bigint', title: 'Large whole number' },
  { type: 'numeric', title: 'Exact decimal number' },
  { type: 'double precision', title: 'Floating-point number' },
  { type: 'boolean', title: 'True or false' },
  { type: 'date', title: 'Date' },
  { type: 'timestamptz', title: 'Moment (date, time and zone)' },
  { type: 'time', title: 'Time of day' },
  { type: 'uuid', title: 'UUID' },
  { type: 'jsonb', title: 'JSON' },
  { type: 'text[]', title: 'List of texts' },
  { type: 'integer[]', title: 'List of whole numbers' },
  { type: 'bytea', title: 'Bytes' },
] as const;

// Words that Postgres does not take as a name without quotes.
const reserved = new Set(
  `all analyze and any array as asc asymmetric authorization binary both case cast check collate collation column concurrently constraint
create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user default deferrable desc distinct
do else end except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral
leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
returning right select session_user similar some symmetric system_user table tablesample then to trailing true union unique user using variadic
verbose when where window with between bigint bit boolean char character coalesce dec decimal exists extract float greatest grouping inout int
integer interval json json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize json_table json_value
least merge_action national nchar none normalize nullif numeric out overlay position precision real row setof smallint substring time timestamp
treat trim values varchar xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`.split(
    /\s+/,
  ),
);

export function quoteName(name: string): string {
  // Postgres reserves "analyze" in both spellings.
  const isPlain = /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name.replace('yse', 'yze'));
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

/** With standard_conforming_strings, which is on since Postgres 9.1, only the quote is special. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export const quoteTable = ({ schema, name }: TableRef) => `${quoteName(schema)}.${quoteName(name)}`;

const maxNameBytes = 63;

/** Undefined for a name that Postgres keeps as it is. */
export function findNameFault(name: string, what: string): string | undefined {
  if (name.trim() === '') return `${what} needs a name.`;
  if (name.includes('\0')) return `${what} has a null character in its name.`;
  // Postgres would cut it off without an error.
  if (new TextEncoder().encode(name).length > maxNameBytes)
    return `The name of ${what.toLowerCase()} is longer than ${maxNameBytes} bytes.`;
  return undefined;
}

export function findTableFault({ name, columns }: NewTableShape): string | undefined {
  const names = ['id', ...columns.map((column) => column.name)];
  const twice = names.find((each, at) => names.indexOf(each) !== at);
  return (
    findNameFault(name, 'The table') ??
    columns.map((column) => findNameFault(column.name, 'A column')).find((fault) => fault) ??
    (twice === undefined ? undefined : `Two columns are called “${twice}”.`)
  );
}

const expressions =
  /^(null|true|false|now\(\)|current_(date|time|timestamp)|gen_random_uuid\(\)|auth\.uid\(\)|-?\d+(\.\d+)?)$/i;

/** A number, true, false, null and some functions are taken as they are; everything else is a text, in quotes. */
export function toDefault(typed: string): string {
  const text = typed.trim();
  if (expressions.test(text)) return text.toLowerCase();
  const quoted = /^'(.*)'$/s.exec(text)?.[1];
  return quoteText(quoted?.replaceAll("''", "'") ?? typed);
}

function toDefinition(column: NewColumn): string {
  const { references } = column;
  return [
    quoteName(column.name),
    column.type,
    !column.nullable && 'not null',
    column.default !== '' && `default ${toDefault(column.default)}`,
    column.unique && 'unique',
    references && `references ${quoteTable(references)} (${quoteName(references.column)})`,
  ]
    .filter(Boolean)
    .join(' ');
}

const keys = {
  number: 'id bigint generated always as identity primary key',
  uuid: 'id uuid primary key default gen_random_uuid()',
};

export function buildCreateTable(shape: NewTableShape): string {
  const table = { schema: 'public', name: shape.name };
  const lines = [keys[shape.key], ...shape.columns.map(toDefinition)].map((line) => `  ${line}`);
  const create = `create table ${quoteTable(table)} (\n${lines.join(',\n')}\n);\n`;
  return shape.rowSecurity ? create + buildRowSecurity(table) : create;
}

export function buildAddColumn(table: TableRef, column: NewColumn): string {
  return `alter table ${quoteTable(table)} add column ${toDefinition(column)};\n`;
}

export function buildRowSecurity(table: TableRef): string {
  return `alter table ${quoteTable(table)} enable row level security;\n`;
}

export type PolicyTemplate = 'visitors-read' | 'own-rows' | 'owners-only';

export interface PolicyWish {
  table: TableRef & { rowSecurity: boolean };
  template: PolicyTemplate;
  /** For `own-rows`. */
  userColumn: string;
}

export function buildPolicy({ table, template, userColumn }: PolicyWish): string {
  const first = table.rowSecurity ? '' : buildRowSecurity(table);
  const on = `on ${quoteTable(table)}`;
  if (template === 'visitors-read')
    return `${first}create policy "every visitor reads" ${on}\n  for select to anon, authenticated using (true);\n`;
  const condition =
    template === 'own-rows' ? `${quoteName(userColumn)} = (select auth.uid())` : '(select public.is_owner())';
  const name = template === 'own-rows' ? '"users read and write their own rows"' : '"owners read and write"';
  return `${first}create policy ${name} ${on}\n  for all to authenticated using (${condition}) with check (${condition});\n`;
}

/** Lower-case letters, digits and lines, as the names of migrations are. */
export function toMigrationName(...parts: string[]): string {
  const name = parts.join('_').toLowerCase().normalize('NFKD');
  return (
    name
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 60) || 'change'
  );
}
