import { setTimeout as pause } from 'node:timers/promises';
import { fragment } from '../../../database/driver/sql.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { limitRoute, limitRouteWithin, type RouteLimit } from '../limits/route-limits.ts';
import type { Call } from '../service/call.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { createTokenResponse, type TokenResponse } from './access-token.ts';
import { type FoundToken, requireRefreshToken } from './find-refresh-token.ts';
import { addressOrNull } from './issue-session.ts';
import type { ParsedRefreshToken } from './refresh-token.ts';
import { type Reuse, reuseRevokedToken, rotateTokenV2 } from './reuse-token.ts';
import { type Rotated, rotateActiveToken, rotateWhenAllowed } from './rotate-token.ts';
import { findExpiry, lastRefreshed, sessionExpired, tagOf } from './session-expiry.ts';
import type { SessionRow } from './session-row.ts';

const lockTimeoutMs = 5000;

/** Who renews the session: the user, or the application that it was opened for. */
export interface Renewal {
  application: string | null;
  limit: RouteLimit;
}

const byUser: Renewal = { application: null, limit: 'token' };

/** Renews a session: the common case at once, everything else with the session locked. The call is counted in either case. */
export async function refreshSession(
  request: AuthRequest,
  service: AuthService,
  token: ParsedRefreshToken,
  { application, limit }: Renewal = byUser,
): Promise<TokenResponse> {
  const { singlePerUser, allowLowAal } = service.config.sessions;
  // The hook is called after the database work, so that it holds no lock. A refused client can try again: a token that never
  // arrived is issued once more for the one before it.
  const answer = (renewed: Rotated) => createTokenResponse(service, renewed, issue);
  const issue = { request, method: 'token_refresh' };
  if (token.version === 1 && !singlePerUser && allowLowAal === 0) {
    let rotated: Rotated | undefined;
    await limitRouteWithin(request, service, { route: limit }, async (wanted, at) => {
      const rotation = { token: token.token, application, wanted, at };
      const done = await rotateWhenAllowed(request, service, rotation);
      rotated = done.rotated;
      return done.empty;
    });
    if (rotated !== undefined) return answer(rotated);
  } else {
    await limitRoute(request, service, limit);
  }
  // Waiting here instead of in the database keeps its connections free.
  const deadline = performance.now() + lockTimeoutMs;
  do {
    await requireRefreshToken(service.database.sql, service, token, application);
    const result = await service.database.transaction((sql) =>
      refreshLocked({ sql, service, request }, token, application),
    );
    if (result instanceof ServiceError) throw result;
    if (result !== 'busy') return answer(result);
    await pause(10 + Math.floor(Math.random() * 20));
  } while (performance.now() < deadline);
  const message = 'Too many concurrent token refresh requests on the same session or refresh token';
  throw new ServiceError('conflict', 409, message);
}

/** An error that is returned instead of thrown lets the transaction commit: a revoked family stays revoked. */
async function refreshLocked(
  call: Call<Queries>,
  token: ParsedRefreshToken,
  application: string | null,
): Promise<Rotated | ServiceError | 'busy'> {
  const { sql, service, request } = call;
  const sessionId =
    token.version === 2
      ? fragment`${token.sessionId}::uuid`
      : fragment`(select session_id from auth.refresh_tokens where token = ${token.token})`;
  const locked = await sql`select id from auth.sessions where id = ${sessionId} for update skip locked`;
  if (locked.length === 0) return 'busy';
  const found = await requireRefreshToken(sql, service, token, application);
  if (service.config.sessions.singlePerUser) await requireNewestSession(sql, service, found);

  let reuse: Reuse;
  if (token.version === 2) reuse = await rotateTokenV2(sql, service, found, token.counter);
  else if (found.row?.revoked) reuse = await reuseRevokedToken(sql, service, found, found.row);
  else {
    const rotated = await rotateActiveToken(call, token.token, application);
    return rotated ?? 'busy';
  }
  if (reuse === 'foreign') {
    return ServiceError.validationFailed('Invalid Refresh Token: Not Issued By This Server');
  }
  if (reuse === 'abuse') {
    const message = 'A refresh token was used again; its session is closed';
    service.log({ level: 'warn', message, session: found.session.id });
    return new ServiceError('refresh_token_already_used', 400, 'Invalid Refresh Token: Already Used');
  }
  await writeAudit(call, { actor: found.user, action: 'token_refreshed' });
  await sql`
    update auth.sessions set refreshed_at = ${service.clock.now()}::timestamptz at time zone 'utc',
      user_agent = ${request.headers.get('User-Agent')}, ip = ${addressOrNull(request.clientAddress)}
    where id = ${found.session.id}`;
  return { user: found.user, session: found.session, token: reuse.token };
}

/**
 * With one session for each user (and tag), only the one that was renewed last may continue. Applications' sessions do not count.
 */
async function requireNewestSession(sql: Queries, service: AuthService, found: FoundToken): Promise<void> {
  const { user, session, row } = found;
  const { tags } = service.config.sessions;
  const others = await sql<Pick<SessionRow, 'tag' | 'aal' | 'not_after' | 'created_at' | 'refreshed_at'>[]>`
    select tag, aal, not_after::text, created_at::text, (refreshed_at at time zone 'utc')::text as refreshed_at
    from auth.sessions where user_id = ${user.id} and id <> ${session.id}
      and oauth_client_id is not distinct from ${session.oauth_client_id}::uuid`;
  for (const fields of others) {
    const other: SessionRow = { ...session, ...fields };
    const isAlive =
      findExpiry(service.config.sessions, { session: other, user }, service.clock.now()) === undefined;
    if (!isAlive || tagOf(other, tags) !== tagOf(session, tags)) continue;
    if (lastRefreshed(other) > lastRefreshed(session, row?.updated_at)) {
      throw sessionExpired('Session Expired (Revoked by Newer Login)');
    }
  }
}
