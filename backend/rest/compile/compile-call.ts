import { findTable } from '../catalogue/catalogue.ts';
import type { Routine } from '../catalogue/definitions.ts';
import { buildReadPlan } from '../plan/build-read-plan.ts';
import type { ReadNode } from '../plan/read-plan.ts';
import type { Logic, Value } from '../request/parsed-query.ts';
import { requireKnown } from '../request/preferences.ts';
import { RestError } from '../rest-error.ts';
import { toAnswerSql, toBodySql } from '../sql/answer-sql.ts';
import { type CallArguments, toCallSql } from '../sql/call-sql.ts';
import { toCountSql } from '../sql/count-sql.ts';
import { resultName, toReadSql } from '../sql/read-sql.ts';
import { createBindings } from '../sql/statement.ts';
import { requireAggregatesAllowed, toTopRange, toTotalSql } from './compile-read.ts';
import type { Compiled, CompileInput } from './compiled.ts';
import { explain } from './explain.ts';
import { requireRoutine } from './require-routine.ts';

/** GET, HEAD and POST of /rpc/name. */
export function compileCall(input: CompileInput): Compiled {
  const { catalogue, query, preferences, media, maxRows, role } = input;
  const isByGet = input.method !== 'POST';
  const routine = requireRoutine(input);
  // Resources can be embedded when the function returns rows of a table.
  const table = {
    schema: routine.schema,
    name: routine.returnsComposite ? routine.returns.name : routine.name,
  };
  const range = toTopRange(input);
  const plan = buildReadPlan({ catalogue, table, query, range, filtersRoot: true, maxRows, role });
  requireAggregatesAllowed(input, plan);
  requireKnown(preferences);
  if (preferences.handling === 'strict' && preferences.maxAffected !== undefined && !routine.returnsSet) {
    throw new RestError(
      'PGRST128',
      400,
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    );
  }

  const bindings = createBindings();
  const call = toCallSql(routine, toArguments(input, routine), computedFields(input, plan), bindings);
  const isBodyWanted = input.method !== 'HEAD';
  // The rows of a function are known, so no estimate is needed.
  const count = preferences.count === undefined ? undefined : 'exact';
  const total = toTotalSql({ count, maxRows }, plan, () => toCountSql(plan, bindings, true));
  const answer = toAnswerSql({
    total,
    count: routine.returnsSet ? 'count(*)' : '1',
    body: isBodyWanted ? toBodySql(media, routine) : "''",
    from: toReadSql(plan, bindings, true),
  });
  const text = `with ${resultName} as (${call}) ${answer}`;
  return {
    kind: 'call',
    schema: input.schema,
    name: input.name,
    main: explain({ text, bindings: bindings.list }, media),
    isReadOnly: isByGet || !routine.isVolatile,
    media,
    range,
    preferences,
    routine,
    hasConflictTarget: false,
    primaryKey: [],
    maxRows,
  };
}

function toArguments({ method, query, body }: CompileInput, routine: Routine): CallArguments {
  if (method !== 'POST') {
    const values = new Map<string, Value[]>();
    for (const { name, value } of query.args) values.set(name, [...(values.get(name) ?? []), value]);
    return { kind: 'query', values };
  }
  const [only, another] = routine.parameters;
  if (body?.kind === 'text' || (only?.name === '' && another === undefined)) return { kind: 'body' };
  return { kind: 'json', names: body?.names ?? query.columns ?? [], isObject: body?.isObject ?? true };
}

/** Computed fields (functions of the row): they are evaluated where the row still has its table's type. */
function computedFields({ catalogue }: CompileInput, plan: ReadNode): string[] {
  const definition = findTable(catalogue, plan.table);
  if (definition === undefined) return [];
  const keys = new Set(plan.children.map(({ key }) => key));
  const names = [
    ...plan.fields.map(({ field }) => field.name),
    ...plan.order.filter(({ relation }) => relation === undefined).map(({ field }) => field.name),
    ...plan.where.flatMap(fieldNames),
  ];
  return [...new Set(names)].filter(
    (name) => name !== '*' && !keys.has(name) && !definition.columns.has(name),
  );
}

function fieldNames(logic: Logic): string[] {
  return logic.kind === 'filter' ? [logic.field.name] : logic.members.flatMap(fieldNames);
}
