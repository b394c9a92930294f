import type { Column, Table } from '../catalogue/definitions.ts';
import { buildReadPlan } from '../plan/build-read-plan.ts';
import type { ReadNode } from '../plan/read-plan.ts';
import type { Logic } from '../request/parsed-query.ts';
import { requireKnown } from '../request/preferences.ts';
import { RestError } from '../rest-error.ts';
import { toAnswerSql, toBodySql } from '../sql/answer-sql.ts';
import { insertedSql, toDeleteSql, toInsertSql, toUpdateSql } from '../sql/change-sql.ts';
import { resultName, toReadSql } from '../sql/read-sql.ts';
import { type Bindings, createBindings, identifier } from '../sql/statement.ts';
import { requireAggregatesAllowed, toTopRange } from './compile-read.ts';
import type { Compiled, CompileInput, Kind } from './compiled.ts';
import { explain } from './explain.ts';
import { requireTable } from './require-table.ts';

const kinds: Record<string, Kind> = { POST: 'insert', PATCH: 'update', PUT: 'put', DELETE: 'delete' };

/** POST, PATCH, PUT and DELETE of a table. */
export function compileChange(input: CompileInput): Compiled {
  const { catalogue, query, preferences, media, role } = input;
  const kind = kinds[input.method] ?? 'insert';
  const table = requireTable(input);
  const range = toTopRange(input);
  if (kind === 'put' && (range.limit !== undefined || range.offset !== 0))
    throw new RestError('PGRST114', 400, 'limit/offset querystring parameters are not allowed for PUT');
  const plan = buildReadPlan({
    catalogue,
    table,
    query,
    range,
    filtersRoot: false,
    maxRows: undefined,
    role,
  });
  requireAggregatesAllowed(input, plan);
  requireKnown(preferences);

  const bindings = createBindings();
  const isShown = preferences.representation === 'representation';
  const isLocated =
    kind === 'insert' && preferences.representation === 'headers-only' && table.primaryKey.length > 0;
  const returning = isShown ? toReturning(plan, table) : isLocated ? table.primaryKey : [];
  const change = toChangeSql(kind, input, { table, returning }, bindings);
  const isMerged = kind === 'put' || (kind === 'insert' && preferences.resolution === 'merge-duplicates');
  const answer = toAnswerSql({
    body: isShown
      ? toBodySql(media)
      : isLocated
        ? `case when count(*) = 1 then json_agg(pgrst_row)->0 end`
        : "''",
    inserted: isMerged ? insertedSql : 'null',
    from: isShown
      ? toReadSql(plan, bindings, true)
      : isLocated
        ? `select ${returning.map(identifier).join(', ')} from ${resultName}`
        : `select from ${resultName}`,
  });
  const text = `with ${resultName} as (${change}) ${answer}`;
  return {
    kind,
    schema: input.schema,
    name: input.name,
    main: explain({ text, bindings: bindings.list }, media),
    isReadOnly: false,
    media,
    range,
    preferences,
    hasConflictTarget: table.primaryKey.length > 0 || query.onConflict !== undefined,
    primaryKey: table.primaryKey,
    maxRows: undefined,
  };
}

function toChangeSql(
  kind: Kind,
  input: CompileInput,
  { table, returning }: { table: Table; returning: string[] },
  bindings: Bindings,
): string {
  const { query, preferences, body } = input;
  const rows = { alias: table.name, definition: table };
  const where: Logic[] = [
    ...query.filters.filter(({ path }) => path.length === 0).map(({ value }) => value),
    ...query.logic.filter(({ path }) => path.length === 0).map(({ value }) => value),
  ];
  const change = { table, rows, returning };
  if (kind === 'delete') {
    requireFilter('DELETE', where);
    return toDeleteSql({ ...change, where }, bindings);
  }
  const values = {
    columns: requireColumns(table, body?.names ?? query.columns ?? []),
    isObject: body?.isObject ?? true,
    fillsDefaults: preferences.missing === 'default',
  };
  if (kind === 'update') {
    requireFilter('UPDATE', where);
    return toUpdateSql({ ...change, ...values, where }, bindings);
  }
  if (kind === 'put') {
    requireKeyFilters(input, table);
    const conflict = { columns: table.primaryKey, isMerged: true };
    return toInsertSql({ ...change, ...values, fillsDefaults: false, conflict, conditions: where }, bindings);
  }
  const { resolution } = preferences;
  const conflict =
    resolution === undefined
      ? undefined
      : { columns: query.onConflict ?? table.primaryKey, isMerged: resolution === 'merge-duplicates' };
  return toInsertSql({ ...change, ...values, conflict, conditions: [] }, bindings);
}

/** As on a Supabase project, where an extension rejects changes of a whole table without a filter. */
function requireFilter(command: string, where: Logic[]): void {
  if (where.length === 0) throw new RestError('21000', 400, `${command} requires a WHERE clause`);
}

function requireColumns(table: Table, names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = table.columns.get(name);
    if (column !== undefined) return column;
    throw new RestError(
      'PGRST204',
      400,
      `Could not find the '${name}' column of '${table.name}' in the schema cache`,
    );
  });
}

/** PUT must name one row by its whole key, and nothing else. */
function requireKeyFilters({ query }: CompileInput, { primaryKey }: Table): void {
  const names = new Set(query.filters.map(({ value }) => value.field.name));
  const areExact = query.filters.every(
    ({ path, value: { field, isNegated, test } }) =>
      path.length === 0 &&
      field.path.length === 0 &&
      !isNegated &&
      test.kind === 'compare' &&
      test.operator === '=' &&
      test.quantifier === undefined,
  );
  const isWholeKey = names.size === primaryKey.length && primaryKey.every((name) => names.has(name));
  if (!areExact || !isWholeKey || primaryKey.length === 0 || query.logic.length > 0)
    throw new RestError(
      'PGRST105',
      405,
      "Filters must include all and only primary key columns with 'eq' operators",
    );
}

/** The columns that a change must return for the response, and no others: each needs a privilege. */
function toReturning(plan: ReadNode, table: Table): string[] {
  const names = new Set(plan.fields.map(({ field }) => field.name));
  const isWhole =
    names.has('*') || plan.children.some(({ relationship }) => relationship.kind === 'computed');
  for (const { relation, field } of plan.order) if (relation === undefined) names.add(field.name);
  if (isWhole) return ['*', ...[...names].filter((name) => name !== '*' && !table.columns.has(name))];
  for (const { relationship } of plan.children) {
    if (relationship.kind === 'computed') continue;
    const pairs = relationship.junction?.source ?? relationship.columns;
    for (const [own] of pairs) names.add(own);
  }
  return [...names];
}
