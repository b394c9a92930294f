/** The tables, functions and relationships that requests can name. */
import type { DatabaseRole } from '../../identity/roles.ts';

export interface Name {
  schema: string;
  name: string;
}

export interface Column {
  name: string;
  /** The type as written in a cast: `character varying(20)`, `public.mood`. */
  type: string;
  /** The type without length; for a domain over a built-in type, that type. */
  baseType: string;
  isNullable: boolean;
  /** The default expression; null when there is none or when no value may be given. */
  default: string | null;
  maxLength: number | null;
  choices: string[];
  description: string | null;
}

export interface Table extends Name {
  description: string | null;
  isView: boolean;
  hasRowSecurity: boolean;
  canInsert: boolean;
  canUpdate: boolean;
  canDelete: boolean;
  primaryKey: string[];
  columns: ReadonlyMap<string, Column>;
  /** Roles with any privilege on it. Other roles do not learn that it exists. */
  roles: readonly DatabaseRole[];
}

export type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';

/** Pairs of columns of the table and the foreign table that must be equal. */
export type ColumnPair = readonly [own: string, foreign: string];

/** A relationship between two tables through foreign keys. */
export interface ForeignKeyRelationship {
  kind: 'foreign-key';
  table: Name;
  foreign: Name;
  isSelf: boolean;
  cardinality: Cardinality;
  constraint: string;
  columns: ColumnPair[];
  /** The junction table of a many-to-many relationship. `columns` is empty then. */
  junction?: Junction;
  isView: boolean;
  isForeignView: boolean;
}

export interface Junction {
  table: Name;
  /** The second foreign key; the first is the relationship's own. */
  constraint: string;
  /** Pairs of a column of the table and one of the junction. */
  source: ColumnPair[];
  /** Pairs of a column of the foreign table and one of the junction. */
  target: ColumnPair[];
}

/** A function that takes a row of one table and returns rows of another. */
export interface ComputedRelationship {
  kind: 'computed';
  table: Name;
  foreign: Name;
  function: Name;
  isToOne: boolean;
}

export type Relationship = ForeignKeyRelationship | ComputedRelationship;

export interface Parameter {
  name: string;
  type: string;
  /** The type without the length that a bare `character` or `bit` implies. */
  callType: string;
  isRequired: boolean;
  isVariadic: boolean;
}

export interface Routine extends Name {
  description: string | null;
  parameters: Parameter[];
  /** The result type, or the element type of a set. */
  returns: Name;
  returnsSet: boolean;
  returnsComposite: boolean;
  isVolatile: boolean;
  roles: readonly DatabaseRole[];
}

/** Settings that a Supabase project stores with the roles: `alter role authenticator set pgrst.db_plan_enabled to 'true'`. */
export interface RoleSettings {
  isPlanAllowed: boolean;
  areAggregatesAllowed: boolean;
  mayEndTransaction: boolean;
  rollsBackByDefault: boolean;
  maxRows: number | undefined;
  preRequest: Name | undefined;
  /** Set for every request of a role, such as its statement_timeout. */
  ofRole: ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>;
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.isToOne;
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
}

export function isSame(one: Name, other: Name): boolean {
  return one.schema === other.schema && one.name === other.name;
}
