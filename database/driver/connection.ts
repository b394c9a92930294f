/** One connection to Postgres, on the driver `pg`. It runs one batch, script or transaction at a time. */
import { randomBytes } from 'node:crypto';
import { Client, type ClientConfig, DatabaseError } from 'pg';
import type { ConnectionTarget } from '../connection-target.ts';
import { ServerError } from '../errors.ts';
import { resetSessionStatements } from '../reset-session.ts';
import {
  BatchQuery,
  type Column,
  type PreparedStatement,
  type RawRow,
  type StatementResult,
} from './batch-query.ts';
import type { Rows, Statement } from './sql.ts';
import { readValue } from './values.ts';

/** Time limits, so that one bad statement cannot block the others. */
export interface TimeLimits {
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  idleInTransactionTimeoutMs: number;
}

export const noTimeLimits: TimeLimits = {
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  idleInTransactionTimeoutMs: 0,
};

export interface BatchStatement extends Statement {
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
   * Whether the last batch failed because of the state of the connection: a prepared statement was deallocated by a function that executes
   * text, or its table has changed, or an earlier caller has set a timeout. No statement of the batch took effect.
   */
  isSpoiled(): boolean;
  onNotification(listener: (channel: string, payload: string) => void): void;
  destroy(): void;
}

export interface ConnectionEvents {
  onGone?: () => void;
  onWarning?: (message: string) => void;
  /** Called when the server has sent anything, even before the connection is open. */
  onActivity?: () => void;
  signal?: AbortSignal;
}

/** A busy server is slow to accept connections. Whether it is up is known sooner: see availability.ts. */
const connectMs = 10_000;
/** Each prepared statement takes memory of the server. */
const maxPrepared = 200;

export async function openConnection(
  target: ConnectionTarget,
  limits: TimeLimits,
  events: ConnectionEvents = {},
): Promise<Connection> {
  const client = await connect(target, limits, events);
  return createConnection(client, target, events);
}

async function connect(
  target: ConnectionTarget,
  limits: TimeLimits,
  events: ConnectionEvents,
): Promise<Client> {
  const client = new Client(toConfig(target, limits));
  // A lost connection is reported by the statements on it and by `end`.
  client.on('error', () => {});
  const { stream } = client.connection;
  if (events.onActivity) stream.once('data', events.onActivity);
  const abort = () => stream.destroy();
  events.signal?.addEventListener('abort', abort);
  try {
    await client.connect();
    return client;
  } catch (error) {
    stream.destroy();
    if (target.ssl === 'prefer' && error instanceof Error && /does not support SSL/.test(error.message))
      return connect({ ...target, ssl: false }, limits, events);
    throw toOwnError(error);
  } finally {
    events.signal?.removeEventListener('abort', abort);
  }
}

function toConfig(target: ConnectionTarget, limits: TimeLimits): ClientConfig {
  const isUnix = target.host.startsWith('/');
  return {
    host: target.host,
    port: target.port,
    user: target.user,
    // A function, because the driver would look elsewhere for an empty one.
    password: () => target.password,
    database: target.database,
    ssl: isUnix || target.ssl === false ? false : { rejectUnauthorized: target.ssl === 'verify-full' },
    application_name: 'porchlight',
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionTimeoutMs,
    // A backslash before a space makes it part of the value.
    options: '-c TimeZone=UTC -c search_path="$user",\\ public,\\ extensions',
    connectionTimeoutMillis: connectMs,
  };
}

function createConnection(client: Client, target: ConnectionTarget, events: ConnectionEvents): Connection {
  /** The prepared statements by text and plan, the least recently used first. */
  const prepared = new Map<string, { name: string; columns: readonly Column[] | undefined }>();
  // A function that executes text can replace a prepared statement whose name it knows.
  const secret = randomBytes(9).toString('base64url');
  let counter = 0;
  let removed: string[] = [];
  let isSpoiled = false;
  let processId: string | undefined;

  const onGone = () => events.onGone?.();
  client.on('error', onGone);
  client.on('end', onGone);
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') events.onWarning?.(message ?? 'Postgres warns.');
  });

  const keyOf = ({ text, plan }: BatchStatement) => (plan === undefined ? text : `${plan}\n${text}`);

  function prepare(statement: BatchStatement, batch: Map<string, PreparedStatement>, needsColumns: boolean) {
    const key = keyOf(statement);
    const known = target.prepare ? prepared.get(key) : undefined;
    if (known) {
      prepared.delete(key);
      prepared.set(key, known);
    }
    const sameBatch = target.prepare ? batch.get(key) : undefined;
    const name = known?.name ?? sameBatch?.name ?? (target.prepare ? `${secret}${++counter}` : '');
    const made: PreparedStatement = {
      name,
      text: statement.text,
      values: statement.values,
      needsParse: known === undefined && sameBatch === undefined,
      needsColumns: needsColumns && known?.columns === undefined,
    };
    if (made.needsParse) batch.set(key, made);
    return made;
  }

  async function run(
    statements: readonly BatchStatement[],
    options: BatchOptions & { needsColumns?: boolean },
  ): Promise<{ query: BatchQuery; error: unknown }> {
    const batch = new Map<string, PreparedStatement>();
    const made = statements.map((statement) => prepare(statement, batch, options.needsColumns === true));
    const { accept } = options;
    const query = new BatchQuery({
      statements: made,
      removed,
      accept: accept && ((results) => accept(results.map(({ rows }) => rows))),
    });
    removed = [];
    client.query(query);
    const error = await query.done.then(
      () => undefined,
      (cause: unknown) => toOwnError(cause),
    );
    remember(statements, made, query);
    if (error !== undefined) noteSpoiled(error, query, statements);
    return { query, error };
  }

  function remember(
    statements: readonly BatchStatement[],
    made: readonly PreparedStatement[],
    query: BatchQuery,
  ) {
    if (!target.prepare) return;
    made.forEach(({ name, needsParse }, index) => {
      const statement = statements[index];
      if (statement === undefined) return;
      const key = keyOf(statement);
      const isDone = index < query.completed;
      if (isDone && needsParse) prepared.set(key, { name, columns: query.results[index]?.columns });
      // Of a statement that failed it is not known whether it was prepared.
      else if (needsParse) removed.push(name);
      else if (isDone && query.results[index]?.columns)
        prepared.set(key, { name, columns: query.results[index]?.columns });
    });
    for (const [key, { name }] of prepared) {
      if (prepared.size <= maxPrepared) break;
      prepared.delete(key);
      removed.push(name);
    }
  }

  function noteSpoiled(error: unknown, query: BatchQuery, statements: readonly BatchStatement[]): void {
    if (!(error instanceof ServerError)) return;
    const isDeallocated = error.code === '26000' && error.message.includes(secret);
    const isOutdated = error.code === '0A000' && error.message.includes('cached plan');
    const isTimedOut = error.code === '57014' && query.completed === 0;
    const isReset = statements[0]?.text === resetSessionStatements[0];
    if (isDeallocated || isOutdated || (isTimedOut && isReset)) isSpoiled = true;
  }

  const self: Connection = {
    async batch(statements, options = {}) {
      // The id is needed to cancel, so it must be known before. It costs a round trip on a new connection.
      if (options.signal && processId === undefined)
        processId = (await run([backendId], {})).query.results[0]?.rows[0]?.[0] ?? undefined;
      const { query, error } = await run(statements, options);
      if (error !== undefined) throw error;
      return query.results.map(({ rows }) => rows);
    },
    async query(statements) {
      const { query, error } = await run(statements, { needsColumns: true });
      return statements.map((statement, index) => {
        const result = query.results[index];
        // After the last statement only the commit can fail, and with it all of them.
        const isCommit = query.completed === statements.length;
        if (result === undefined || (error !== undefined && (index >= query.completed || isCommit)))
          return {
            status: 'rejected',
            reason: isCommit || index === query.completed ? error : aborted(error),
          };
        const columns = result.columns ?? prepared.get(statement.text)?.columns ?? [];
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
      if (processId === undefined) return;
      const other = await openConnection(target, noTimeLimits);
      try {
        await other.batch([{ text: 'select pg_cancel_backend($1::int)', values: [processId] }]);
      } finally {
        other.destroy();
      }
    },
    isSpoiled: () => isSpoiled,
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

/** The driver's errors about a lost connection have no code. */
function toOwnError(error: unknown): unknown {
  if (error instanceof DatabaseError) return new ServerError(error.message, error);
  if (!(error instanceof Error) || 'code' in error) return error;
  const code = /timeout expired/.test(error.message) ? 'CONNECT_TIMEOUT' : 'CONNECTION_CLOSED';
  return Object.assign(new Error(error.message, { cause: error }), { code });
}

function aborted(cause: unknown): Error {
  const error = new ServerError('An earlier statement of the transaction failed.', { code: '25P02' });
  error.cause = cause;
  return error;
}
