import { ServiceError } from '../../http/service-error.ts';
import { isBanned, type UserRow, userColumns } from '../accounts/user-row.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { isSignedBy, type ParsedRefreshToken } from './refresh-token.ts';
import { findExpiry, sessionExpired } from './session-expiry.ts';
import { type SessionRow, sessionColumn } from './session-row.ts';
import { decryptTokenKey } from './token-key.ts';

export interface TokenRow {
  id: string;
  token: string;
  revoked: boolean;
  updated_at: Date;
}

export interface FoundToken {
  user: UserRow;
  session: SessionRow;
  /** Only tokens of version 1 have a row. */
  row: TokenRow | undefined;
}

/**
 * The account and session of a refresh token, if both are still valid. A session that was opened for an application can be
 * renewed by that application only, and every other session by no application.
 */
export async function requireRefreshToken(
  sql: Queries,
  service: AuthService,
  token: ParsedRefreshToken,
  application: string | null,
): Promise<FoundToken> {
  const found =
    token.version === 1 ? await findByRow(sql, token.token) : await findBySession(sql, service, token);
  if (found === undefined) {
    throw new ServiceError('refresh_token_not_found', 400, 'Invalid Refresh Token: Refresh Token Not Found');
  }
  const { user, session, row } = found;
  const now = service.clock.now();
  if (isBanned(user, now) || user.deleted_at !== null) {
    throw new ServiceError('user_banned', 400, 'Invalid Refresh Token: User Banned');
  }
  if (session === null) {
    throw new ServiceError('session_not_found', 400, 'Invalid Refresh Token: No Valid Session Found');
  }
  if (session.oauth_client_id !== application) {
    throw new ServiceError('refresh_token_not_found', 400, 'Invalid Refresh Token: Refresh Token Not Found');
  }
  const expiry = findExpiry(service.config.sessions, { session, user, tokenTime: row?.updated_at }, now);
  if (expiry !== undefined) throw sessionExpired(expiry);
  return { user, session, row };
}

interface Candidate extends Omit<FoundToken, 'session'> {
  session: SessionRow | null;
}

async function findByRow(sql: Queries, token: string): Promise<Candidate | undefined> {
  const [found] = await sql<
    (UserRow & { session: SessionRow | null; token_id: string; revoked: boolean; token_updated_at: Date })[]
  >`
    select ${userColumns}, case when s.id is null then null else ${sessionColumn} end as session,
      t.id as token_id, t.revoked, t.updated_at as token_updated_at
    from auth.refresh_tokens t join auth.users u on u.id = t.user_id::uuid
      left join auth.sessions s on s.id = t.session_id
    where t.token = ${token}`;
  if (found === undefined) return undefined;
  const { session, token_id: id, revoked, token_updated_at, ...user } = found;
  return { user, session, row: { id, token, revoked, updated_at: token_updated_at } };
}

async function findBySession(
  sql: Queries,
  service: AuthService,
  token: Extract<ParsedRefreshToken, { version: 2 }>,
): Promise<Candidate | undefined> {
  const [found] = await sql<(UserRow & { session: SessionRow })[]>`
    select ${userColumns}, ${sessionColumn} as session
    from auth.sessions s join auth.users u on u.id = s.user_id where s.id = ${token.sessionId}`;
  if (found === undefined) return undefined;
  const { session, ...user } = found;
  if (session.refresh_token_hmac_key === null || session.refresh_token_counter === null) return undefined;
  return isSignedBy(token, decryptTokenKey(service, session).key)
    ? { user, session, row: undefined }
    : undefined;
}
