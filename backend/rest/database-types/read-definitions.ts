import type { Database } from '../../../database/database.ts';
import { foreignKeysQuery, keysQuery, viewsQuery } from '../catalogue/catalogue-queries.ts';
import { type ForeignKeyRelationship, isSame, type Name } from '../catalogue/definitions.ts';
import { type ForeignKeyRow, findForward } from '../catalogue/relationships.ts';
import { findViewKeys, type KeyRow, type ViewRow } from '../catalogue/view-keys.ts';
import { relationsQuery, routinesQuery, schemasQuery, typesQuery } from './definition-queries.ts';
import {
  compareNames,
  type Definitions,
  type PostgresType,
  type Relation,
  type Relationship,
  type Routine,
} from './definitions.ts';

/** Reads what the wanted schemas define, in the order in which it is written. Schemas that do not exist are left out. */
export async function readDefinitions(
  database: Pick<Database, 'transaction'>,
  wanted: readonly string[],
): Promise<Definitions> {
  const rows = await database.transaction(async (sql) => {
    // A hosted project's. The names of types depend on it.
    await sql`set local search_path = "$user", public, extensions`;
    const values = async <Row>(query: string, parameters: string[][]): Promise<Row[]> => {
      const found = await sql.unsafe<{ value: string }[]>(query, parameters);
      return found.map(({ value }): Row => JSON.parse(value));
    };
    const schemas = [...wanted];
    return Promise.all([
      values<string>(schemasQuery, [schemas]),
      values<Relation>(relationsQuery, [schemas]),
      values<Routine>(routinesQuery, [schemas]),
      values<PostgresType>(typesQuery, []),
      values<ForeignKeyRow>(foreignKeysQuery, []),
      sql.unsafe<ViewRow[]>(viewsQuery, [schemas]),
      values<KeyRow>(keysQuery, []),
    ]);
  });
  const [schemas, relations, routines, types, foreignKeys, views, keys] = rows;
  const ownKeys = foreignKeys
    .filter(({ table }) => wanted.includes(table.schema))
    .map((key) => ({ ...key, isUnique: key.isUnique && isInTableOrder(key, keys) }));
  const shownViews = views.filter(({ exposed }) => exposed);
  return {
    schemas: schemas.sort(compareNames),
    relations: relations.sort(byName).map((relation) => ({
      ...relation,
      columns: relation.columns.sort((one, other) => compareNames(one.name, other.name)),
    })),
    routines: routines
      .sort((one, other) => byName(one, other) || compareNames(one.identity, other.identity))
      .map((routine) => ({
        ...routine,
        arguments: routine.arguments.sort((one, other) => compareNames(one.name, other.name)),
      })),
    types: types.sort(byName),
    relationships: findForward(ownKeys, findViewKeys(shownViews, keys))
      .map(toRelationship)
      .sort(byConstraint),
  };
}

/** A foreign key that names its columns in another order than the table does not count as one-to-one. */
function isInTableOrder({ constraint, table }: ForeignKeyRow, keys: KeyRow[]): boolean {
  const numbers =
    keys.find((key) => key.constraint === constraint && isSame(key.table, table))?.columns ?? [];
  return numbers.every((number, index) => number > (numbers[index - 1] ?? 0));
}

function toRelationship(found: ForeignKeyRelationship): Relationship {
  return {
    constraint: found.constraint,
    from: found.table,
    columns: found.columns.map(([own]) => own),
    isOneToOne: found.cardinality === 'one-to-one',
    to: found.foreign,
    toColumns: found.columns.map(([, foreign]) => foreign),
  };
}

function byName(one: Name, other: Name): number {
  return compareNames(one.schema, other.schema) || compareNames(one.name, other.name);
}

function byConstraint(one: Relationship, other: Relationship): number {
  return (
    compareNames(one.constraint, other.constraint) ||
    compareNames(one.to.name, other.to.name) ||
    compareNames(JSON.stringify(one.toColumns), JSON.stringify(other.toColumns))
  );
}
