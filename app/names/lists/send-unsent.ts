import { createSerialQueue } from '../../runtime/serial-queue.ts';
import { ListFault } from './list-fault.ts';
import { forgetUnsent, type UnsentAction } from './unsent-actions.ts';

/** By the list. */
const turns = new Map<string, ReturnType<typeof createSerialQueue>>();
/** What the backend has, or will not have. */
const settled = new Set<string>();

/**
 * Sends something the reader did, which is kept until the backend has it or will not have it. Whatever is done to a list is sent in turn, also by a list that is
 * opened again while its forerunner still sends: an earlier vote never lands on a later one, and what both of them want to send is sent once.
 */
export function sendUnsent(unsent: UnsentAction, send: () => Promise<void>): Promise<void> {
  const inTurn = turns.get(unsent.list) ?? createSerialQueue();
  turns.set(unsent.list, inTurn);
  return inTurn(async () => {
    if (settled.has(unsent.id)) return;
    try {
      await send();
      settle(unsent);
    } catch (error) {
      if (!(error instanceof ListFault && error.isOffline)) settle(unsent);
      throw error;
    }
  });
}

function settle(unsent: UnsentAction): void {
  settled.add(unsent.id);
  forgetUnsent(unsent);
}
