import { createSerialQueue } from '../../runtime/serial-queue.ts';
import { ListFault } from './list-fault.ts';
import { removeUnsent, type UnsentAction } from './unsent-actions.ts';

/** Serial queues by list id. */
const queues = new Map<string, ReturnType<typeof createSerialQueue>>();
/** Ids of actions that the backend has accepted or refused. */
const finished = new Set<string>();

/**
 * Sends a stored action, which stays stored until the backend accepts or refuses it. The actions of a list are sent one at a time, also
 * when the list is opened again while its previous instance still sends: an earlier vote never overwrites a later one, and no action is
 * sent twice.
 */
export function sendUnsent(unsent: UnsentAction, send: () => Promise<void>): Promise<void> {
  const enqueue = queues.get(unsent.list) ?? createSerialQueue();
  queues.set(unsent.list, enqueue);
  return enqueue(async () => {
    if (finished.has(unsent.id)) return;
    try {
      await send();
      finish(unsent);
    } catch (error) {
      if (!(error instanceof ListFault && error.isOffline)) finish(unsent);
      throw error;
    }
  });
}

function finish(unsent: UnsentAction): void {
  finished.add(unsent.id);
  removeUnsent(unsent);
}
