import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Routine } from '../catalogue/definitions.ts';
import type { MediaType } from '../request/media-type.ts';
import type { Query } from '../request/parsed-query.ts';
import type { Preferences } from '../request/preferences.ts';
import type { Body } from '../request/read-body.ts';
import type { RowRange } from '../request/row-range.ts';
import type { Statement } from '../sql/statement.ts';

export type Kind = 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call';

/** What is known of a request when its statement is made. */
export interface CompileInput {
  catalogue: Catalogue;
  schema: string;
  /** The table or function that the path names. */
  name: string;
  method: string;
  query: Query;
  body: Body | undefined;
  preferences: Preferences;
  media: MediaType;
  /** The Range header, which counts for GET only. */
  rangeHeader: string | null;
  maxRows: number | undefined;
  role: string;
}

/** A request made ready: everything but the values. It serves every other request of the same shape. */
export interface Compiled {
  kind: Kind;
  schema: string;
  name: string;
  main: Statement;
  /** Asks the planner how many rows it expects. */
  estimate?: Statement | undefined;
  isReadOnly: boolean;
  media: MediaType;
  range: RowRange;
  preferences: Preferences;
  routine?: Routine | undefined;
  /** An insert that may meet rows which are there already. */
  hasConflictTarget: boolean;
  /** For the Location of a single new row. */
  primaryKey: readonly string[];
  maxRows: number | undefined;
}
