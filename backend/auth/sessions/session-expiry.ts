import type { AuthConfig } from '../../config/auth-config.ts';
import { ServiceError } from '../../http/service-error.ts';
import { hasVerifiedFactor, type UserRow } from '../accounts/user-row.ts';
import { type SessionRow, toTime } from './session-row.ts';

/** The time when a session was last renewed. Without a renewal it is the session's creation, or the last change of its token. */
export function lastRefreshed(session: SessionRow, tokenTime?: Date): number {
  if (session.refreshed_at !== null) return toTime(session.refreshed_at);
  return Math.max(toTime(session.created_at), tokenTime?.getTime() ?? 0);
}

/** Why a session can no longer be renewed, or undefined. */
export function findExpiry(
  config: AuthConfig['sessions'],
  { session, user, tokenTime }: { session: SessionRow; user: UserRow; tokenTime?: Date | undefined },
  now: Date,
): string | undefined {
  const time = now.getTime();
  const created = toTime(session.created_at);
  if (session.not_after !== null && time > toTime(session.not_after)) return 'Session Expired';
  if (config.timebox > 0 && time > created + config.timebox * 1000) return 'Session Expired';
  if (
    config.inactivityTimeout > 0 &&
    time > lastRefreshed(session, tokenTime) + config.inactivityTimeout * 1000
  ) {
    return 'Session Expired (Inactivity)';
  }
  const lacksFactor = (session.aal ?? 'aal1') === 'aal1' && hasVerifiedFactor(user);
  if (config.allowLowAal > 0 && lacksFactor && time > created + config.allowLowAal * 1000) {
    return 'Session Expired (Low AAL: User Needs MFA Verification)';
  }
  return undefined;
}

export function sessionExpired(reason: string): ServiceError {
  return new ServiceError('session_expired', 400, `Invalid Refresh Token: ${reason}`);
}

/** Sessions of different tags do not compete. A tag that is not configured counts as the first. */
export function tagOf(session: Pick<SessionRow, 'tag'>, tags: readonly string[]): string {
  return session.tag !== null && tags.includes(session.tag) ? session.tag : (tags[0] ?? '');
}
