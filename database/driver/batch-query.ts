/** Statements that are sent together, as a query of the driver (`pg`): one transaction in one round trip. */
import type { Connection } from 'pg';
import type { SentValue } from './values.ts';

/** The columns of a row, as text. */
export type RawRow = (string | null)[];

export interface Column {
  name: string;
  dataTypeID: number;
}

/** A statement with the name under which this connection has prepared it. */
export interface PreparedStatement {
  name: string;
  text: string;
  values: readonly SentValue[];
  needsParse: boolean;
  needsColumns: boolean;
}

export interface StatementResult {
  rows: RawRow[];
  columns: readonly Column[] | undefined;
  count: number;
}

export interface BatchQueryOptions {
  statements: readonly PreparedStatement[];
  /** Names of prepared statements that are removed before. */
  removed: readonly string[];
  /** Checks the rows before the commit: false rolls back. It costs a second round trip. */
  accept?: ((results: StatementResult[]) => boolean) | undefined;
}

/** What the driver calls while the query is active. */
export class BatchQuery {
  readonly results: StatementResult[];
  readonly done: Promise<StatementResult[]>;
  readonly #options: BatchQueryOptions;
  readonly #settle = Promise.withResolvers<StatementResult[]>();
  #index = 0;
  #isSynced = false;

  constructor(options: BatchQueryOptions) {
    this.#options = options;
    this.results = options.statements.map(() => ({ rows: [], columns: undefined, count: 0 }));
    this.done = this.#settle.promise;
  }

  /** How many statements are complete. */
  get completed(): number {
    return this.#index;
  }

  submit(connection: Connection): void {
    const { statements, removed, accept } = this.#options;
    // The messages leave in one write.
    connection.stream.cork();
    try {
      for (const name of removed) connection.close({ type: 'S', name }, true);
      for (const { name, text, values, needsParse, needsColumns } of statements) {
        if (needsParse) connection.parse({ name, text, types: [] }, true);
        connection.bind({ statement: name, values: [...values] }, true);
        if (needsColumns) connection.describe({ type: 'P' }, true);
        connection.execute({}, true);
      }
      if (accept === undefined) this.#sync(connection);
      else connection.flush();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    const result = this.results[this.#index];
    if (result) result.columns = fields;
  }

  handleDataRow({ fields }: { fields: RawRow }): void {
    this.results[this.#index]?.rows.push(fields);
  }

  handleCommandComplete({ text }: { text: string }, connection: Connection): void {
    const result = this.results[this.#index];
    // `INSERT 0 3`, `SELECT 5`
    if (result) result.count = Number(/\d+$/.exec(text)?.[0] ?? 0);
    this.#complete(connection);
  }

  handleEmptyQuery(connection: Connection): void {
    this.#complete(connection);
  }

  handleError(error: Error, connection: Connection): void {
    if (!this.#isSynced) this.#sync(connection);
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.results);
  }

  #complete(connection: Connection): void {
    this.#index += 1;
    if (this.#isSynced || this.#index < this.results.length) return;
    if (!this.#isAccepted()) {
      connection.parse({ name: '', text: 'rollback', types: [] }, true);
      connection.bind({ statement: '', values: [] }, true);
      connection.execute({}, true);
    }
    this.#sync(connection);
  }

  #isAccepted(): boolean {
    try {
      return this.#options.accept?.(this.results) ?? true;
    } catch {
      return false;
    }
  }

  #sync(connection: Connection): void {
    this.#isSynced = true;
    connection.sync();
  }
}
