/**
 * A token is valid until it expires, but its session may have ended earlier: by a sign-out, a new password, a ban or a stolen refresh
 * token. Every request checks this, so that the end of a session takes effect at once in every service and process.
 */
import type { BatchStatement, Connections } from '../../database/database.ts';
import { sqlStateOf } from '../../database/errors.ts';
import { type Caller, CallerError } from './read-caller.ts';

type SessionOwner = Pick<Caller, 'session' | 'user'>;

/** The error of a request whose session has ended. */
export const sessionEnded = 'Session from session_id claim in JWT does not exist';

const text = 'select auth.require_session($1::uuid, $2::uuid)';

/** The statement to send before a request in the same round trip. It fails when the session has ended, and no later statement runs. */
export function sessionStatements({ session, user }: SessionOwner): BatchStatement[] {
  return session === undefined || user === undefined ? [] : [{ text, values: [session, user] }];
}

/** The refusal of a request whose statements failed because the session has ended; undefined for any other error. */
export function toSessionRefusal(error: unknown): CallerError | undefined {
  return sqlStateOf(error) === 'PL401' ? new CallerError('session-ended', sessionEnded) : undefined;
}

/** The same for a service that has no batch to add the statement to. */
export async function requireLiveSession(
  owner: SessionOwner,
  { batch }: Pick<Connections, 'batch'>,
): Promise<void> {
  const statements = sessionStatements(owner);
  if (statements.length === 0) return;
  await batch(statements).catch((error: unknown) => {
    throw toSessionRefusal(error) ?? error;
  });
}
