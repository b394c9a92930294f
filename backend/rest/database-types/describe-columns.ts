import type { Column, Relation } from './definitions.ts';
import type { DescribeType } from './describe-type.ts';
import { type Member, orNull, plain, reference, type TypeNode } from './type-node.ts';

/** The columns of a row that is read. */
export function describeRow({ columns }: Relation, describe: DescribeType): Member[] {
  return columns.map((column) => ({
    name: column.name,
    type: describeValue(column, column.isNullable, describe),
  }));
}

/** The columns of a row that is inserted or, with `isUpdate`, changed. */
export function describeTableInput(table: Relation, isUpdate: boolean, describe: DescribeType): Member[] {
  return table.columns.map((column) => {
    if (column.isGenerated) return neverGiven(column);
    const isOptional = isUpdate || column.isNullable || column.hasDefault;
    return { name: column.name, isOptional, type: describeValue(column, column.isNullable, describe) };
  });
}

/** A view does not say which of its columns need a value. */
export function describeViewInput(view: Relation, describe: DescribeType): Member[] {
  return view.columns.map((column) =>
    column.isWritable
      ? { name: column.name, isOptional: true, type: describeValue(column, true, describe) }
      : neverGiven(column),
  );
}

function neverGiven({ name }: Column): Member {
  return { name, isOptional: true, type: plain('never') };
}

/** `Json` includes null, which a column without null does not. */
function describeValue({ type }: Column, isNullable: boolean, describe: DescribeType): TypeNode {
  const described = describe(type);
  if (isNullable) return orNull(described);
  const isJson = described.kind === 'plain' && described.text === 'Json';
  return isJson ? reference('NonNullable<Json>') : described;
}
