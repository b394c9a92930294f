import type { Connections } from '../../../database/database.ts';
import { DatabaseUnavailable } from '../../../database/errors.ts';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { ReadList } from '../service/ports.ts';

/**
 * Limits how many lists are read at once, so that sign-ins find a free connection. Each list has a transaction of its own: the
 * driver sends no other statement over that connection, where it would wait for the list.
 */
export function createListQueue(database: Pick<Connections, 'transaction'>): ReadList {
  const limit = createConcurrencyLimit({
    maxRunning: 2,
    queue: {
      maxWaiting: 50,
      busy: () => new DatabaseUnavailable('Too many lists are requested at once.'),
    },
  });
  return (read) => limit(() => database.transaction(read));
}
