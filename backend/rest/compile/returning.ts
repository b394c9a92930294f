import type { Table } from '../catalogue/definitions.ts';
import type { ReadNode } from '../plan/read-plan.ts';

/** The columns that a change must return for the response, and no others: each needs a privilege. */
export function toReturning(plan: ReadNode, table: Table): string[] {
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
