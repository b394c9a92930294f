import type { EmbedNode } from '../plan/read-plan.ts';
import type { Filter, Logic, Test } from '../request/parsed-query.ts';
import { type Rows, toFieldSql } from './field-sql.ts';
import { type Bindings, identifier, literal } from './statement.ts';

const isKeywords = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' };

/** Tests whether an embedded resource exists or not. */
export type EmbeddedTest = (child: EmbedNode, isThere: boolean) => string;

export interface FilterContext {
  rows: Rows;
  bindings: Bindings;
  children?: EmbedNode[];
  embedded?: EmbeddedTest;
}

export function toLogicSql(context: FilterContext, logic: Logic): string {
  if (logic.kind === 'filter') return toFilterSql(context, logic);
  const members = logic.members.map((member) => toLogicSql(context, member));
  return `${logic.isNegated ? 'not ' : ''}(${members.join(` ${logic.operator} `)})`;
}

function toFilterSql(context: FilterContext, filter: Filter): string {
  const { field, isNegated, test } = filter;
  const child = field.path.length === 0 ? context.children?.find(({ key }) => key === field.name) : undefined;
  if (child !== undefined && test.kind === 'is' && (test.value === 'null' || test.value === 'not_null'))
    return (context.embedded ?? isJoined)(child, (test.value === 'not_null') !== isNegated);
  return `${isNegated ? 'not ' : ''}${toTestSql(context, filter, test)}`;
}

function toTestSql({ rows, bindings }: FilterContext, { field }: Filter, test: Test): string {
  const column = toFieldSql(rows, field);
  switch (test.kind) {
    case 'in':
      return `${column} = any (${bindings.value(test.list, 'list')})`;
    case 'is':
      return `${column} is ${isKeywords[test.value]}`;
    case 'distinct':
      return `${column} is distinct from ${bindings.value(test.value)}`;
    case 'search': {
      const language = test.language === undefined ? '' : `${literal(test.language)}, `;
      const isVector =
        field.path.length === 0 && rows.definition?.columns.get(field.name)?.baseType === 'tsvector';
      const vector = isVector ? column : `to_tsvector(${language}${column})`;
      return `${vector} @@ ${test.operator}(${language}${bindings.value(test.value)})`;
    }
    case 'compare': {
      const isPattern = test.operator === 'like' || test.operator === 'ilike';
      const value = bindings.value(test.value, isPattern ? 'pattern' : 'text');
      return `${column} ${test.operator} ${test.quantifier === undefined ? value : `${test.quantifier} (${value})`}`;
    }
  }
}

/** After the join, a missing resource is null. */
const isJoined: EmbeddedTest = (child, isThere) => {
  const name = identifier(child.rowAlias);
  const value = child.isToOne ? name : `${name}.${name}`;
  return `${value} is ${isThere ? '' : 'not '}distinct from null`;
};
