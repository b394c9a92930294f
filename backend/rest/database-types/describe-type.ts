/** The TypeScript type of a Postgres type. */
import type { Name } from '../catalogue/definitions.ts';
import type { Definitions, PostgresType, Relation } from './definitions.ts';
import { anyRecord, arrayOf, literal, plain, quote, reference, type TypeNode, union } from './type-node.ts';

const builtIn = new Map<string, TypeNode>([
  ['bool', plain('boolean')],
  ['json', reference('Json')],
  ['jsonb', reference('Json')],
  ['void', plain('undefined')],
  ['record', anyRecord],
  ...namesOf('number', 'int2 int4 int8 float4 float8 numeric'),
  ...namesOf(
    'string',
    'bytea bpchar varchar date text citext time timetz timestamp timestamptz uuid vector interval',
  ),
]);

function namesOf(type: string, names: string): [string, TypeNode][] {
  return names.split(' ').map((name) => [name, plain(type)]);
}

export type DescribeType = (type: Name) => TypeNode;

/** Types are found by name; where several schemas have it, the one of the given schema is meant. Ranges and the like are unknown. */
export function createDescribeType({ schemas, relations, types }: Definitions): DescribeType {
  const enums = groupByName(types.filter(({ choices }) => choices.length > 0));
  const composites = groupByName(types.filter(({ attributes }) => attributes.length > 0));
  const rows = groupByName(relations.toSorted((one, other) => rank(one) - rank(other)));
  const describe: DescribeType = (type) => {
    const known = builtIn.get(type.name);
    if (known) return known;
    // The name of an array type.
    if (type.name.startsWith('_')) return arrayOf(describe({ ...type, name: type.name.slice(1) }));
    const choice = findType(enums, type);
    if (choice) {
      if (!schemas.includes(choice.schema)) return union(choice.choices.map(literal));
      return path(choice.schema, 'Enums', choice.name);
    }
    const composite = findType(composites, type);
    if (composite) {
      if (!schemas.includes(composite.schema)) return plain('unknown');
      return path(composite.schema, 'CompositeTypes', composite.name);
    }
    const row = findType(rows, type);
    if (!row) return plain('unknown');
    return path(row.schema, isView(row) ? 'Views' : 'Tables', row.name, 'Row');
  };
  return describe;
}

export function isView({ kind }: Relation): boolean {
  return kind === 'view' || kind === 'materialized view';
}

const order: Relation['kind'][] = ['table', 'foreign table', 'view', 'materialized view'];
const rank = ({ kind }: Relation) => order.indexOf(kind);

function groupByName<T extends Name>(items: T[]): Map<string, T[]> {
  return Map.groupBy(items, ({ name }) => name);
}

function findType<T extends PostgresType | Relation>(among: Map<string, T[]>, { schema, name }: Name) {
  const found = among.get(name);
  return found?.find((item) => item.schema === schema) ?? found?.[0];
}

function path(...names: string[]): TypeNode {
  return plain(`Database${names.map((name) => `[${quote(name)}]`).join('')}`);
}
