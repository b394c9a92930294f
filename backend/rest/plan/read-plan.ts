import type { Name, Relationship, Table } from '../catalogue/definitions.ts';
import type { Logic, OrderTerm, SelectField } from '../request/parsed-query.ts';
import type { RowRange } from '../request/row-range.ts';

/** What is read, as a tree: a table, and below it what is embedded in each of its rows. */
export interface ReadNode {
  /** The relation that the rows are of. For a function without one it is only a name. */
  table: Name;
  /** What is known of it. */
  definition: Table | undefined;
  /** What the rows are called in the statement. */
  alias: string;
  fields: SelectField[];
  where: Logic[];
  order: OrderTerm[];
  range: RowRange;
  children: EmbedNode[];
}

export interface EmbedNode extends ReadNode {
  relationship: Relationship;
  /** The name of the embedded resource in the request, which its alias may stand for. */
  target: string;
  /** The key in the answer. */
  key: string;
  /** What its rows are called one level up, once they are put together. */
  rowAlias: string;
  join: 'inner' | 'left' | undefined;
  isToOne: boolean;
  /** Its columns stand among those of the row above. */
  isSpread: boolean;
  parentAlias: string;
}
