/** What the SQL page and its routes exchange. */
export type RunKind = 'run' | 'explain' | 'measure';

export interface RunRequest {
  sql: string;
  kind: RunKind;
  allowChanges: boolean;
}

/** Rows of the last statement; one that returns none says how many it changed. */
export type RunAnswer = RowsAnswer | { changed: number; ms: number };

export interface RowsAnswer {
  /** Two columns may have the same name. */
  columns: string[];
  rows: (string | null)[][];
  /** Whether there are more rows than the first 1,000. */
  more: boolean;
  /** Whether long values are cut. */
  cut: boolean;
  ms: number;
}

export interface Snippet {
  name: string;
  sql: string;
  updated_at: string;
  saved_by: string;
}

export interface SqlPage {
  snippets: Snippet[];
  /** Whether migrations can be saved here: not with a hosted project. */
  canMigrate: boolean;
}
