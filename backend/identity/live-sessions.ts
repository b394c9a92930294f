import type { Database } from '../../database/database.ts';
import { ServerError } from '../../database/pipeline/answers.ts';
import type { BatchStatement } from '../../database/pipeline/batch-connection.ts';
import type { Caller } from './read-caller.ts';

/**
 * A token is good by itself until it ends; its session may have ended before: by a sign-out, a new password, a ban. So the session
 * is looked at, not with every request but at most this long after the last look.
 */
const lookAgainMs = 5000;
const mostKept = 10_000;

type SessionOwner = Pick<Caller, 'session' | 'user'>;

export interface LiveSessions {
  /** What to ask before a request, in the same trip, unless the session was seen alive just now. It fails when it is not. */
  question(caller: SessionOwner): BatchStatement | undefined;
  /** The question was answered, so it lives. */
  noteAlive(caller: SessionOwner): void;
  /** Whether it lives, for a service that has no trip to send the question along with. */
  isAlive(caller: SessionOwner, database: Pick<Database, 'sql'>): Promise<boolean>;
}

/** What services tell the client of a session that has ended. */
export const sessionEnded = 'Session from session_id claim in JWT does not exist';

const ended = 'the session has ended';

const isLive = 'auth.is_session_alive($1::uuid, $2::uuid)';

/** Made to fail, so that nothing that was sent behind it is done. */
const text = `select (case when ${isLive} then '1' else '${ended}' end)::int`;

export function createLiveSessions(now: () => number = () => performance.now()): LiveSessions {
  const seenAt = new Map<string, number>();
  const sessions: LiveSessions = {
    question({ session, user }) {
      if (session === undefined || user === undefined) return undefined;
      const seen = seenAt.get(session);
      return seen !== undefined && now() - seen < lookAgainMs ? undefined : { text, values: [session, user] };
    },
    noteAlive({ session }) {
      if (session === undefined) return;
      seenAt.delete(session);
      if (seenAt.size >= mostKept) seenAt.delete(seenAt.keys().next().value ?? '');
      seenAt.set(session, now());
    },
    async isAlive(caller, { sql }) {
      if (sessions.question(caller) === undefined) return true;
      const { session = '', user = '' } = caller;
      const [row] = await sql.unsafe<{ live: boolean }[]>(`select ${isLive} as live`, [session, user]);
      if (row?.live !== true) return false;
      sessions.noteAlive(caller);
      return true;
    },
  };
  return sessions;
}

/** Whether this is the failure of a question that found no live session, and not something else that went wrong. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof ServerError && error.code === '22P02' && error.message.includes(`"${ended}"`);
}
