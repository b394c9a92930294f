import type { ColumnPair } from '../catalogue/definitions.ts';
import type { EmbedNode, ReadNode } from '../plan/read-plan.ts';
import { identifier, qualified } from './statement.ts';

/** The FROM of a node: its table, the function that returns its rows, or the result of the change or call before. */
export function fromSql(node: ReadNode | EmbedNode, result?: string): string {
  const alias = identifier(node.alias);
  if (!('relationship' in node)) return `${result ?? qualified(node.table)} as ${alias}`;
  const { relationship } = node;
  if (relationship.kind === 'computed') {
    // The cast selects the overload: functions of that name may exist for rows of other tables.
    const row = `${identifier(node.parentAlias)}::${qualified(relationship.table)}`;
    return `${qualified(relationship.function)}(${row}) as ${alias}`;
  }
  const own = `${qualified(relationship.foreign)} as ${alias}`;
  if (relationship.junction === undefined) return own;
  return `${own}, ${qualified(relationship.junction.table)} as ${junctionAlias(node)}`;
}

/** The join conditions between an embedded resource and its parent row. */
export function joinConditions(node: EmbedNode): string[] {
  const { relationship, parentAlias } = node;
  if (relationship.kind === 'computed') return [];
  const own = identifier(node.alias);
  const parent = identifier(parentAlias);
  const equal = (left: string, right: string) => (pair: ColumnPair) =>
    `${left}.${identifier(pair[1])} = ${right}.${identifier(pair[0])}`;
  if (relationship.junction === undefined) return relationship.columns.map(equal(own, parent));
  const junction = junctionAlias(node);
  const { source, target } = relationship.junction;
  return [...source.map(equal(junction, parent)), ...target.map(equal(junction, own))];
}

function junctionAlias(node: EmbedNode): string {
  return identifier(`between_${node.rowAlias}`.slice(0, 60));
}
