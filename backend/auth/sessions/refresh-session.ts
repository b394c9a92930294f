import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../audit.ts';
import { limitRoute, limitRouteWithin } from '../guards/rate-limits.ts';
import type { AuthRequest } from '../request.ts';
import type { AuthService, Queries } from '../service.ts';
import { createTokenResponse, type TokenResponse } from './access-token.ts';
import { type FoundToken, requireRefreshToken } from './find-refresh-token.ts';
import { addressOrNull } from './issue-session.ts';
import type { ParsedRefreshToken } from './refresh-token.ts';
import { type Reuse, reuseRevokedToken, spendCountedToken } from './reuse-token.ts';
import { type Rotated, rotateActiveToken, rotateWhenAllowed } from './rotate-token.ts';
import type { SessionRow } from './session-row.ts';
import { findExpiry, lastRefreshed, sessionExpired, tagOf } from './validity.ts';

const patienceMilliseconds = 5000;

/** Renews a session: the usual case at once, everything else with the session held. The call is counted in either case. */
export async function refreshSession(
  request: AuthRequest,
  service: AuthService,
  token: ParsedRefreshToken,
): Promise<TokenResponse> {
  const { singlePerUser, allowLowAal } = service.config.sessions;
  if (token.version === 1 && !singlePerUser && allowLowAal === 0) {
    let rotated: Rotated | undefined;
    await limitRouteWithin(service, request, 'token', async (wanted, at) => {
      const done = await rotateWhenAllowed(service, request, token.token, wanted, at);
      rotated = done.rotated;
      return done.empty;
    });
    if (rotated !== undefined)
      return createTokenResponse(service, rotated.user, rotated.session, rotated.token);
  } else {
    await limitRoute(service, request, 'token');
  }
  // Waiting here instead of in the database keeps its connections free.
  const deadline = performance.now() + patienceMilliseconds;
  do {
    await requireRefreshToken(service.database.sql, service, token);
    const result = await service.database.transaction((sql) => refreshHeld(sql, request, service, token));
    if (result instanceof ServiceError) throw result;
    if (result !== 'busy') return result;
    await pause(10 + Math.floor(Math.random() * 20));
  } while (performance.now() < deadline);
  const message = 'Too many concurrent token refresh requests on the same session or refresh token';
  throw new ServiceError('conflict', 409, message);
}

/** An error that is given back instead of thrown lets the transaction commit: a revoked family stays revoked. */
async function refreshHeld(
  sql: Queries,
  request: AuthRequest,
  service: AuthService,
  token: ParsedRefreshToken,
): Promise<TokenResponse | ServiceError | 'busy'> {
  const sessionId =
    token.version === 2
      ? sql`${token.sessionId}::uuid`
      : sql`(select session_id from auth.refresh_tokens where token = ${token.token})`;
  const held = await sql`select id from auth.sessions where id = ${sessionId} for update skip locked`;
  if (held.length === 0) return 'busy';
  const found = await requireRefreshToken(sql, service, token);
  if (service.config.sessions.singlePerUser) await requireNewestSession(sql, service, found);

  let reuse: Reuse;
  if (token.version === 2) reuse = await spendCountedToken(sql, service, found, token.counter);
  else if (found.row?.revoked) reuse = await reuseRevokedToken(sql, service, found, found.row);
  else {
    const rotated = await rotateActiveToken(sql, service, request, token.token);
    return rotated === undefined
      ? 'busy'
      : createTokenResponse(service, rotated.user, rotated.session, rotated.token);
  }
  if (reuse === 'foreign') {
    return new ServiceError('validation_failed', 400, 'Invalid Refresh Token: Not Issued By This Server');
  }
  if (reuse === 'abuse') {
    const message = 'A refresh token was used again; its session is closed';
    service.log({ level: 'warn', message, session: found.session.id });
    return new ServiceError('refresh_token_already_used', 400, 'Invalid Refresh Token: Already Used');
  }
  await writeAudit(sql, service, request, { actor: found.user, action: 'token_refreshed' });
  await sql`
    update auth.sessions set refreshed_at = ${service.clock.now()}::timestamptz at time zone 'utc',
      user_agent = ${request.headers.get('User-Agent')}, ip = ${addressOrNull(request.clientAddress)}
    where id = ${found.session.id}`;
  return createTokenResponse(service, found.user, found.session, reuse.token);
}

/** With one session for each user (and tag), only the one that was renewed last may go on. */
async function requireNewestSession(sql: Queries, service: AuthService, found: FoundToken): Promise<void> {
  const { user, session, row } = found;
  const { tags } = service.config.sessions;
  const others = await sql<Pick<SessionRow, 'tag' | 'aal' | 'not_after' | 'created_at' | 'refreshed_at'>[]>`
    select tag, aal, not_after::text, created_at::text, (refreshed_at at time zone 'utc')::text as refreshed_at
    from auth.sessions where user_id = ${user.id} and id <> ${session.id}`;
  for (const fields of others) {
    const other: SessionRow = { ...session, ...fields };
    const isAlive = findExpiry(service.config.sessions, other, user, service.clock.now()) === undefined;
    if (!isAlive || tagOf(other, tags) !== tagOf(session, tags)) continue;
    if (lastRefreshed(other) > lastRefreshed(session, row?.updated_at)) {
      throw sessionExpired('Session Expired (Revoked by Newer Login)');
    }
  }
}
