/** Runs batches on one connection, with its prepared statements and its settings. */
import type { Client } from 'pg';
import type { PoolerState } from '../connection-target.ts';
import { codeOf, ServerError } from '../errors.ts';
import { resetSessionStatements } from '../reset-session.ts';
import { BatchQuery, type RawRow, type StatementResult } from './batch-query.ts';
import { type TimeLimits, toOwnError } from './open-client.ts';
import { type BatchStatement, createPreparedStatements } from './prepared-statements.ts';
import { findSettingsPlace, toSettingsStatement } from './session-settings.ts';

interface RunOptions {
  needsColumns?: boolean;
  accept?: ((answers: RawRow[][]) => boolean) | undefined;
}

export function createBatchRunner(client: Client, pooler: PoolerState, limits: TimeLimits) {
  const prepared = createPreparedStatements(() => !pooler.isUsed);
  const settings = toSettingsStatement(limits);
  let isSpoiled = false;
  let hasFailedAtOnce = false;
  let isInTransaction = false;

  /** Sends the batch and, where sessions are shared, its settings, which the caller does not see. */
  async function run(
    statements: readonly BatchStatement[],
    options: RunOptions,
  ): Promise<{ results: StatementResult[]; completed: number; error: unknown }> {
    const place = pooler.isUsed && !isInTransaction ? findSettingsPlace(statements) : -1;
    const sent = place < 0 ? statements : statements.toSpliced(place, 0, settings);
    const withoutSettings = (results: StatementResult[]) =>
      place < 0 ? results : results.toSpliced(place, 1);
    const wasInTransaction = isInTransaction;
    const first = statements[0]?.text ?? '';
    if (first === 'begin') isInTransaction = true;
    else if (first === 'commit' || first === 'rollback') isInTransaction = false;

    const made = prepared.prepare(sent, options.needsColumns === true);
    const { accept } = options;
    const query = new BatchQuery({
      statements: made,
      removed: prepared.takeRemoved(),
      accept: accept && ((results) => accept(withoutSettings(results).map(({ rows }) => rows))),
    });
    client.query(query);
    const error = await query.done.then(
      () => undefined,
      (cause: unknown) => toOwnError(cause),
    );
    prepared.remember(sent, made, query);
    if (error !== undefined && (await isConnectionAtFault(error, query, statements))) {
      isSpoiled = true;
      // The rollback that follows on a lost connection fails as well.
      hasFailedAtOnce ||= !wasInTransaction;
    }
    // The socket says so a moment later, and by then another caller would have the connection.
    if (error instanceof ServerError && endsSession.has(error.code)) isSpoiled = true;
    const completed = place >= 0 && query.completed > place ? query.completed - 1 : query.completed;
    return { results: withoutSettings(query.results), completed, error };
  }

  async function isConnectionAtFault(
    error: unknown,
    { completed }: BatchQuery,
    statements: readonly BatchStatement[],
  ): Promise<boolean> {
    // The server had closed the connection, and has not read the batch to its end, where the commit is.
    if (codeOf(error) === 'EPIPE') return true;
    if (!(error instanceof ServerError)) return false;
    // A function that raises such an error is named in `where`.
    const isOwn = error.where === undefined;
    const isLost = isOwn && (error.code === '26000' || error.code === '42P05');
    const isTooIdle = isOwn && error.code === '57P05';
    const isOutdated = error.code === '0A000' && error.message.includes('cached plan');
    if (isLost && !pooler.isUsed) pooler.isUsed = await isPooled().catch(() => false);
    const isTimedOut = timeoutCodes.has(error.code ?? '') && isWithinReset(statements, completed);
    return isLost || isTooIdle || isOutdated || isTimedOut;
  }

  /** A pooler makes up the process id that it gives at the start of a session. */
  async function isPooled(): Promise<boolean> {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return 'processID' in client && client.processID !== rows[0]?.pid;
  }

  return {
    run,
    isPooled,
    isSpoiled: () => isSpoiled,
    hasFailedAtOnce: () => hasFailedAtOnce,
    columnsOf: prepared.columnsOf,
  };
}

/** After these the server closes the connection: shut down, crashed, dropped, idle for too long, idle or too long in a transaction. */
const endsSession: ReadonlySet<string> = new Set(['57P01', '57P02', '57P04', '57P05', '25P03', '25P04']);

/** query_canceled, and transaction_timeout, with which the server ends the session. */
const timeoutCodes: ReadonlySet<string> = new Set(['57014', '25P04']);

/**
 * Whether a batch ended in the statements that reset the session. The time limits of an earlier caller hold for these, and a cancellation
 * that comes at their end reaches the statement after them.
 */
function isWithinReset(statements: readonly BatchStatement[], completed: number): boolean {
  const place = findSettingsPlace(statements);
  return (
    completed <= place && statements.slice(0, place).some(({ text }) => text === resetSessionStatements[0])
  );
}
