import type { EmbedNode, ReadNode } from '../plan/read-plan.ts';
import { type EmbeddedTest, toLogicSql } from './filter-sql.ts';
import { fromSql, joinConditions } from './from-sql.ts';
import { resultName } from './read-sql.ts';
import type { Bindings } from './statement.ts';

/** Selects one row for each root row that matches the filters, without limit and offset. */
export function toCountSql(node: ReadNode | EmbedNode, bindings: Bindings, isResult = false): string {
  const embedded: EmbeddedTest = (child, isThere) =>
    `${isThere ? '' : 'not '}exists (${toCountSql(child, bindings)})`;
  const conditions = [
    ...node.where.map((logic) =>
      toLogicSql({ rows: node, bindings, children: node.children, embedded }, logic),
    ),
    ...('relationship' in node ? joinConditions(node) : []),
    ...node.children.filter(({ join }) => join === 'inner').map((child) => embedded(child, true)),
  ];
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `select 1 from ${fromSql(node, isResult ? resultName : undefined)}${where}`;
}
