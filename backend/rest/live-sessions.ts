import { ServerError } from '../../database/pipeline/answers.ts';
import type { BatchStatement } from '../../database/pipeline/batch-connection.ts';
import type { Caller } from './caller.ts';
import { RestError } from './rest-error.ts';

/**
 * A token is good by itself until it ends; its session may have ended before: by a sign-out, a new password, a ban. So the session
 * is looked at, not with every request but at most this long after the last look.
 */
const lookAgainMs = 5000;
const mostKept = 10_000;

export interface LiveSessions {
  /** What to ask before a request, in the same trip, unless the session was seen alive just now. It fails when it is not. */
  question(caller: Caller): BatchStatement | undefined;
  /** The question was answered, so it lives. */
  noteAlive(caller: Caller): void;
}

const ended = 'the session has ended';

/** Made to fail, so that nothing that was sent behind it is done. */
const text = `
  select (case when auth.is_session_alive($1::uuid, $2::uuid) then '1' else '${ended}' end)::int`;

export function createLiveSessions(now: () => number = () => performance.now()): LiveSessions {
  const seenAt = new Map<string, number>();
  return {
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
  };
}

/** What a failed question means to the client; undefined when something else went wrong. */
export function toSessionEnded(error: unknown): RestError | undefined {
  if (!(error instanceof ServerError) || error.code !== '22P02' || !error.message.includes(`"${ended}"`))
    return undefined;
  const message = 'Session from session_id claim in JWT does not exist';
  const headers = { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` };
  return new RestError('PGRST303', 401, message, { headers });
}
