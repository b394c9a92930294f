import type { PostgrestError } from '@supabase/supabase-js';

/** An error of the lists; its message is for the user. */
export class ListFault extends Error {
  /** The database was not reached: the change can be sent later. */
  readonly isOffline: boolean;
  /** The user is not, or no longer, a member of the list. */
  readonly isGone: boolean;

  constructor(message: string, { cause, isOffline = false, isGone = false }: FaultOptions = {}) {
    super(message, { cause });
    this.isOffline = isOffline;
    this.isGone = isGone;
  }
}

interface FaultOptions {
  cause?: unknown;
  isOffline?: boolean;
  isGone?: boolean;
}

const left = 'You are not (or no longer) part of this list.';
const notMigrated =
  'This project does not offer lists yet: its owner has to apply the site’s migrations (supabase db push).';

const byHint: Record<string, string> = {
  link_gone: 'This link has been used or revoked. Ask for a new one.',
  list_full: 'Two people are in this list already.',
  too_many_names: 'This list has reached the limit of 500 names.',
  too_many_lists: 'You have reached the limit of 50 lists.',
  too_many_links: 'This list has 20 links; revoke one first.',
  not_a_member: left,
};

const byCode: Record<string, string> = {
  '42501': left,
  '23503': 'This name is no longer in the list.',
  '23514': 'A name has 1 to 40 letters, a title 1 to 80, a note 500 at most.',
  PGRST200: notMigrated,
  PGRST202: notMigrated,
  PGRST205: notMigrated,
};

/** `status` is the HTTP status of the answer, 0 when there was none. */
export function toFault(error: PostgrestError, status: number): ListFault {
  if (isUnreachable(error, status))
    return new ListFault(
      'There is no connection right now. Your changes are kept here and sent when it is back.',
      {
        cause: error,
        isOffline: true,
      },
    );
  const message = byHint[error.hint ?? ''] ?? byCode[error.code];
  if (message) return new ListFault(message, { cause: error, isGone: message === left });
  return new ListFault('That did not work. Please try again in a moment.', { cause: error });
}

/** Statuses of a gateway whose backend is unavailable for a moment. */
const gatewayErrorStatuses = [502, 503, 504];

/**
 * Every error of the database has a code. An error without one comes from the browser or from a server in between; of those only a 4xx
 * status is permanent.
 */
function isUnreachable({ code }: PostgrestError, status: number): boolean {
  const isRefused = status >= 400 && status < 500;
  // The client could not renew the user's token at that moment, and sent the request without it.
  const isAnonymous = status === 401 && Boolean(code);
  return gatewayErrorStatuses.includes(status) || isAnonymous || (!code && !isRefused);
}

export function toGoneFault(): ListFault {
  return new ListFault(left, { isGone: true });
}

/** The message for any error. */
export function toMessage(error: unknown): string {
  if (error instanceof ListFault) return error.message;
  console.error(error);
  return 'Something went wrong here. Please reload the page.';
}
