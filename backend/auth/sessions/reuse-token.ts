import type { AuthService, Queries } from '../service/service.ts';
import type { FoundToken, TokenRow } from './find-refresh-token.ts';
import { createRefreshTokenV2 } from './refresh-token.ts';
import { lastRefreshed } from './session-expiry.ts';
import { decryptTokenKey } from './token-key.ts';

/** The result for a token that was used before: the session's current token, or nothing and the end of its family. */
export type Reuse = { token: string } | 'abuse' | 'foreign';

/**
 * A revoked token of version 1. The parent of the current token gets the current one at any time: the client never received the
 * answer that contained it. Older tokens get it within the reuse interval. Later the session itself is deleted: the token was
 * copied, and so may be the access token.
 */
export async function reuseRevokedToken(
  sql: Queries,
  service: AuthService,
  found: FoundToken,
  row: TokenRow,
): Promise<Reuse> {
  const [current] = await sql<{ token: string; parent: string | null }[]>`
    select token, parent from auth.refresh_tokens
    where session_id = ${found.session.id} and revoked = false order by id desc limit 1`;
  if (current === undefined) return endSession(sql, found.session.id);
  const reusableUntil = row.updated_at.getTime() + service.config.refreshTokenReuseInterval * 1000;
  if (current.parent === row.token || service.clock.now().getTime() <= reusableUntil)
    return { token: current.token };
  return service.config.refreshTokenRotation ? endSession(sql, found.session.id) : 'abuse';
}

/** The access tokens of a session are void without its row; its refresh tokens are deleted with it. */
async function endSession(sql: Queries, sessionId: string): Promise<'abuse'> {
  await sql`delete from auth.sessions where id = ${sessionId}`;
  return 'abuse';
}

/** Compares a token of version 2 with the counter of its session, which is advanced when the token is the current one. */
export async function rotateTokenV2(
  sql: Queries,
  service: AuthService,
  found: FoundToken,
  counter: number,
): Promise<Reuse> {
  const { session } = found;
  const { key, stored } = decryptTokenKey(service, session);
  const current = session.refresh_token_counter ?? 0;
  const behind = current - counter;
  if (behind < 0) return 'foreign';
  if (behind === 0) {
    await sql`
      update auth.sessions set refresh_token_counter = ${current + 1}, refresh_token_hmac_key = ${stored}
      where id = ${session.id}`;
    return { token: createRefreshTokenV2(session.id, current + 1, key) };
  }
  const sinceRefresh = Math.abs(service.clock.now().getTime() - lastRefreshed(session));
  if (behind === 1 || sinceRefresh < service.config.refreshTokenReuseInterval * 1000) {
    return { token: createRefreshTokenV2(session.id, current, key) };
  }
  return service.config.refreshTokenRotation ? endSession(sql, session.id) : 'abuse';
}
