import { AdminError } from './admin-error.ts';
import { BackendRefusal } from './ask-backend.ts';
import { ownerHints, toRefusal } from './owner-gate.ts';

export interface Refusals {
  /** The status of each hint that the database's functions raise; its words are those of the database. */
  statuses: Record<string, number>;
  /** Said when a statement reaches its time limit. */
  tooSlow?: string;
}

/** Turns what a function of the database refuses into an answer of this API. Anything else is a fault of the server. */
export function createExplainRefusal({ statuses, tooSlow }: Refusals): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof BackendRefusal)) throw error;
    const { hint, message, isTimeout, isUnknownFunction } = error;
    const status = statuses[hint];
    if (status !== undefined) throw new AdminError(status, hint.replaceAll('_', '-'), message);
    if (hint === 'sign_in_again')
      throw new AdminError(401, 'confirm-identity', 'Please confirm that it is you.');
    if (isTimeout && tooSlow !== undefined) throw new AdminError(422, 'too-slow', tooSlow);
    if (isUnknownFunction || hint in ownerHints) toRefusal(error);
    throw error;
  };
}
