/** What must be known of a table: its key, the types of its columns, row security, and which roles may read what. */
import type { Connections } from '../../../database/database.ts';
import type { Relation } from '../../../database/replication/replication.ts';
import { type DatabaseRole, databaseRoles } from '../../identity/roles.ts';
import type { ValueType } from './json-values.ts';

export interface ColumnDefinition {
  name: string;
  typeId: number;
  /** `int8`, `_text` */
  typeName: string;
  /** With its schema, quoted. */
  sqlType: string;
  type: ValueType;
  isKey: boolean;
  isText: boolean;
  /** Whether equal texts have equal bytes. */
  isDeterministic: boolean;
}

export interface TableDefinition {
  /** The OID. */
  id: number;
  schema: string;
  table: string;
  isPublished: boolean;
  hasRowSecurity: boolean;
  /** In the order of the table. */
  columns: readonly ColumnDefinition[];
  columnsByName: ReadonlyMap<string, ColumnDefinition>;
  key: readonly ColumnDefinition[];
  /** The columns that a role may select. */
  selectable: Readonly<Record<DatabaseRole, ReadonlySet<string>>>;
  /** Roles without row security. */
  bypassing: ReadonlySet<string>;
}

interface TypeRow {
  id: number;
  kind: string;
  base: number;
  element: number;
  delimiter: string;
  hasCast: boolean;
}

interface TableRow {
  id: number;
  isPublished: boolean;
  hasRowSecurity: boolean;
  bypassing: string[] | null;
  columns:
    | (Pick<
        ColumnDefinition,
        'name' | 'typeId' | 'typeName' | 'sqlType' | 'isKey' | 'isText' | 'isDeterministic'
      > & { roles: DatabaseRole[] })[]
    | null;
  types: TypeRow[] | null;
}

export async function readTable(
  { sql }: Pick<Connections, 'sql'>,
  schema: string,
  table: string,
): Promise<TableDefinition | undefined> {
  const [row] = await sql<TableRow[]>`
    select c.oid as id, c.relrowsecurity as "hasRowSecurity",
      exists (
        select from pg_publication_tables
        where pubname = 'supabase_realtime' and schemaname = ${schema} and tablename = ${table}
      ) as "isPublished",
      (
        select json_agg(rolname) from pg_roles where rolname = any(${databaseRoles}::text[]) and (rolsuper or rolbypassrls)
      ) as bypassing,
      (
        select json_agg(json_build_object(
          'name', a.attname, 'typeId', a.atttypid::int8, 'typeName', t.typname,
          'sqlType', quote_ident(tn.nspname) || '.' || quote_ident(t.typname),
          'isKey', coalesce(a.attnum = any(i.indkey), false),
          'isText', t.typcategory = 'S',
          'isDeterministic', coalesce(co.collisdeterministic, true),
          'roles', array(
            select role from unnest(${databaseRoles}::text[]) as role
            where has_schema_privilege(role, n.oid, 'USAGE') and has_column_privilege(role, c.oid, a.attnum, 'SELECT')
          )
        ) order by a.attnum)
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        join pg_namespace tn on tn.oid = t.typnamespace
        left join pg_collation co on co.oid = a.attcollation
        left join pg_index i on i.indrelid = c.oid and i.indisprimary
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns,
      (
        with recursive types as (
          select t.* from pg_attribute a join pg_type t on t.oid = a.atttypid
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          union
          select t.* from types join pg_type t on t.oid in (types.typbasetype, types.typelem)
        )
        select json_agg(json_build_object(
          'id', types.oid::int8, 'kind', types.typtype, 'base', types.typbasetype::int8,
          'element', case when types.typcategory = 'A' then types.typelem::int8 else 0 end,
          'delimiter', (select typdelim from pg_type e where e.oid = types.typelem),
          'hasCast', types.oid >= 16384 and exists (
            select from pg_cast where castsource = types.oid and casttarget = 'json'::regtype and castmethod = 'f'
          )
        ))
        from types
      ) as types
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${table} and c.relkind in ('r', 'p')
  `;
  return row && toDefinition(schema, table, row);
}

function toDefinition(schema: string, table: string, row: TableRow): TableDefinition {
  const types = new Map((row.types ?? []).map((type) => [type.id, type]));
  const rows = row.columns ?? [];
  const columns = rows.map(
    ({ roles: _, ...column }): ColumnDefinition => ({ ...column, type: toValueType(column.typeId, types) }),
  );
  const selectableBy = (role: DatabaseRole) =>
    new Set(rows.filter(({ roles }) => roles.includes(role)).map(({ name }) => name));
  return {
    id: row.id,
    schema,
    table,
    isPublished: row.isPublished,
    hasRowSecurity: row.hasRowSecurity,
    columns,
    columnsByName: new Map(columns.map((column) => [column.name, column])),
    key: columns.filter(({ isKey }) => isKey),
    selectable: {
      anon: selectableBy('anon'),
      authenticated: selectableBy('authenticated'),
      service_role: selectableBy('service_role'),
    },
    bypassing: new Set(row.bypassing ?? []),
  };
}

function toValueType(id: number, types: ReadonlyMap<number, TypeRow>): ValueType {
  const type = types.get(id);
  if (type === undefined) return { id, isConvertedByServer: true };
  if (type.kind === 'd') return toValueType(type.base, types);
  if (type.element > 0)
    return {
      id,
      isConvertedByServer: false,
      element: { type: toValueType(type.element, types), delimiter: type.delimiter },
    };
  return { id, isConvertedByServer: type.kind === 'c' || type.hasCast };
}

export interface TableDefinitions {
  /** For a subscription: may be some seconds old, unless the table was not published then. */
  find(schema: string, table: string): Promise<TableDefinition | undefined>;
  /** For a change. The stream describes a relation anew whenever its definition or its grants change. */
  of(relation: Relation): Promise<TableDefinition | undefined>;
}

interface Entry {
  relation: Relation | undefined;
  until: number;
  definition: Promise<TableDefinition | undefined>;
}

const maxEntries = 1000;

/** `maxAgeMs` is for what the stream does not tell: memberships of roles. */
export function createTableDefinitions(
  catalogue: Pick<Connections, 'sql'>,
  maxAgeMs = 30_000,
): TableDefinitions {
  const entries = new Map<string, Entry>();

  function read(schema: string, table: string, relation: Relation | undefined): Entry['definition'] {
    const name = JSON.stringify([schema, table]);
    const definition = readTable(catalogue, schema, table);
    const entry = { relation, until: performance.now() + maxAgeMs, definition };
    if (entries.size >= maxEntries) entries.clear();
    entries.set(name, entry);
    definition.catch(() => {
      if (entries.get(name) === entry) entries.delete(name);
    });
    return definition;
  }

  const findFresh = (schema: string, table: string) => {
    const entry = entries.get(JSON.stringify([schema, table]));
    return entry !== undefined && performance.now() < entry.until ? entry : undefined;
  };

  return {
    async find(schema, table) {
      const entry = findFresh(schema, table);
      const definition = await entry?.definition;
      return definition?.isPublished ? definition : read(schema, table, entry?.relation);
    },
    async of(relation) {
      const { schema, table, id } = relation;
      const entry = findFresh(schema, table);
      const isKnown = entry?.relation === relation;
      const definition = await (isKnown ? entry.definition : read(schema, table, relation));
      // Another table may have the name by now.
      return definition?.id === id ? definition : undefined;
    },
  };
}
