import type { Connections, TransactionSql } from '../../../database/database.ts';
import { DatabaseUnavailable } from '../../../database/errors.ts';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';

/** Reads a list that may go through a whole table. */
export type ReadList = <T>(read: (sql: TransactionSql) => Promise<T>) => Promise<T>;

/**
 * Few lists are read at a time, so that sign-ins find a connection, and each in a transaction: the driver sends no other statement over the
 * connection of a transaction, where it would wait for the list.
 */
export function createListQueue(database: Pick<Connections, 'transaction'>): ReadList {
  const limit = createConcurrencyLimit({
    maxRunning: 2,
    maxWaiting: 50,
    busy: () => new DatabaseUnavailable('Too many lists are asked for at a time.'),
  });
  return (read) => limit(() => database.transaction(read));
}
