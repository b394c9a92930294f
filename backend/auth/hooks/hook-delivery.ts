import type { ClaimedMessage } from '../mail/message-store.ts';
import type { Outcome } from '../mail/record-outcome.ts';
import type { Deliver } from '../mail/sender.ts';
import type { HttpHook } from './create-hooks.ts';
import { HookError } from './hook-error.ts';

/** Sends a queued message to a hook, once: the queue decides when to try again. The message keeps its id. */
export function createHookDelivery(hook: HttpHook): Deliver {
  return async ({ id, content }: ClaimedMessage): Promise<Outcome> => {
    if (content.payload === undefined) {
      return { state: 'refused', error: 'The message was not written for the hook.' };
    }
    try {
      await hook.post(JSON.parse(content.payload), { id, tries: 1 });
      return { state: 'sent' };
    } catch (error) {
      if (!(error instanceof HookError)) throw error;
      const reason =
        error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
      return { state: isFinal(error) ? 'refused' : 'later', error: reason };
    }
  };
}

/**
 * A hook that was reached and gave an invalid answer may have sent the message, so it is not tried again. A refusal is final if
 * its status names the message as the fault.
 */
function isFinal({ outcome, status }: HookError): boolean {
  if (outcome === 'refused') return status < 500 && status !== 408 && status !== 429;
  return outcome === 'invalid';
}
