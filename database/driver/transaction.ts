import { sqlStateOf } from '../errors.ts';
import type { Connection } from './connection.ts';
import { createSql, type Rows, type Statement, type TransactionSql } from './sql.ts';

const transactionIsAborted = '25P02';

/**
 * Runs `work` in a transaction on a connection of its own. If the connection is lost, the statement in flight and all later ones fail, and
 * the server rolls back.
 */
export async function runTransaction<T>(
  connection: Connection,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  let isEnded = false;
  let hasBegun = false;
  /** The first error: Postgres then refuses everything but a rollback, even if `work` has caught it. */
  let failure: { reason: unknown } | undefined;
  let waiting: { statement: Statement; settle: PromiseWithResolvers<Rows<object>> }[] = [];
  let sending: Promise<void> = Promise.resolve();

  /** Statements that are begun in the same turn of the event loop are sent together. */
  function send(statement: Statement): Promise<Rows<object>> {
    if (isEnded) return Promise.reject(new Error('This transaction has ended.'));
    const settle = Promise.withResolvers<Rows<object>>();
    if (waiting.push({ statement, settle }) === 1) sending = sending.then(flush);
    return settle.promise;
  }

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const begin = hasBegun ? [] : [{ text: 'begin', values: [] }];
    hasBegun = true;
    const results = await connection.query([...begin, ...batch.map(({ statement }) => statement)]);
    const [first] = results;
    // Nothing has begun: the statements say why, for example that the connection is lost.
    const lost = begin.length > 0 && first?.status === 'rejected' ? first : undefined;
    batch.forEach(({ settle }, index) => {
      const result = lost ?? results[index + begin.length];
      if (result?.status === 'fulfilled') settle.resolve(result.value);
      else {
        failure ??= { reason: result?.reason };
        settle.reject(result?.reason);
      }
    });
  }

  async function script(text: string): Promise<Rows<object>> {
    await send({ text: '', values: [] });
    return connection.script(text).catch((reason: unknown) => {
      failure ??= { reason };
      throw reason;
    });
  }

  const sql = Object.assign(createSql(send, script), { isTransaction: true as const });
  try {
    const value = await work(sql);
    await sending;
    if (failure) throw failure.reason;
    if (hasBegun) await finish('commit');
    return value;
  } catch (error) {
    await sending;
    if (hasBegun) await finish('rollback').catch(() => {});
    // What was refused because of an earlier error says nothing about it.
    throw failure && sqlStateOf(error) === transactionIsAborted ? failure.reason : error;
  }

  async function finish(text: 'commit' | 'rollback'): Promise<void> {
    isEnded = true;
    const [result] = await connection.query([{ text, values: [] }]);
    if (result?.status === 'rejected') throw result.reason;
  }
}
