/** One connection to Postgres, on the driver `pg`. It runs one batch, script or transaction at a time. */
import type { Client } from 'pg';
import type { ConnectionTarget } from '../connection-target.ts';
import { ServerError } from '../errors.ts';
import type { Column, RawRow, StatementResult } from './batch-query.ts';
import { createBatchRunner } from './batch-runner.ts';
import {
  type ConnectionEvents,
  noTimeLimits,
  openClient,
  type TimeLimits,
  toOwnError,
} from './open-client.ts';
import type { BatchStatement } from './prepared-statements.ts';
import type { Rows, Statement } from './sql.ts';
import { readValue } from './values.ts';

export interface BatchOptions {
  /** Cancels the statement when its caller has stopped waiting. */
  signal?: AbortSignal | undefined;
  /** Checks the rows before the commit: false rolls back. It costs a second round trip. */
  accept?: ((answers: RawRow[][]) => boolean) | undefined;
}

export interface Connection {
  /** Everything from the first statement to the last is one transaction, unless one was begun before. */
  batch(statements: readonly BatchStatement[], options?: BatchOptions): Promise<RawRow[][]>;
  /** The same, with the rows as objects. */
  query(statements: readonly Statement[]): Promise<PromiseSettledResult<Rows<object>>[]>;
  script(text: string): Promise<Rows<object>>;
  /** Cancels the running statement; its promise then rejects with the server's error. */
  cancel(): Promise<void>;
  /**
   * Whether a batch failed because of the state of the connection: a prepared statement was deallocated by a function that executes text,
   * or is in another session behind a pooler, or its table has changed, or an earlier caller has set a timeout.
   */
  isSpoiled(): boolean;
  /** Whether this happened to a batch of its own, or to the first of a transaction: nothing took effect, and it can be run again. */
  hasFailedAtOnce(): boolean;
  /** Whether there is a pooler between us and the server. */
  isPooled(): Promise<boolean>;
  onNotification(listener: (channel: string, payload: string) => void): void;
  destroy(): void;
}

export async function openConnection(
  target: ConnectionTarget,
  limits: TimeLimits,
  events: ConnectionEvents = {},
): Promise<Connection> {
  const client = await openClient(target, limits, events);
  return createConnection(client, { target, limits, events });
}

/** For a client that also runs statements of its own, such as COPY. */
export function connectionOf(client: Client, target: ConnectionTarget): Connection {
  return createConnection(client, { target, limits: noTimeLimits, events: {} });
}

function createConnection(
  client: Client,
  { target, limits, events }: { target: ConnectionTarget; limits: TimeLimits; events: ConnectionEvents },
): Connection {
  const { pooler } = target;
  const { run, columnsOf, isSpoiled, hasFailedAtOnce, isPooled } = createBatchRunner(client, pooler, limits);
  let processId: string | undefined;

  const onGone = () => events.onGone?.();
  client.on('error', onGone);
  client.on('end', onGone);
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') events.onWarning?.(message ?? 'Postgres warns.');
  });

  const self: Connection = {
    async batch(statements, options = {}) {
      // The id is needed to cancel, so it must be known before. It costs a round trip on a new connection.
      // Behind a pooler it would be that of another caller, and a statement ends by its time limit.
      if (options.signal && processId === undefined && !pooler.isUsed)
        processId = (await run([backendId], {})).results[0]?.rows[0]?.[0] ?? undefined;
      const { results, error } = await run(statements, options);
      if (error !== undefined) throw error;
      return results.map(({ rows }) => rows);
    },
    async query(statements) {
      const { results, completed, error } = await run(statements, { needsColumns: true });
      return statements.map((statement, index) => {
        const result = results[index];
        // After the last statement only the commit can fail, and with it all of them.
        const isCommit = completed === statements.length;
        if (result === undefined || (error !== undefined && (index >= completed || isCommit)))
          return {
            status: 'rejected',
            reason: isCommit || index === completed ? error : aborted(error),
          };
        const columns = result.columns ?? columnsOf(statement);
        return { status: 'fulfilled', value: toRows(result, columns) };
      });
    },
    async script(text) {
      const results = await client
        .query({ text, rowMode: 'array', types: textOnly })
        .catch((cause: unknown) => {
          throw toOwnError(cause);
        });
      const last = [results].flat().at(-1);
      return toRows({ rows: last?.rows ?? [], count: last?.rowCount ?? 0 }, last?.fields ?? []);
    },
    async cancel() {
      if (processId === undefined || pooler.isUsed) return;
      const other = await openConnection(target, noTimeLimits);
      try {
        await other.batch([{ text: 'select pg_cancel_backend($1::int)', values: [processId] }]);
      } finally {
        other.destroy();
      }
    },
    isSpoiled,
    hasFailedAtOnce,
    isPooled,
    onNotification(listener) {
      client.on('notification', ({ channel, payload }) => listener(channel, payload ?? ''));
    },
    destroy() {
      client.end().catch(() => {});
    },
  };
  return self;
}

export async function queryOne(
  connection: Pick<Connection, 'query'>,
  statement: Statement,
): Promise<Rows<object>> {
  const [result] = await connection.query([statement]);
  if (result?.status !== 'fulfilled') throw result?.reason;
  return result.value;
}

const backendId: BatchStatement = { text: 'select pg_backend_pid()', values: [] };

const textOnly = { getTypeParser: () => (text: string) => text };

function toRows(
  { rows, count }: Pick<StatementResult, 'rows' | 'count'>,
  columns: readonly Column[],
): Rows<object> {
  const read = rows.map((row) => {
    const object: Record<string, unknown> = {};
    columns.forEach(({ name, dataTypeID }, index) => {
      object[name] = readValue(row[index] ?? null, dataTypeID);
    });
    return object;
  });
  // Not enumerable: the rows are an array like any other.
  return Object.defineProperty(read, 'count', { value: count }) as Rows<object>;
}

function aborted(cause: unknown): Error {
  const error = new ServerError('An earlier statement of the transaction failed.', { code: '25P02' });
  error.cause = cause;
  return error;
}
