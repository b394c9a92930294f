/** Rows from one server to another by COPY, as they arrive: what is on its way is at most what the sockets hold. */
import type { Client, Connection } from 'pg';
import { toOwnError } from '../driver/open-client.ts';

/** Returns how many rows were copied. */
export async function copyRows(options: {
  from: Client;
  /** `copy … to stdout` */
  read: string;
  to: Client;
  /** `copy … from stdin` */
  write: string;
}): Promise<number> {
  const { from, to } = options;
  const writing = new CopyQuery(options.write);
  to.query(writing);
  const target = await writing.started;
  const { stream } = target;
  const reading = new CopyQuery(options.read, (chunk) => {
    target.sendCopyFromChunk(chunk);
    if (!stream.writableNeedDrain || from.connection.stream.isPaused()) return;
    from.connection.stream.pause();
    stream.once('drain', () => from.connection.stream.resume());
  });
  // When the target has refused a row, the rest is read and thrown away.
  writing.ended.catch(() => from.connection.stream.resume());
  from.query(reading);
  try {
    const sent = await reading.ended;
    target.endCopyFrom();
    const written = await writing.ended;
    if (sent !== written) throw new Error(`${sent} rows were read, and ${written} were written.`);
    return written;
  } catch (error) {
    target.sendCopyFail('The other server failed.');
    // The first fault is the cause of the other.
    throw await writing.ended.then(
      () => error,
      (fault: unknown) => (isOurs(fault) ? error : fault),
    );
  }
}

function isOurs(fault: unknown): boolean {
  return fault instanceof Error && fault.message.includes('The other server failed.');
}

type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** A statement of COPY, as a query of the driver (`pg`). */
class CopyQuery {
  /** Resolves when the server takes rows. */
  readonly started: Promise<CopyConnection>;
  /** The number of rows. */
  readonly ended: Promise<number>;
  readonly #text: string;
  readonly #onRows: ((chunk: Buffer) => void) | undefined;
  readonly #start = Promise.withResolvers<CopyConnection>();
  readonly #end = Promise.withResolvers<number>();
  #count = 0;

  constructor(text: string, onRows?: (chunk: Buffer) => void) {
    this.#text = text;
    this.#onRows = onRows;
    this.started = this.#start.promise;
    this.ended = this.#end.promise;
    // Both are reported to the one who waits for them first.
    this.started.catch(() => {});
    this.ended.catch(() => {});
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#start.resolve(connection);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#onRows?.(chunk);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
  }

  handleReadyForQuery(): void {
    this.#end.resolve(this.#count);
  }

  handleError(error: unknown): void {
    const own = toOwnError(error);
    this.#start.reject(own);
    this.#end.reject(own);
  }
}
