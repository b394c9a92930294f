import { createHash } from 'node:crypto';
import { type Catalogue, findTable } from '../catalogue/catalogue.ts';
import { isToOne, type Name } from '../catalogue/definitions.ts';
import type { At, Query, SelectEmbed, SelectItem } from '../request/parsed-query.ts';
import { type RowRange, restrict, toRowRange } from '../request/row-range.ts';
import { RestError } from '../rest-error.ts';
import { requireRelationship } from './find-relationship.ts';
import type { EmbedNode, ReadNode } from './read-plan.ts';

export interface ReadPlanOptions {
  catalogue: Catalogue;
  table: Name;
  query: Query;
  /** The range of the table's own rows. */
  range: RowRange;
  /** False for a change: its filters select the changed rows, and the result is not filtered again. */
  filtersRoot: boolean;
  /** The maximum number of rows at every level. */
  maxRows: number | undefined;
  /** The caller's role. Tables of other roles are not suggested. */
  role: string;
}

/** Resolves the tables and relationships of a query, and builds a tree with the filters, order and range of each. */
export function buildReadPlan(options: ReadPlanOptions): ReadNode {
  const { catalogue, table, query, range } = options;
  const root: ReadNode = {
    table,
    definition: findTable(catalogue, table),
    alias: table.name,
    ...emptyNode(),
    range: options.filtersRoot ? restrict(range, options.maxRows) : { offset: 0, limit: undefined },
  };
  addItems(options, root, query.select, 1);
  const isMeant = ({ path }: At<unknown>) => options.filtersRoot || path.length > 0;
  for (const { path, value } of query.filters.filter(isMeant)) find(root, path).where.push(value);
  for (const { path, value } of query.logic.filter(isMeant)) find(root, path).where.push(value);
  for (const { path, value } of query.orders) find(root, path).order = value;
  addRanges(root, options);
  requireToOneOrders(root);
  return root;
}

function emptyNode() {
  return { fields: [], where: [], order: [], children: [], range: { offset: 0, limit: undefined } };
}

function addItems(options: ReadPlanOptions, node: ReadNode, items: SelectItem[], depth: number): void {
  for (const item of items) {
    if (item.kind === 'field') node.fields.push(item);
    else node.children.push(toEmbedNode(options, node, item, depth));
  }
}

function toEmbedNode(
  options: ReadPlanOptions,
  parent: ReadNode,
  item: SelectEmbed,
  depth: number,
): EmbedNode {
  const { catalogue, role } = options;
  const relationship = requireRelationship({
    catalogue,
    origin: parent.table,
    target: item.target,
    hint: item.hint,
    role,
  });
  const key = item.alias ?? item.target;
  const node: EmbedNode = {
    table: relationship.foreign,
    definition: findTable(catalogue, relationship.foreign),
    alias: shorten(`${relationship.foreign.name}_${depth}`),
    ...emptyNode(),
    relationship,
    target: item.target,
    key,
    rowAlias: shorten(`${relationship.table.name}_${key}_${depth}`),
    join: item.join,
    isToOne: isToOne(relationship),
    isSpread: item.isSpread,
    parentAlias: parent.alias,
  };
  addItems(options, node, item.items, depth + 1);
  return node;
}

/** Postgres truncates names after 63 bytes; two long names must not collide. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= 63) return name;
  return `embedded_${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

/** The node at a path of names. */
function find(root: ReadNode, path: string[]): ReadNode {
  return path.reduce<ReadNode>((node, name) => {
    const child =
      node.children.find(({ key }) => key === name) ?? node.children.find(({ target }) => target === name);
    if (child === undefined) throw notEmbedded(name);
    return child;
  }, root);
}

function addRanges(root: ReadNode, { query, filtersRoot, maxRows }: ReadPlanOptions): void {
  const isNested = ({ path }: At<unknown>) => path.length > 0;
  const limits = new Map(query.limits.filter(isNested).map(({ path, value }) => [find(root, path), value]));
  const offsets = new Map(query.offsets.filter(isNested).map(({ path, value }) => [find(root, path), value]));
  const visit = (node: ReadNode) => {
    for (const child of node.children) {
      const asked = toRowRange({ limit: limits.get(child), offset: offsets.get(child), header: null });
      child.range = filtersRoot && !child.isToOne ? restrict(asked, maxRows) : asked;
      visit(child);
    }
  };
  visit(root);
}

/** Rows can be ordered by a to-one resource, not by a to-many resource. */
function requireToOneOrders(node: ReadNode): void {
  for (const { relation } of node.order) {
    if (relation === undefined) continue;
    const child = node.children.find(({ key }) => key === relation);
    if (child === undefined) throw notEmbedded(relation);
    if (!child.isToOne) {
      throw new RestError('PGRST118', 400, `A related order on '${relation}' is not possible`, {
        details: `'${node.table.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
      });
    }
  }
  node.children.forEach(requireToOneOrders);
}

function notEmbedded(name: string): RestError {
  return new RestError('PGRST108', 400, `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}
