import type { Database } from '../../../database/database.ts';
import type { Catalogue } from './catalogue.ts';
import {
  computedQuery,
  foreignKeysQuery,
  keysQuery,
  roleSettingsQuery,
  routinesQuery,
  tablesQuery,
  viewsQuery,
} from './catalogue-queries.ts';
import type { Column, ComputedRelationship, Routine, Table } from './definitions.ts';
import { type ForeignKeyRow, findRelationships, keyOf } from './relationships.ts';
import { parseRoleSettings, type RoleSettingRow } from './role-settings.ts';
import { findViewKeys, type KeyRow, type ViewKey, type ViewRow } from './view-keys.ts';

type TableRow = Omit<Table, 'columns'> & { columns: Column[] };

/** Reads all definitions in one snapshot. */
export async function readCatalogue(
  database: Pick<Database, 'transaction'>,
  wanted: readonly string[],
): Promise<Catalogue> {
  const rows = await database.transaction(async (sql) => {
    // With an empty search path, types and expressions include their schema, so that they mean the same everywhere.
    await sql`set local search_path = ''`;
    const values = async <Row>(query: string, parameters: string[][]): Promise<Row[]> => {
      const found = await sql.unsafe<{ value: string }[]>(query, parameters);
      return found.map(({ value }): Row => JSON.parse(value));
    };
    const schemas = [...wanted];
    return Promise.all([
      sql<
        { name: string }[]
      >`select nspname as name from pg_catalog.pg_namespace where nspname = any (${schemas})`,
      values<TableRow>(tablesQuery, [schemas]),
      values<ForeignKeyRow>(foreignKeysQuery, []),
      values<Omit<ComputedRelationship, 'kind'>>(computedQuery, []),
      values<Routine>(routinesQuery, [schemas]),
      sql.unsafe<ViewRow[]>(viewsQuery, [schemas]),
      values<KeyRow>(keysQuery, []),
      sql.unsafe<RoleSettingRow[]>(roleSettingsQuery, []),
    ]);
  });
  const [existing, tableRows, foreignKeys, computed, routines, views, keys, settings] = rows;
  const viewKeys = findViewKeys(views, keys);
  const tables = new Map(tableRows.map((row) => [keyOf(row), toTable(row, viewKeys)]));
  return {
    schemas: wanted.filter((schema) => existing.some(({ name }) => name === schema)),
    settings: parseRoleSettings(settings),
    tables,
    routines: Map.groupBy(routines, keyOf),
    relationships: findRelationships({ foreignKeys, viewKeys, computed, tables }),
  };
}

function toTable(row: TableRow, viewKeys: ViewKey[]): Table {
  const ofView = viewKeys.find(
    ({ kind, view }) => kind === 'primary' && view.schema === row.schema && view.name === row.name,
  );
  return {
    ...row,
    primaryKey: row.isView ? [...(ofView?.columns ?? [])].sort() : row.primaryKey,
    columns: new Map(row.columns.map((column) => [column.name, column])),
  };
}
