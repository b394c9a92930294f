/** What the types of a database are made from. */
import type { Name } from '../catalogue/definitions.ts';

export interface Definitions {
  schemas: string[];
  relations: Relation[];
  routines: Routine[];
  types: PostgresType[];
  /** Along foreign keys, also those that views show. */
  relationships: Relationship[];
}

export interface Relation extends Name {
  id: number;
  kind: 'table' | 'foreign table' | 'view' | 'materialized view';
  /** Of a view. */
  canInsert: boolean;
  canUpdate: boolean;
  columns: Column[];
}

export interface Column {
  name: string;
  type: Name;
  isNullable: boolean;
  /** No value can be given. */
  isGenerated: boolean;
  hasDefault: boolean;
  /** Of a view. */
  isWritable: boolean;
}

export interface Routine extends Name {
  id: number;
  arguments: Argument[];
  signature: string;
  identity: string;
  result: string;
  resultTypeId: number;
  resultRelationId: number | null;
  returnsSet: boolean;
  returnsMany: boolean;
}

export interface Argument {
  name: string;
  /** As in `pg_proc`: in, out, both, variadic, table. */
  mode: 'i' | 'o' | 'b' | 'v' | 't';
  typeId: number;
  hasDefault: boolean;
}

export interface PostgresType extends Name {
  id: number;
  /** As a query would write it. */
  displayName: string;
  /** Of an enum. */
  choices: string[];
  /** Of a composite type. */
  attributes: { name: string; typeId: number }[];
  /** Of the type of a row. */
  relationId: number | null;
}

export interface Relationship {
  constraint: string;
  from: Name;
  columns: string[];
  isOneToOne: boolean;
  to: Name;
  toColumns: string[];
}

const collator = new Intl.Collator('en');

/** The order of names, the same on every machine. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other);
}
