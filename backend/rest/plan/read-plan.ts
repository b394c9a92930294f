import type { Name, Relationship, Table } from '../catalogue/definitions.ts';
import type { Logic, OrderTerm, SelectField } from '../request/parsed-query.ts';
import type { RowRange } from '../request/row-range.ts';

/** The read plan as a tree: a table, and below it the resources that are embedded in each row. */
export interface ReadNode {
  /** The relation of the rows. For a function without one it is only a name. */
  table: Name;
  definition: Table | undefined;
  /** The alias of the rows in the statement. */
  alias: string;
  fields: SelectField[];
  where: Logic[];
  order: OrderTerm[];
  range: RowRange;
  children: EmbedNode[];
}

export interface EmbedNode extends ReadNode {
  relationship: Relationship;
  /** The name of the embedded resource in the request; its alias may be used instead. */
  target: string;
  /** The key in the response. */
  key: string;
  /** The alias of its aggregated rows one level up. */
  rowAlias: string;
  join: 'inner' | 'left' | undefined;
  isToOne: boolean;
  /** Spread: its columns are merged into the parent row. */
  isSpread: boolean;
  parentAlias: string;
}
