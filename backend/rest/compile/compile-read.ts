import { buildReadPlan } from '../plan/build-read-plan.ts';
import type { ReadNode } from '../plan/read-plan.ts';
import { type Preferences, requireKnown } from '../request/preferences.ts';
import { type RowRange, toRowRange } from '../request/row-range.ts';
import { RestError } from '../rest-error.ts';
import { toAnswerSql, toBodySql } from '../sql/answer-sql.ts';
import { toCountSql } from '../sql/count-sql.ts';
import { resultName, toReadSql } from '../sql/read-sql.ts';
import { createBindings, type Statement } from '../sql/statement.ts';
import type { Compiled, CompileInput } from './compiled.ts';
import { explain } from './explain.ts';
import { requireTable } from './require-table.ts';

/** GET and HEAD of a table. */
export function compileRead(input: CompileInput): Compiled {
  const { catalogue, query, preferences, media, maxRows, role } = input;
  const table = requireTable(input);
  const range = toTopRange(input);
  const plan = buildReadPlan({ catalogue, table, query, range, filtersRoot: true, maxRows, role });
  requireAggregatesAllowed(input, plan);
  requireKnown(preferences);

  const count = toSafeCount(input, plan);
  const bindings = createBindings();
  const rows = toReadSql(plan, bindings);
  const isBodyWanted = input.method !== 'HEAD';
  const needsResult =
    isBodyWanted && (media.kind === 'csv' || (media.kind === 'plan' && media.of.kind === 'csv'));
  const total = toTotalSql({ count, maxRows }, plan, () => toCountSql(plan, bindings));
  const answer = toAnswerSql({
    total,
    body: isBodyWanted ? toBodySql(media) : "''",
    from: needsResult ? `select * from ${resultName}` : rows,
  });
  const text = needsResult ? `with ${resultName} as (${rows}) ${answer}` : answer;
  return {
    kind: 'read',
    schema: input.schema,
    name: input.name,
    main: explain({ text, bindings: bindings.list }, media),
    estimate: toEstimate(count, plan),
    isReadOnly: true,
    media,
    range,
    preferences,
    hasConflictTarget: false,
    primaryKey: [],
    maxRows,
  };
}

export function toTopRange({ query, method, rangeHeader }: CompileInput): RowRange {
  const own = (list: typeof query.limits) => list.find(({ path }) => path.length === 0)?.value;
  return toRowRange({
    limit: own(query.limits),
    offset: own(query.offsets),
    header: method === 'GET' ? rangeHeader : null,
  });
}

type Count = Preferences['count'];

/**
 * The planner estimates from statistics of all rows, including those that row security hides: a caller could learn about hidden rows from
 * the estimate. In such tables rows are counted instead.
 */
export function toSafeCount({ preferences: { count }, role }: CompileInput, plan: ReadNode): Count {
  const isOpen = ({ definition, children }: ReadNode): boolean =>
    definition !== undefined && !definition.isView && !definition.hasRowSecurity && children.every(isOpen);
  return count === undefined || role === 'service_role' || isOpen(plan) ? count : 'exact';
}

/** The total number of rows, when requested. An estimate stops counting at the row limit. */
export function toTotalSql(
  { count, maxRows }: { count: Count; maxRows: number | undefined },
  plan: ReadNode,
  countSql: () => string,
): string {
  if (count !== 'exact' && count !== 'estimated') return 'null';
  const isWhole = plan.range.limit === undefined && plan.range.offset === 0;
  if (isWhole) return 'count(*)';
  const limit = count === 'estimated' && maxRows !== undefined ? ` limit ${maxRows + 1}` : '';
  return `(select count(*) from (${countSql()}${limit}) as pgrst_total)`;
}

function toEstimate(count: Count, plan: ReadNode): Statement | undefined {
  if (count !== 'planned' && count !== 'estimated') return undefined;
  const bindings = createBindings();
  return { text: `explain (format json) ${toCountSql(plan, bindings)}`, bindings: bindings.list };
}

export function requireAggregatesAllowed({ catalogue }: CompileInput, plan: ReadNode): void {
  if (catalogue.settings.areAggregatesAllowed) return;
  const hasAggregate = (node: ReadNode): boolean =>
    node.fields.some(({ aggregate }) => aggregate !== undefined) || node.children.some(hasAggregate);
  if (hasAggregate(plan)) throw new RestError('PGRST123', 400, 'Use of aggregate functions is not allowed');
}
