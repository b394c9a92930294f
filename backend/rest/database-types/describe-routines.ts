/** The functions of a schema: what they take and return, and which of them PostgREST can call. */
import {
  type Argument,
  compareNames,
  type Definitions,
  type PostgresType,
  type Relation,
  type Routine,
} from './definitions.ts';
import { describeRow } from './describe-columns.ts';
import type { DescribeType } from './describe-type.ts';
import {
  arrayOf,
  inlineObject,
  literal,
  type Member,
  noArguments,
  object,
  orNull,
  plain,
  refuse,
  type TypeNode,
  union,
} from './type-node.ts';

export interface Routines {
  /** The functions of a schema by name, with all their signatures. */
  describe(schema: string): Member[];
  /** The functions that are read like columns of the relation. */
  describeComputed(relation: Relation): Member[];
}

interface Given extends Definitions {
  describeType: DescribeType;
}

/** json, jsonb and text: an argument without a name takes the whole body. */
const bodyTypes = [114, 3802, 25];

export function createRoutines(given: Given): Routines {
  const { describeType } = given;
  const types = new Map(given.types.map((type) => [type.id, type]));
  const relations = new Map(given.relations.map((relation) => [relation.id, relation]));
  const findRowType = (id: number | undefined): PostgresType | undefined => {
    const type = id === undefined ? undefined : types.get(id);
    return type?.relationId ? type : undefined;
  };
  const describeId = (id: number) => {
    const type = types.get(id);
    return type ? describeType(type) : plain('unknown');
  };
  const isCallable = (routine: Routine): boolean => {
    const inputs = inputsOf(routine);
    const isBody = ({ typeId }: Argument) => bodyTypes.includes(typeId);
    const unnamed = inputs.filter(({ name }) => name === '');
    if (unnamed.every((argument) => argument.hasDefault && isBody(argument))) return true;
    return (
      inputs.length === 1 && unnamed.some((argument) => isBody(argument) || findRowType(argument.typeId))
    );
  };
  /** The relation, or the composite type, whose rows the function returns. */
  const findResultName = ({ resultRelationId, resultTypeId }: Routine): string | undefined => {
    if (resultRelationId === null) return undefined;
    return relations.get(resultRelationId)?.name ?? findRowType(resultTypeId)?.name;
  };
  const describeResult = (routine: Routine): TypeNode => {
    const columns = routine.arguments.filter(({ mode }) => mode === 't');
    if (columns.length > 0)
      return object(columns.map(({ name, typeId }) => ({ name, type: describeId(typeId) })));
    const relation = relations.get(routine.resultRelationId ?? 0);
    if (relation?.schema === routine.schema) return object(describeRow(relation, describeType));
    return describeId(routine.resultTypeId);
  };
  const nameType = (id: number | undefined) => types.get(id ?? 0)?.name ?? 'unknown';

  const describeSignature = (routine: Routine, others: Routine[]): TypeNode => {
    const inputs = inputsOf(routine);
    const resultName = findResultName(routine);
    const source = routine.arguments.length === 1 ? findRowType(routine.arguments[0]?.typeId) : undefined;
    const takesRow =
      inputs.length === 1 && inputs[0]?.name === '' && findRowType(inputs[0].typeId) !== undefined;
    const conflict = findConflict(routine, others, nameType);
    const isLost = takesRow && resultName === undefined;
    const reason = conflict ?? (isLost ? notFound(routine) : undefined);
    const result = reason === undefined ? describeResult(routine) : refuse(reason);
    // The client makes a list of one row, where it knows whose row it is.
    const isList = routine.returnsSet && (routine.returnsMany || resultName === undefined);
    const members: Member[] = [
      { name: 'Args', type: inputs.length === 0 ? noArguments : inlineObject(inputs.map(toMember)) },
      { name: 'Returns', type: isList ? appendBrackets(result) : result },
    ];
    if (resultName !== undefined)
      members.push({
        name: 'SetofOptions',
        type: object([
          { name: 'from', type: literal(source?.displayName ?? '*') },
          { name: 'to', type: literal(resultName) },
          { name: 'isOneToOne', type: plain(String(!routine.returnsMany)) },
          { name: 'isSetofReturn', type: plain(String(routine.returnsSet)) },
        ]),
      });
    return inlineObject(members);
  };
  const toMember = ({ name, typeId, hasDefault }: Argument): Member => ({
    name,
    isOptional: hasDefault,
    type: describeId(typeId),
  });

  const callable = Map.groupBy(given.routines.filter(isCallable), ({ schema }) => schema);
  return {
    describe(schema) {
      const byName = Map.groupBy(callable.get(schema) ?? [], ({ name }) => name);
      return [...byName].map(([name, routines]) => ({
        name,
        type: union(routines.sort(bySignature).map((routine) => describeSignature(routine, routines))),
      }));
    },
    describeComputed(relation) {
      const isOwn = (routine: Routine) => {
        const [input, ...others] = inputsOf(routine);
        return others.length === 0 && findRowType(input?.typeId)?.relationId === relation.id;
      };
      return (callable.get(relation.schema) ?? []).filter(isOwn).map((routine) => ({
        name: routine.name,
        type: orNull(describeResult(routine)),
      }));
    },
  };
}

function inputsOf(routine: Routine): Argument[] {
  return routine.arguments.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v');
}

function bySignature(one: Routine, other: Routine): number {
  return compareNames(one.signature, other.signature) || compareNames(one.result, other.result);
}

/** Binds as the text does: `"a" | "b"[]`. */
function appendBrackets(type: TypeNode): TypeNode {
  if (type.kind === 'refusal') return { ...type, reason: arrayOf(type.reason) };
  if (type.kind !== 'union') return arrayOf(type);
  return union(type.of.map((node, index) => (index === type.of.length - 1 ? arrayOf(node) : node)));
}

function notFound({ schema, name }: Routine): string {
  return `the function ${schema}.${name} with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache`;
}

/** Why a call would be ambiguous: the message of PostgREST. */
function findConflict(
  routine: Routine,
  all: Routine[],
  nameType: (id: number | undefined) => string,
): string | undefined {
  const [input, ...more] = inputsOf(routine);
  if (more.length > 0) return undefined;
  const full = `${routine.schema}.${routine.name}`;
  const single = all.flatMap((other) => {
    const [argument, ...further] = inputsOf(other);
    return other !== routine && argument && further.length === 0 ? [{ other, argument }] : [];
  });
  if (!input) {
    const rival = single.find(({ argument }) => argument.name === '' && argument.hasDefault);
    return rival && tellConflict(`${full}(), ${full}( => ${nameType(rival.other.resultTypeId)})`);
  }
  if (input.name === '') return undefined;
  const rivals = single
    .map(({ argument }) => argument)
    .filter(({ name, typeId }) => name === input.name && typeId !== input.typeId);
  if (rivals.length === 0) return undefined;
  const list = [input, ...rivals].sort((one, other) => one.typeId - other.typeId);
  return tellConflict(list.map(({ name, typeId }) => `${full}(${name} => ${nameType(typeId)})`).join(', '));
}

function tellConflict(list: string): string {
  return `Could not choose the best candidate function between: ${list}. Try renaming the parameters or the function itself in the database so function overloading can be resolved`;
}
