import { randomBytes } from 'node:crypto';
import type { ConnectionTarget } from '../connection-target.ts';
import { resetSessionStatements } from '../reset-session.ts';
import { createMessageReader, type RawRow, type ServerError } from './message-reader.ts';
import { cancelMessage, createMessageWriter } from './message-writer.ts';
import { connectTo, type OpenSocket } from './open-socket.ts';

export interface BatchStatement {
  text: string;
  /** Text values; the server infers their types. */
  values: readonly (string | null)[];
  /**
   * Statements with the same text and key share a prepared statement. Row security needs a plan per role, so a plan shared by two roles
   * would be made again at every change of role.
   */
  plan?: string;
}

export interface BatchOptions {
  /** Cancels the statement when its caller has stopped waiting. */
  signal?: AbortSignal | undefined;
  /** Checks the rows before the commit: false rolls back. It costs a second round trip. */
  accept?: (answers: RawRow[][]) => boolean;
}

export interface BatchConnection {
  run(statements: readonly BatchStatement[], options: BatchOptions): Promise<RawRow[][]>;
  /** Cancels the running batch; the promise of `run` then rejects with the server's error. */
  cancel(): Promise<void>;
  /**
   * Whether the last batch failed because of state that an earlier one left: a function that executes text can remove prepared statements
   * and set a very short time limit. The batch was rolled back.
   */
  isSpoiled(): boolean;
  destroy(): void;
}

/** The maximum of prepared statements per connection: each uses memory of the server. */
const maxPrepared = 200;

/** Runs one batch at a time. All statements up to the Sync message are one implicit transaction. */
export function createBatchConnection(options: {
  open: OpenSocket;
  target: ConnectionTarget;
  onGone: () => void;
}): BatchConnection {
  const { socket, key } = options.open;
  const { prepare } = options.target;
  const writer = createMessageWriter();
  /** Names of prepared statements, least recently used first. */
  const prepared = new Map<string, string>();
  // Names are secret: a function that executes text could replace a statement whose name it knows.
  const secret = randomBytes(9).toString('base64url');
  let counter = 0;
  let isSpoiled = false;
  let isGone = false;

  let running: Running | undefined;
  const read = createMessageReader({
    onParsed() {
      const text = running?.parsing.shift();
      if (text !== undefined && text.name !== '') prepared.set(text.key, text.name);
    },
    onRow: (row) => running?.answers[running.done]?.push(row),
    onComplete() {
      if (running === undefined) return;
      running.done += 1;
      if (running.done === running.answers.length) running.onAnswered?.();
    },
    onError(error) {
      if (error.code === '26000' && error.message.includes(secret)) isSpoiled = true;
      if (error.code === '57014' && running?.done === 0 && running.isCallers) isSpoiled = true;
      if (running !== undefined) running.error ??= error;
      running?.onAnswered?.();
    },
    onReady() {
      const ended = running;
      running = undefined;
      if (ended?.error === undefined) ended?.resolve(ended.answers);
      else ended.reject(ended.error);
    },
  });
  socket.on('data', read);
  socket.on('error', (error) => fail(error));
  socket.on('close', () =>
    fail(
      Object.assign(new Error('The connection to the database was closed.'), { code: 'CONNECTION_CLOSED' }),
    ),
  );

  function fail(error: Error): void {
    if (!isGone) options.onGone();
    isGone = true;
    socket.destroy();
    const ended = running;
    running = undefined;
    ended?.reject(ended.error ?? error);
  }

  function write(statement: BatchStatement, current: Running): void {
    // The hash of a constant string is computed once; that of a concatenated string each time.
    const key = statement.plan === undefined ? statement.text : `${statement.plan}\n${statement.text}`;
    const known = prepare ? prepared.get(key) : undefined;
    let name = known ?? current.parsing.find((entry) => prepare && entry.key === key)?.name;
    if (known !== undefined) {
      prepared.delete(key);
      prepared.set(key, known);
    }
    if (name === undefined) {
      counter += 1;
      name = prepare ? `${secret}${counter}` : '';
      current.parsing.push({ key, name });
      writer.parse(name, statement.text);
    }
    writer.bind(name, statement.values);
    writer.execute();
  }

  function forgetOldest(): void {
    for (const [key, name] of prepared) {
      if (prepared.size <= maxPrepared) return;
      prepared.delete(key);
      writer.closeStatement(name);
    }
  }

  return {
    run(statements, { accept }) {
      return new Promise((resolve, reject) => {
        const current: Running = {
          answers: statements.map(() => []),
          done: 0,
          isCallers: statements[0]?.text === resetSessionStatements[0],
          parsing: [],
          error: undefined,
          resolve,
          reject,
        };
        running = current;
        forgetOldest();
        for (const statement of statements) write(statement, current);
        if (accept === undefined) writer.sync();
        else {
          writer.flush();
          current.onAnswered = () => {
            current.onAnswered = undefined;
            if (current.error === undefined && !isAccepted(accept, current)) {
              writer.parse('', 'rollback');
              writer.bind('', []);
              writer.execute();
            }
            writer.sync();
            socket.write(writer.take());
          };
        }
        socket.write(writer.take());
      });
    },
    async cancel() {
      if (running === undefined || isGone) return;
      const other = await connectTo({ ...options.target, ssl: false });
      const closed = new Promise((done) => other.once('close', done).once('error', done));
      other.end(cancelMessage(key.pid, key.secret));
      other.resume();
      await closed;
    },
    isSpoiled: () => isSpoiled,
    destroy() {
      fail(
        Object.assign(new Error('The connection to the database was ended.'), { code: 'CONNECTION_ENDED' }),
      );
    },
  };
}

interface Running {
  answers: RawRow[][];
  /** The number of completed statements. */
  done: number;
  /** The batch starts with the reset of the session. */
  isCallers: boolean;
  /** Statements that were prepared in this batch and are not confirmed yet. */
  parsing: { key: string; name: string }[];
  error: ServerError | undefined;
  /** Called once, when all statements have completed or one has failed. */
  onAnswered?: (() => void) | undefined;
  resolve(answers: RawRow[][]): void;
  reject(error: Error): void;
}

function isAccepted(accept: NonNullable<BatchOptions['accept']>, current: Running): boolean {
  try {
    return accept(current.answers);
  } catch {
    return false;
  }
}
