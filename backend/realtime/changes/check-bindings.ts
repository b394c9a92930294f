/** Checks the bindings of a subscription, and refuses them in upstream's words. */
import type { Connections, Database } from '../../../database/database.ts';
import type { DatabaseRole } from '../../identity/roles.ts';
import type { ChangeBinding } from './change-feed.ts';
import { type CheckedFilter, checkFilters, raised, SubscriptionFault } from './check-filters.ts';
import { type Filter, inspect, parseFilters } from './parse-filter.ts';
import { changesPublication } from './shared-stream.ts';
import type { TableDefinition, TableDefinitions } from './table-definition.ts';

export interface CheckedBinding {
  binding: ChangeBinding;
  schema: string;
  table: string;
  filters: readonly CheckedFilter[];
  select: readonly string[] | undefined;
}

/** The message is for the client. */
export class BindingRefused extends Error {
  override name = 'BindingRefused';
}

export interface CheckBindings {
  requests: Database['requests'];
  catalogue: Pick<Connections, 'sql'>;
  definitions: TableDefinitions;
}

const wildcardSelect =
  'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.';

export async function checkBinding(
  options: CheckBindings,
  binding: ChangeBinding,
  role: DatabaseRole,
): Promise<CheckedBinding> {
  const { schema, table = '*' } = binding;
  const select = binding.select?.length ? [...binding.select].sort() : undefined;
  const filters = parse(binding.filter);
  if (select && (schema === '*' || table === '*')) throw new BindingRefused(wildcardSelect);
  const described = describe({ ...binding, table, select }, filters);
  try {
    const tables = await findTables(options, schema, table);
    if (tables.length === 0)
      throw new BindingRefused(
        `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${described}`,
      );
    let checked: CheckedFilter[] = [];
    for (const definition of tables) {
      if (table !== '*') checkSelect(definition, role, select);
      if (filters.length > 0) checked = await checkFilters(options.requests, role, definition, filters);
    }
    return { binding, schema, table, filters: checked, select };
  } catch (error) {
    if (!(error instanceof SubscriptionFault)) throw error;
    throw new BindingRefused(
      `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${described}. Exception: ${error.message}`,
    );
  }
}

function parse(text: string | undefined): Filter[] {
  try {
    return parseFilters(text ?? '');
  } catch (error) {
    throw new BindingRefused(error instanceof Error ? error.message : String(error));
  }
}

/** The published tables that a binding names. */
async function findTables(
  { catalogue, definitions }: CheckBindings,
  schema: string,
  table: string,
): Promise<TableDefinition[]> {
  // No name has a NUL, and Postgres refuses to look for one.
  if (`${schema}${table}`.includes('\0')) return [];
  const names =
    schema === '*' || table === '*'
      ? await catalogue.sql<{ schema: string; table: string }[]>`
          select schemaname as schema, tablename as table from pg_publication_tables
          where pubname = ${changesPublication} and ${schema}::text in (schemaname::text, '*') and ${table}::text in (tablename::text, '*')
          limit 200
        `
      : [{ schema, table }];
  const found = await Promise.all(names.map((name) => definitions.find(name.schema, name.table)));
  return found.flatMap((definition) => (definition?.isPublished ? [definition] : []));
}

function checkSelect(
  definition: TableDefinition,
  role: DatabaseRole,
  select: readonly string[] | undefined,
): void {
  const readable = definition.selectable[role];
  if (readable.size === 0)
    throw new SubscriptionFault(
      `ERROR 42501 (insufficient_privilege) permission denied for table ${definition.table}`,
    );
  const unknown = select?.find((name) => !readable.has(name));
  if (unknown !== undefined) throw raised(`invalid column for select ${unknown}`);
}

/** `[event: INSERT, schema: public, table: notes, filters: [{"id", "eq", "5", false}], select: nil]` */
function describe(
  { event, schema, table, select }: ChangeBinding & { table: string },
  filters: readonly Filter[],
): string {
  const list = filters.map(
    ({ column, operator, value, isNegated }) =>
      `{${[column, operator, value].map((text) => JSON.stringify(text)).join(', ')}, ${isNegated}}`,
  );
  return `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${list.join(', ')}], select: ${
    select ? inspect(select) : 'nil'
  }]`;
}
