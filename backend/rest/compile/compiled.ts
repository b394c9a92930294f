import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Routine } from '../catalogue/definitions.ts';
import type { MediaType } from '../request/media-type.ts';
import type { Query } from '../request/parsed-query.ts';
import type { Preferences } from '../request/preferences.ts';
import type { Body } from '../request/read-body.ts';
import type { RowRange } from '../request/row-range.ts';
import type { Statement } from '../sql/statement.ts';

export type Kind = 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call';

export interface CompileInput {
  catalogue: Catalogue;
  schema: string;
  /** The table or function of the path. */
  name: string;
  method: string;
  query: Query;
  body: Body | undefined;
  preferences: Preferences;
  media: MediaType;
  /** The Range header; used for GET only. */
  rangeHeader: string | null;
  maxRows: number | undefined;
  role: string;
}

/** A compiled request without its values. It is reused for every request of the same shape. */
export interface Compiled {
  kind: Kind;
  schema: string;
  name: string;
  main: Statement;
  /** Queries the planner's row estimate. */
  estimate?: Statement | undefined;
  isReadOnly: boolean;
  media: MediaType;
  range: RowRange;
  preferences: Preferences;
  routine?: Routine | undefined;
  hasConflictTarget: boolean;
  /** For the Location header of a single new row. */
  primaryKey: readonly string[];
  maxRows: number | undefined;
}
