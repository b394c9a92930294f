import { randomBytes } from 'node:crypto';
import type { ConnectionTarget } from '../connection-target.ts';
import { resetSessionStatements } from '../reset-session.ts';
import { createMessageReader, type RawRow, type ServerError } from './message-reader.ts';
import { cancelMessage, createMessageWriter } from './message-writer.ts';
import { connectTo, type OpenSocket } from './open-socket.ts';

export interface BatchStatement {
  text: string;
  /** Written as text; the server finds out what each of them is. */
  values: readonly (string | null)[];
  /**
   * A statement is planned once for each of these. Row security makes another plan for another role, so a plan that two roles
   * share would be made again at every change of role.
   */
  plan?: string;
}

export interface BatchOptions {
  /** Stops what the server is doing when somebody no longer waits for it. */
  signal?: AbortSignal | undefined;
  /** Looks at the rows before anything is kept: false rolls everything back. It costs a second trip. */
  accept?: (answers: RawRow[][]) => boolean;
}

export interface BatchConnection {
  run(statements: readonly BatchStatement[], options: BatchOptions): Promise<RawRow[][]>;
  /** Stops what is running; the promise of `run` then rejects with the server's own error. */
  cancel(): Promise<void>;
  /**
   * Whether the last batch failed because of what an earlier one left here, for a function that executes text can remove prepared
   * statements and set a time limit that nothing keeps. Nothing of the batch was done.
   */
  isSpoiled(): boolean;
  destroy(): void;
}

/** More are not kept on a connection: each of them is memory of the server. */
const maxPrepared = 200;

/** One batch at a time. Everything from the first statement to the sync is one transaction, without a word about it. */
export function createBatchConnection(options: {
  open: OpenSocket;
  target: ConnectionTarget;
  onGone: () => void;
}): BatchConnection {
  const { socket, key } = options.open;
  const { prepare } = options.target;
  const writer = createMessageWriter();
  /** Names of statements that the server holds, the least recently used first. */
  const prepared = new Map<string, string>();
  // A function that executes text can put another statement under a name that it knows.
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
    // A text that is always the same one is found at once; one put together anew is read through each time.
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
  /** How many statements are done. */
  done: number;
  /** It begins with what makes the connection forget the last caller. */
  isCallers: boolean;
  /** What was named in this batch and is not yet confirmed. */
  parsing: { key: string; name: string }[];
  error: ServerError | undefined;
  /** Called once, when all statements are answered or one has failed. */
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
