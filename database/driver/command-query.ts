/** Statements of a job, as a query of the driver (`pg`). Their rows are counted and not kept. */
import type { Connection } from 'pg';

/** What the driver calls while the query is active. */
export class CommandQuery {
  /** What the last statement says: its tag (`DELETE 3`), or the number of its rows. */
  readonly done: Promise<string>;
  readonly #text: string;
  readonly #settle = Promise.withResolvers<string>();
  #rows: number | undefined;
  #message = '';

  constructor(text: string) {
    this.#text = text;
    this.done = this.#settle.promise;
  }

  submit(connection: Connection): void {
    // The simple protocol: several statements are one transaction, and one that needs none can stand alone.
    connection.query(this.#text);
  }

  handleRowDescription(): void {
    this.#rows = 0;
  }

  handleDataRow(): void {
    this.#rows = (this.#rows ?? 0) + 1;
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#message = this.#rows === undefined ? text : toCount(this.#rows);
    this.#rows = undefined;
  }

  handleEmptyQuery(): void {
    this.#message = toCount(0);
  }

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('COPY not supported');
  }

  handleCopyData(): void {}

  handleError(error: Error): void {
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#message);
  }
}

function toCount(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}
