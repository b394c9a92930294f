import type { EmbedNode, ReadNode } from '../plan/read-plan.ts';
import type { OrderTerm, SelectField } from '../request/parsed-query.ts';
import type { RowRange } from '../request/row-range.ts';
import { RestError } from '../rest-error.ts';
import { keyOf, toFieldSql, toValueSql, withAggregate } from './field-sql.ts';
import { toLogicSql } from './filter-sql.ts';
import { fromSql, joinConditions } from './from-sql.ts';
import { type Bindings, identifier } from './statement.ts';

/** The name of a change's or call's result, which can be read in place of a table. */
export const resultName = 'pgrst_source';

/** A column of a spread resource in the parent row. */
interface SpreadColumn extends Pick<SelectField, 'aggregate' | 'aggregateCast'> {
  name: string;
}

/** The SELECT of a node and everything below it. `isResult`: reads the result of the change or call before. */
export function toReadSql(node: ReadNode | EmbedNode, bindings: Bindings, isResult = false): string {
  const isSpread = 'relationship' in node && node.isSpread;
  const own = ownColumns(node);
  const hidden = isSpread && !node.isToOne ? hiddenOrders(node) : [];
  const columns = [
    ...own,
    ...hidden.map(({ sql }) => sql),
    ...node.children.flatMap((child) => childColumns(child, isGrouped(node))),
  ];
  const conditions = [
    ...node.where.map((logic) => toLogicSql({ rows: node, bindings, children: node.children }, logic)),
    ...('relationship' in node ? joinConditions(node) : []),
  ];
  return [
    `select ${columns.length === 0 ? `${identifier(node.alias)}.*` : columns.join(', ')}`,
    `from ${fromSql(node, isResult ? resultName : undefined)}`,
    ...node.children.map((child) => joinSql(child, bindings)),
    conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`,
    groupSql(node),
    hidden.length > 0 ? '' : orderSql(node, node.order),
    rangeSql(node.range, bindings),
  ]
    .filter(Boolean)
    .join(' ');
}

function ownColumns(node: ReadNode | EmbedNode): string[] {
  const passesUp = 'relationship' in node && node.isSpread && node.isToOne;
  return expandStars(node).map((field) => {
    const value = toValueSql(node, field);
    const key = keyOf(field) ?? (passesUp ? field.aggregate : undefined);
    // An aggregate of a spread to-one resource is computed one level up, where there is more than one row.
    const taken =
      passesUp || field.aggregate === undefined
        ? value
        : withAggregate(field.field.name === '*' ? '*' : value, field);
    return key === undefined ? taken : `${taken} as ${identifier(key)}`;
  });
}

/** `*` is expanded where its columns are grouped or aggregated one by one. */
function expandStars(node: ReadNode | EmbedNode, isInGroup = false): SelectField[] {
  const isListed = 'relationship' in node && node.isSpread && !node.isToOne;
  if (!isListed && !isInGroup && !isGrouped(node)) return node.fields;
  return node.fields.flatMap((field) =>
    field.field.name === '*' && field.aggregate === undefined && node.definition !== undefined
      ? [...node.definition.columns.keys()].map((name) => ({ ...field, field: { name, path: [] } }))
      : [field],
  );
}

function isGrouped(node: ReadNode | EmbedNode): boolean {
  const passesUp = 'relationship' in node && node.isSpread && node.isToOne;
  if (passesUp) return false;
  const isTaken = ({ aggregate }: Pick<SelectField, 'aggregate'>) => aggregate !== undefined;
  return (
    node.fields.some(isTaken) ||
    node.children.some((child) => child.isSpread && spreadColumns(child).some(isTaken))
  );
}

/** The value of an embedded resource in the row. One without fields exists only for filters. */
function childColumns(child: EmbedNode, isInGroup: boolean): string[] {
  const row = identifier(child.rowAlias);
  if (child.isSpread) {
    return spreadColumns(child, isInGroup).map((column) => {
      const value = column.name === '*' ? `${row}.*` : `${row}.${identifier(column.name)}`;
      return column.aggregate === undefined
        ? value
        : `${withAggregate(value, column)} as ${identifier(column.name)}`;
    });
  }
  if (isEmpty(child)) return [];
  return [`${embeddedValue(child, isInGroup)} as ${identifier(child.key)}`];
}

/** Only jsonb can be compared and so be grouped by; json is cheaper and keeps the order of its keys. */
function embeddedValue(child: EmbedNode, isInGroup: boolean): string {
  const row = identifier(child.rowAlias);
  const value = child.isToOne ? `row_to_json(${row}.*)` : `coalesce(${row}.${row}, '[]')`;
  return isInGroup ? `${value}::jsonb` : value;
}

function isEmpty(node: ReadNode): boolean {
  return node.fields.length === 0 && node.children.every(isEmpty);
}

function spreadColumns(child: EmbedNode, isInGroup = false): SpreadColumn[] {
  const own = expandStars(child, isInGroup).map((field): SpreadColumn => {
    const { aggregate, aggregateCast } = field;
    const name = keyOf(field) ?? aggregate ?? field.field.name;
    return child.isToOne ? { name, aggregate, aggregateCast } : { name };
  });
  const below = child.children.flatMap((grandchild): SpreadColumn[] =>
    grandchild.isSpread
      ? spreadColumns(grandchild, isInGroup)
      : isEmpty(grandchild)
        ? []
        : [{ name: grandchild.key }],
  );
  if (
    !child.isToOne &&
    (child.fields.some(({ aggregate }) => aggregate) || below.some(({ aggregate }) => aggregate))
  ) {
    throw new RestError('PGRST127', 400, 'Feature not implemented', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    });
  }
  return [...own, ...below];
}

function joinSql(child: EmbedNode, bindings: Bindings): string {
  const row = identifier(child.rowAlias);
  const kind = child.join === 'inner' ? 'inner' : 'left';
  const rows = toReadSql(child, bindings);
  if (child.isToOne) return `${kind} join lateral (${rows}) as ${row} on true`;
  const order = child.isSpread ? hiddenOrders(child).map(({ order: term }) => term) : [];
  const lists = child.isSpread
    ? spreadColumns(child).map(({ name }) => {
        const ordered = order.length === 0 ? '' : ` order by ${order.join(', ')}`;
        return `, coalesce(json_agg(${row}.${identifier(name)}${ordered}), '[]') as ${identifier(name)}`;
      })
    : [];
  const condition = child.join === 'inner' ? `${row}.${row} is not null` : 'true';
  return `${kind} join lateral (select json_agg(${row}) as ${row}${lists.join('')} from (${rows}) as ${row}) as ${row} on ${condition}`;
}

/** Lists of a spread resource are ordered during aggregation, by columns that are selected only for that. */
function hiddenOrders(node: EmbedNode): { sql: string; order: string }[] {
  return node.order.map((term, index) => {
    const name = identifier(`order_${index + 1}_of_${node.rowAlias}`.slice(0, 60));
    return {
      sql: `${orderValue(node, term)} as ${name}`,
      order: `${identifier(node.rowAlias)}.${name}${orderKeywords(term)}`,
    };
  });
}

function groupSql(node: ReadNode | EmbedNode): string {
  if (!isGrouped(node)) return '';
  const own = expandStars(node)
    .filter(({ aggregate }) => aggregate === undefined)
    .map((field) => toValueSql(node, field));
  const below = node.children.flatMap((child) => {
    if (!child.isSpread) return isEmpty(child) ? [] : [embeddedValue(child, true)];
    return spreadColumns(child, true)
      .filter(({ aggregate }) => aggregate === undefined)
      .map(({ name }) => `${identifier(child.rowAlias)}.${identifier(name)}`);
  });
  const terms = [...own, ...below];
  return terms.length === 0 ? '' : `group by ${terms.join(', ')}`;
}

function orderSql(node: ReadNode, order: OrderTerm[]): string {
  if (order.length === 0) return '';
  return `order by ${order.map((term) => orderValue(node, term) + orderKeywords(term)).join(', ')}`;
}

function orderValue(node: ReadNode, { relation, field }: OrderTerm): string {
  if (relation === undefined) return toFieldSql(node, field);
  const child = node.children.find(({ key }) => key === relation);
  return toFieldSql({ alias: child?.rowAlias ?? relation, definition: undefined }, field);
}

function orderKeywords({ direction, nulls }: OrderTerm): string {
  return `${direction === undefined ? '' : ` ${direction}`}${nulls === undefined ? '' : ` nulls ${nulls}`}`;
}

function rangeSql({ offset, limit }: RowRange, bindings: Bindings): string {
  const parts = [];
  if (limit !== undefined) parts.push(`limit ${limit}`);
  if (offset !== 0) parts.push(`offset ${bindings.fixed(String(offset))}`);
  return parts.join(' ');
}
