/** START_REPLICATION, as a query of the driver (`pg`): messages in, positions out, until the connection ends. */
import type { Connection } from 'pg';
import { createPgoutputDecoder, postgresEpochMs } from './decode-pgoutput.ts';
import type { Commit, ReplicationOptions, RowChange } from './replication.ts';

/** The server ends a stream that has sent no status for `wal_sender_timeout`, 60 s by default. */
const statusMs = 10_000;

/**
 * After progress a status follows soon. The server's sender looks for new commits before it prepares to sleep, and can miss one in between: seen
 * with PostgreSQL 18, once in about a hundred commits that follow each other quickly. A status wakes it; otherwise the commit waits for `statusMs`.
 */
const statusAfterProgressMs = 50;
/** A larger transaction is delivered in several calls. The server sends it only after its commit. */
const maxChanges = 1000;
const maxBytes = 8 * 1024 * 1024;

interface Delivery {
  changes: RowChange[];
  commit: Commit;
  /** The position that is confirmed when it is done; undefined before the last part of a transaction. */
  end: bigint | undefined;
}

export class ReplicationQuery {
  /** Resolves when the server streams. */
  readonly started: Promise<void>;
  readonly #text: string;
  readonly #options: ReplicationOptions;
  readonly #start = Promise.withResolvers<void>();
  readonly #decode = createPgoutputDecoder();
  readonly #queue: Delivery[] = [];
  #connection: Connection | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Runs while progress is not yet reported. */
  #soon: NodeJS.Timeout | undefined;
  #state: 'starting' | 'streaming' | 'ended' = 'starting';
  #isDelivering = false;
  #isInTransaction = false;
  #changes: RowChange[] = [];
  #bytes = 0;
  #commit: Commit = { timestamp: '' };
  #confirmed = 0n;

  constructor(text: string, options: ReplicationOptions) {
    this.#text = text;
    this.#options = options;
    this.started = this.#start.promise;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.once('replicationStart', () => {
      if (this.#state !== 'starting') return;
      this.#state = 'streaming';
      this.#timer = setInterval(() => this.#sendStatus(), statusMs).unref();
      this.#start.resolve();
    });
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#state === 'ended') return;
    try {
      // w: start, end and clock of 8 bytes each, then the message. k: end, clock, and whether a status is asked for.
      if (chunk[0] === 0x77) this.#take(chunk.subarray(25));
      else if (chunk[0] === 0x6b) {
        this.#confirmIdle(chunk.readBigInt64BE(1));
        if (chunk[17] === 1) this.#sendStatus();
      }
    } catch (error) {
      this.#lose(error);
    }
  }

  /** Called by the driver, also when the connection is lost. */
  handleError(error: unknown): void {
    this.#lose(error);
  }

  handleCommandComplete(): void {
    this.#lose(new Error('The server has ended the replication stream.'));
  }

  handleReadyForQuery(): void {
    this.#lose(new Error('The server has ended the replication stream.'));
  }

  /** From now on nothing is delivered or reported. */
  stop(): void {
    this.#state = 'ended';
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    this.#queue.length = 0;
    this.#changes = [];
  }

  #lose(error: unknown): void {
    const state = this.#state;
    this.stop();
    if (state === 'starting') this.#start.reject(error);
    if (state !== 'streaming') return;
    this.#connection?.stream.destroy();
    this.#options.onLost(error);
  }

  #take(bytes: Buffer): void {
    const message = this.#decode(bytes);
    switch (message?.kind) {
      case 'begin':
        this.#isInTransaction = true;
        this.#commit = { timestamp: message.timestamp, transactionId: message.transactionId };
        return;
      case 'changes':
        this.#changes.push(...message.changes);
        this.#bytes += bytes.length;
        if (this.#changes.length >= maxChanges || this.#bytes >= maxBytes) this.#deliver(undefined);
        return;
      case 'commit':
        this.#isInTransaction = false;
        this.#deliver(message.end);
        return;
    }
  }

  #deliver(end: bigint | undefined): void {
    this.#queue.push({ changes: this.#changes, commit: this.#commit, end });
    this.#changes = [];
    this.#bytes = 0;
    if (!this.#isDelivering) this.#run();
  }

  /** Delivers what is queued. While a delivery is pending the socket is not read, so that the queue holds one chunk of it at most. */
  async #run(): Promise<void> {
    this.#isDelivering = true;
    const stream = this.#connection?.stream;
    try {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
        const { changes, commit, end } = next;
        const done = changes.length > 0 ? this.#options.onTransaction(changes, commit) : undefined;
        if (done !== undefined) {
          stream?.pause();
          await done;
        }
        if (end !== undefined) this.#confirm(end);
      }
    } catch (error) {
      this.#lose(error);
    } finally {
      this.#isDelivering = false;
      stream?.resume();
    }
  }

  /** Without a transaction under way, everything before this position is done: other databases and tables are not streamed. */
  #confirmIdle(end: bigint): void {
    const isIdle = !this.#isInTransaction && !this.#isDelivering;
    if (isIdle && end > this.#confirmed) this.#confirm(end);
  }

  #confirm(end: bigint): void {
    this.#confirmed = end;
    this.#soon ??= setTimeout(() => this.#sendStatus(), statusAfterProgressMs).unref();
  }

  #sendStatus(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const status = Buffer.alloc(1 + 4 + 34);
    status.write('d', 0, 'latin1');
    status.writeUInt32BE(status.length - 1, 1);
    status.write('r', 5, 'latin1');
    // Written, flushed and applied.
    for (const offset of [6, 14, 22]) status.writeBigInt64BE(this.#confirmed, offset);
    status.writeBigInt64BE(BigInt(Date.now() - postgresEpochMs) * 1000n, 30);
    const { stream } = this.#connection ?? {};
    if (stream?.writable) stream.write(status);
  }
}
