/** The sections of a schema: tables, views, functions, enums and composite types. */
import { isSame } from '../catalogue/definitions.ts';
import type { Definitions, PostgresType, Relation, Relationship } from './definitions.ts';
import { describeRow, describeTableInput, describeViewInput } from './describe-columns.ts';
import { createRoutines } from './describe-routines.ts';
import { createDescribeType, isView } from './describe-type.ts';
import { literal, type Member, object, orNull, plain, type TypeNode, tuple, union } from './type-node.ts';

/** A section is indented by four columns wherever it is. */
const emptySection = plain('{\n      [_ in never]: never\n    }');

export function describeSchemas(definitions: Definitions): Member[] {
  const describeType = createDescribeType(definitions);
  const routines = createRoutines({ ...definitions, describeType });
  const types = new Map(definitions.types.map((type) => [type.id, type]));

  const describeRelationships = (relation: Relation): Member => {
    const own = definitions.relationships.filter(
      ({ from, to }) => isSame(from, relation) && to.schema === relation.schema,
    );
    return { name: 'Relationships', type: { kind: 'tuple', of: own.map(describeRelationship) } };
  };
  const describeRelation = (relation: Relation): Member => {
    const members: Member[] = [
      {
        name: 'Row',
        type: object([...describeRow(relation, describeType), ...routines.describeComputed(relation)]),
      },
    ];
    for (const name of ['Insert', 'Update']) {
      const isUpdate = name === 'Update';
      const isPossible = isUpdate ? relation.canUpdate : relation.canInsert;
      if (!isView(relation))
        members.push({ name, type: object(describeTableInput(relation, isUpdate, describeType)) });
      else if (isPossible) members.push({ name, type: object(describeViewInput(relation, describeType)) });
    }
    return { name: relation.name, type: object([...members, describeRelationships(relation)]) };
  };
  const describeComposite = ({ name, attributes }: PostgresType): Member => ({
    name,
    type: object(
      attributes.map((attribute) => {
        const type = types.get(attribute.typeId);
        return { name: attribute.name, type: type ? orNull(describeType(type)) : plain('unknown') };
      }),
    ),
  });

  return definitions.schemas.map((schema) => {
    const relations = definitions.relations.filter((relation) => relation.schema === schema);
    const composites = definitions.types.filter(
      (type) => type.schema === schema && type.attributes.length > 0,
    );
    return {
      name: schema,
      type: object([
        {
          name: 'Tables',
          type: section(relations.filter((relation) => !isView(relation)).map(describeRelation)),
        },
        { name: 'Views', type: section(relations.filter(isView).map(describeRelation)) },
        { name: 'Functions', type: section(routines.describe(schema)) },
        {
          name: 'Enums',
          type: section(
            findEnums(definitions, schema).map(({ name, choices }) => ({
              name,
              type: union(choices.map(literal)),
            })),
          ),
        },
        { name: 'CompositeTypes', type: section(composites.map(describeComposite)) },
      ]),
    };
  });
}

export function findEnums({ types }: Definitions, schema: string): PostgresType[] {
  return types.filter((type) => type.schema === schema && type.choices.length > 0);
}

function section(members: Member[]): TypeNode {
  return members.length === 0 ? emptySection : object(members);
}

function describeRelationship(relationship: Relationship): TypeNode {
  return object([
    { name: 'foreignKeyName', type: literal(relationship.constraint) },
    { name: 'columns', type: tuple(relationship.columns) },
    { name: 'isOneToOne', type: plain(String(relationship.isOneToOne)) },
    { name: 'referencedRelation', type: literal(relationship.to.name) },
    { name: 'referencedColumns', type: tuple(relationship.toColumns) },
  ]);
}
