import { setTimeout as pause } from 'node:timers/promises';
import { ServerError } from '../../database/errors.ts';
import type { Log } from '../../database/log.ts';
import {
  type ClaimedRequest,
  type DeliveryResult,
  storeResult,
  type WebhookDatabase,
} from './request-store.ts';

export interface Attempt {
  request: ClaimedRequest;
  result: DeliveryResult;
  /** The request stays in the queue, and is sent again after this time. */
  retryMs: number | undefined;
}

/** How long to wait after a fault of the database. */
export const faultMs = 1000;

/** Records attempts. A request that was answered must not be sent again, so this is tried until the database accepts it. */
export function createRecordResult(options: {
  database: WebhookDatabase;
  isClosing(): boolean;
  log: Log;
}): (attempt: Attempt) => Promise<void> {
  const { database, log } = options;
  return async ({ request, result, retryMs }) => {
    let stored: DeliveryResult | undefined = result;
    while (true) {
      try {
        return await storeResult(database, request, stored, retryMs);
      } catch (error) {
        if (options.isClosing()) return;
        if (!(error instanceof ServerError)) await pause(faultMs);
        // The queue was dropped.
        else if (stored === undefined) return;
        else {
          // A trigger of the project has failed, for example.
          const message = 'A response to a webhook could not be stored.';
          log({ level: 'warn', message, id: request.id, error: String(error) });
          stored = undefined;
        }
      }
    }
  };
}
