import { ServiceError } from '../../http/service-error.ts';
import { type Claims, TokenError } from '../../identity/key-ring.ts';
import { sessionEnded } from '../../identity/live-sessions.ts';
import {
  CallerError,
  type CallerFault,
  isUuid,
  readBearerToken,
  type Caller as TokenCaller,
} from '../../identity/read-caller.ts';
import { isAdminRole } from '../../identity/roles.ts';
import { isBanned, parseUserRow, type UserRow, userColumnsText } from '../accounts/user-row.ts';
import { queryRow } from '../service/query-row.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { requireOwnSession } from './applications.ts';
import { requireSecondFactor } from './second-factor.ts';
import { type SessionRow, sessionColumnText } from './session-row.ts';

export { isUuid };

/** The user who makes a request, and the session. */
export interface Caller {
  claims: Claims;
  user: UserRow;
  session: SessionRow | undefined;
}

/** The signed-in user of a request: the token is verified, then user and session are read in one round trip. */
export async function requireUser(request: AuthRequest, service: AuthService): Promise<Caller> {
  return requireAuthorizedCaller(request, service, requireToken(request, service));
}

/** A caller with an admin role. A token that belongs to a session is accepted only while the session lives. */
export async function requireAdmin(request: AuthRequest, service: AuthService): Promise<Claims> {
  const token = requireToken(request, service);
  if (token.session !== undefined) await requireAuthorizedCaller(request, service, token);
  if (!isAdminRole(token.role)) throw new ServiceError('not_admin', 403, 'User not allowed');
  return token.claims;
}

export function requireNotAnonymous(caller: Caller): void {
  if (caller.user.is_anonymous || caller.claims.is_anonymous === true) {
    throw new ServiceError('no_authorization', 403, 'Anonymous user not allowed to perform these actions');
  }
}

/** The user, not an application on the user's behalf, and with the second factor where the user has one. */
async function requireAuthorizedCaller(
  request: AuthRequest,
  service: AuthService,
  token: TokenCaller,
): Promise<Caller> {
  const caller = await loadCaller(token, service);
  requireOwnSession(request, token, caller.session);
  requireSecondFactor(request, caller);
  return caller;
}

function requireToken(request: AuthRequest, service: AuthService): TokenCaller {
  const token = readBearerToken(request.headers);
  if (token === undefined) {
    throw new ServiceError('no_authorization', 401, 'This endpoint requires a valid Bearer token');
  }
  try {
    return service.readCaller(token, service.clock.now().getTime() / 1000);
  } catch (error) {
    if (error instanceof TokenError)
      throw badToken(`invalid JWT: unable to parse or verify signature, ${error.message}`, error);
    if (error instanceof CallerError) throw badToken(claimMessages[error.reason] ?? error.message, error);
    throw error;
  }
}

const claimMessages: Partial<Record<CallerFault, string>> = {
  'no-subject': 'invalid claim: missing sub claim',
  'bad-subject': 'invalid claim: sub claim must be a UUID',
  'bad-session': 'invalid claim: session_id claim must be a UUID',
  'other-issuer': 'invalid claim: token has another issuer',
  'no-expiry': 'invalid claim: token has no expiry',
};

/** A fixed text with its values beside it: every request runs it, and building a text takes time. */
const callerQuery = `
  select to_json(caller) from (
    select ${userColumnsText}, case when s.id is null then null else ${sessionColumnText} end as session
    from auth.users u left join auth.sessions s on s.id = $1::uuid and s.user_id = u.id
    where u.id = $2::uuid) caller`;

async function loadCaller(token: TokenCaller, service: AuthService): Promise<Caller> {
  const { user, session, claims } = token;
  if (user === undefined) throw badToken('invalid claim: missing sub claim');
  const [found] =
    (await queryRow(service.database, { text: callerQuery, values: [session ?? null, user] })) ?? [];
  const row = found && parseUserRow<UserRow & { session: SessionRow | null }>(found);
  if (!row || row.deleted_at !== null) {
    throw new ServiceError('user_not_found', 403, 'User from sub claim in JWT does not exist');
  }
  if (!token.hasOwnAudience && claims.aud !== row.aud)
    throw badToken('invalid claim: token has another audience');
  if (session !== undefined && row.session === null) {
    throw new ServiceError('session_not_found', 403, sessionEnded);
  }
  if (isBanned(row, service.clock.now())) throw new ServiceError('user_banned', 403, 'User is banned');
  return { claims, user: row, session: row.session ?? undefined };
}

function badToken(message: string, cause?: unknown): ServiceError {
  return new ServiceError('bad_jwt', 403, message, { cause });
}
