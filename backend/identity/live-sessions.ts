/**
 * A token is valid until it expires, but its session may have ended earlier: by a sign-out, a new password, a ban or a stolen refresh
 * token. Every request checks this, so that the end of a session takes effect at once in every service and process.
 */
import type { BatchStatement, Connections } from '../../database/database.ts';
import { ServerError } from '../../database/errors.ts';
import type { Caller } from './read-caller.ts';

type SessionOwner = Pick<Caller, 'session' | 'user'>;

/** The error of a request whose session has ended. */
export const sessionEnded = 'Session from session_id claim in JWT does not exist';

const ended = 'the session has ended';
const isAlive = 'auth.is_session_alive($1::uuid, $2::uuid)';

/** Raises an error, so that no later statement of the batch runs. */
const text = `select (case when ${isAlive} then '1' else '${ended}' end)::int`;

/** A statement to send before a request in the same round trip. It fails when the session has ended. */
export function requireSession({ session, user }: SessionOwner): BatchStatement[] {
  return session === undefined || user === undefined ? [] : [{ text, values: [session, user] }];
}

/** Whether this error is the failure of `requireSession`. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof ServerError && error.code === '22P02' && error.message.includes(`"${ended}"`);
}

/** The same for a service that has no batch to add the statement to. */
export async function isSessionAlive(
  { session, user }: SessionOwner,
  { sql }: Pick<Connections, 'sql'>,
): Promise<boolean> {
  if (session === undefined || user === undefined) return true;
  const [row] = await sql.unsafe<{ alive: boolean }[]>(`select ${isAlive} as alive`, [session, user]);
  return row?.alive === true;
}
