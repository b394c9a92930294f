import { ServiceError } from '../../http/service-error.ts';
import { type Claims, TokenError } from '../../identity/key-ring.ts';
import { isAdminRole } from '../../identity/roles.ts';
import { isBanned, parseUserRow, type UserRow, userColumnsText } from '../accounts/user-row.ts';
import { askRow } from '../ask-row.ts';
import type { AuthRequest } from '../request.ts';
import type { AuthService } from '../service.ts';
import { requireOwnSession } from './applications.ts';
import { type SessionRow, sessionColumnText } from './session-row.ts';

/** Who makes a request, and in which session. */
export interface Caller {
  claims: Claims;
  user: UserRow;
  session: SessionRow | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** The signed-in user behind a request: the token is checked, then user and session are read in one round trip. */
export async function requireUser(request: AuthRequest, service: AuthService): Promise<Caller> {
  const claims = requireClaims(request, service);
  requireOwnToken(claims, service);
  const caller = await loadCaller(claims, service);
  requireOwnSession(request, caller.session);
  return caller;
}

/** A caller with an admin role. A token that belongs to a session counts only while the session lives. */
export async function requireAdmin(request: AuthRequest, service: AuthService): Promise<Claims> {
  const claims = requireClaims(request, service);
  if (sessionOf(claims) !== undefined) {
    requireOwnToken(claims, service);
    requireOwnSession(request, (await loadCaller(claims, service)).session);
  }
  if (!isAdminRole(claims.role)) throw new ServiceError('not_admin', 403, 'User not allowed');
  return claims;
}

export function requireNotAnonymous(caller: Caller): void {
  if (caller.user.is_anonymous || caller.claims.is_anonymous === true) {
    throw new ServiceError('no_authorization', 403, 'Anonymous user not allowed to perform these actions');
  }
}

function requireClaims(request: AuthRequest, service: AuthService): Claims {
  const token = /^bearer\s+(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (token === undefined) {
    throw new ServiceError('no_authorization', 401, 'This endpoint requires a valid Bearer token');
  }
  try {
    return service.readCredential(token, service.clock.now().getTime() / 1000);
  } catch (error) {
    if (error instanceof TokenError) {
      throw badToken(`invalid JWT: unable to parse or verify signature, ${error.message}`, error);
    }
    throw error;
  }
}

/** Our secret may sign tokens for other purposes: a user's token also names us, our audience and its end. */
function requireOwnToken(claims: Claims, service: AuthService): void {
  if (typeof claims.sub !== 'string' || claims.sub === '') throw badToken('invalid claim: missing sub claim');
  if (!isUuid(claims.sub)) throw badToken('invalid claim: sub claim must be a UUID');
  if (claims.iss !== service.issuer) throw badToken('invalid claim: token has another issuer');
  const audience = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  if (!audience.includes(service.config.audience))
    throw badToken('invalid claim: token has another audience');
  if (typeof claims.exp !== 'number') throw badToken('invalid claim: token has no expiry');
}

/** A fixed text with its values beside it: this is asked with every request, and putting a text together takes time. */
const callerQuery = `
  select to_json(caller) from (
    select ${userColumnsText}, case when s.id is null then null else ${sessionColumnText} end as session
    from auth.users u left join auth.sessions s on s.id = $1::uuid and s.user_id = u.id
    where u.id = $2::uuid) caller`;

async function loadCaller(claims: Claims, service: AuthService): Promise<Caller> {
  const sessionId = sessionOf(claims);
  if (sessionId !== undefined && !isUuid(sessionId))
    throw badToken('invalid claim: session_id claim must be a UUID');
  const [found] =
    (await askRow(service.database, callerQuery, [sessionId ?? null, String(claims.sub)])) ?? [];
  const row = found && parseUserRow<UserRow & { session: SessionRow | null }>(found);
  if (!row || row.deleted_at !== null) {
    throw new ServiceError('user_not_found', 403, 'User from sub claim in JWT does not exist');
  }
  if (sessionId !== undefined && row.session === null) {
    throw new ServiceError('session_not_found', 403, 'Session from session_id claim in JWT does not exist');
  }
  if (isBanned(row, service.clock.now())) throw new ServiceError('user_banned', 403, 'User is banned');
  return { claims, user: row, session: row.session ?? undefined };
}

function sessionOf(claims: Claims): string | undefined {
  const id = claims.session_id;
  return typeof id === 'string' && id !== '' && !/^[0-]+$/.test(id) ? id : undefined;
}

function badToken(message: string, cause?: unknown): ServiceError {
  return new ServiceError('bad_jwt', 403, message, { cause });
}
