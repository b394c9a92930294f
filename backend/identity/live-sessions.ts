/**
 * A token is good by itself until it expires; its session may have ended before: by a sign-out, a new password, a ban, a stolen
 * refresh token. Every request looks, so that the end of a session counts at once, in every service and every process.
 */
import type { Connections } from '../../database/database.ts';
import type { BatchStatement } from '../../database/pipeline/batch-connection.ts';
import { ServerError } from '../../database/pipeline/message-reader.ts';
import type { Caller } from './read-caller.ts';

type SessionOwner = Pick<Caller, 'session' | 'user'>;

/** What services tell the client of a session that has ended. */
export const sessionEnded = 'Session from session_id claim in JWT does not exist';

const ended = 'the session has ended';
const isAlive = 'auth.is_session_alive($1::uuid, $2::uuid)';

/** Made to fail, so that nothing that was sent behind it is done. */
const text = `select (case when ${isAlive} then '1' else '${ended}' end)::int`;

/** A statement to send in front of a request, in the same trip. It fails when the session has ended. */
export function requireSession({ session, user }: SessionOwner): BatchStatement[] {
  return session === undefined || user === undefined ? [] : [{ text, values: [session, user] }];
}

/** Whether this is the failure of `requireSession`, and not something else that went wrong. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof ServerError && error.code === '22P02' && error.message.includes(`"${ended}"`);
}

/** The same for a service that has no trip to send the statement along with. */
export async function isSessionAlive(
  { session, user }: SessionOwner,
  { sql }: Pick<Connections, 'sql'>,
): Promise<boolean> {
  if (session === undefined || user === undefined) return true;
  const [row] = await sql.unsafe<{ alive: boolean }[]>(`select ${isAlive} as alive`, [session, user]);
  return row?.alive === true;
}
