import type {
  ComputedRelationship,
  ForeignKeyRelationship,
  Name,
  Relationship,
  Table,
} from './definitions.ts';
import { isSame } from './definitions.ts';
import type { ViewKey } from './view-keys.ts';

export interface ForeignKeyRow {
  table: Name;
  foreign: Name;
  constraint: string;
  isUnique: boolean;
  columns: [own: string, foreign: string][];
}

/** Relationships by their source table. */
export type Relationships = ReadonlyMap<string, readonly Relationship[]>;

export function keyOf({ schema, name }: Name): string {
  return `${schema}\0${name}`;
}

/** All relationships between exposed relations: along foreign keys, in reverse, through a junction table, and by functions. */
export function findRelationships(given: {
  foreignKeys: ForeignKeyRow[];
  viewKeys: ViewKey[];
  computed: Omit<ComputedRelationship, 'kind'>[];
  tables: ReadonlyMap<string, Table>;
}): Relationships {
  const { tables, viewKeys } = given;
  const forward = findForward(given.foreignKeys, viewKeys);
  const all = [...forward, ...forward.map(invert), ...findManyToMany(forward, tables)];
  const found = new Map<string, Relationship[]>();
  const add = (relationship: Relationship) => {
    const key = keyOf(relationship.table);
    found.set(key, [...(found.get(key) ?? []), relationship]);
  };
  const isReachable = ({ table, foreign }: Relationship) =>
    table.schema === foreign.schema && tables.has(keyOf(table)) && tables.has(keyOf(foreign));
  const computed = given.computed
    .map((row): ComputedRelationship => ({ kind: 'computed', ...row }))
    .filter(isReachable);
  // A function overrides the relationship with the same name.
  const isReplaced = ({ table, foreign }: Relationship) =>
    computed.some((other) => isSame(other.table, table) && isSame(other.function, foreign));
  for (const relationship of all.sort(byName)) {
    const isHidden = relationship.junction !== undefined && !tables.has(keyOf(relationship.junction.table));
    if (isReachable(relationship) && !isHidden && !isReplaced(relationship)) add(relationship);
  }
  computed.forEach(add);
  return found;
}

/** From the table with the foreign key to the other, also between views that show these columns. */
export function findForward(foreignKeys: ForeignKeyRow[], viewKeys: ViewKey[]): ForeignKeyRelationship[] {
  return foreignKeys.flatMap((key) => throughViews(toRelationship(key), viewKeys));
}

function toRelationship(key: ForeignKeyRow): ForeignKeyRelationship {
  return {
    kind: 'foreign-key',
    table: key.table,
    foreign: key.foreign,
    isSelf: isSame(key.table, key.foreign),
    cardinality: key.isUnique ? 'one-to-one' : 'many-to-one',
    constraint: key.constraint,
    columns: key.columns,
    isView: false,
    isForeignView: false,
  };
}

/** The relationship itself, and the same relationship with a view in place of either table or both. */
function throughViews(relationship: ForeignKeyRelationship, viewKeys: ViewKey[]): ForeignKeyRelationship[] {
  const { table, foreign, constraint, columns } = relationship;
  const isOurs = (key: ViewKey) => key.constraint === constraint && isSame(key.table, table);
  const pointing = viewKeys.filter((key) => key.kind === 'pointing' && isOurs(key));
  const pointedAt = viewKeys.filter((key) => key.kind === 'pointed-at' && isOurs(key));
  const own = columns.map((pair) => pair[0]);
  const other = columns.map((pair) => pair[1]);
  const ends = [{ name: table, columns: own, isView: false }, ...pointing.map(toEnd)];
  const otherEnds = [{ name: foreign, columns: other, isView: false }, ...pointedAt.map(toEnd)];
  return ends.flatMap((from) =>
    otherEnds.map((to) => ({
      ...relationship,
      table: from.name,
      foreign: to.name,
      isSelf: isSame(from.name, to.name),
      columns: from.columns.map((column, index) => [column, to.columns[index] ?? ''] as const),
      isView: from.isView,
      isForeignView: to.isView,
    })),
  );
}

function toEnd({ view, columns }: ViewKey) {
  return { name: view, columns, isView: true };
}

function invert(relationship: ForeignKeyRelationship): ForeignKeyRelationship {
  return {
    ...relationship,
    table: relationship.foreign,
    foreign: relationship.table,
    cardinality: relationship.cardinality === 'one-to-one' ? 'one-to-one' : 'one-to-many',
    columns: relationship.columns.map(([own, foreign]) => [foreign, own] as const),
    isView: relationship.isForeignView,
    isForeignView: relationship.isView,
  };
}

/** A table is a junction when its primary key includes the foreign keys to both tables. */
function findManyToMany(
  forward: ForeignKeyRelationship[],
  tables: ReadonlyMap<string, Table>,
): ForeignKeyRelationship[] {
  const manyToOne = forward.filter(({ cardinality }) => cardinality === 'many-to-one');
  const byTable = Map.groupBy(manyToOne, ({ table }) => keyOf(table));
  return manyToOne.flatMap((first) => {
    const primaryKey = tables.get(keyOf(first.table))?.primaryKey ?? [];
    const swap = ([own, foreign]: readonly [string, string]) => [foreign, own] as const;
    return (byTable.get(keyOf(first.table)) ?? [])
      .filter((second) => second.constraint !== first.constraint)
      .filter((second) => [...first.columns, ...second.columns].every(([own]) => primaryKey.includes(own)))
      .map((second) => ({
        kind: 'foreign-key' as const,
        table: first.foreign,
        foreign: second.foreign,
        isSelf: isSame(first.foreign, second.foreign),
        cardinality: 'many-to-many' as const,
        constraint: first.constraint,
        columns: [],
        junction: {
          table: first.table,
          constraint: second.constraint,
          source: first.columns.map(swap),
          target: second.columns.map(swap),
        },
        isView: first.isForeignView,
        isForeignView: second.isForeignView,
      }));
  });
}

const order = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many'];

/** Sorts relationships, so that messages list them in a stable order. */
function byName(one: ForeignKeyRelationship, other: ForeignKeyRelationship): number {
  const rank = (relationship: ForeignKeyRelationship) =>
    `${relationship.foreign.name}\0${order.indexOf(relationship.cardinality)}\0${relationship.constraint}\0${relationship.junction?.table.name ?? ''}`;
  return rank(one) < rank(other) ? -1 : 1;
}
