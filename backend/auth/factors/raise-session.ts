import type { TransactionSql } from '../../../database/database.ts';
import { ServiceError } from '../../http/service-error.ts';
import { nilInstanceId } from '../accounts/user-row.ts';
import type { AuthService } from '../service/service.ts';
import { createRefreshTokenV1, createRefreshTokenV2 } from '../sessions/refresh-token.ts';
import { type SessionRow, sessionColumn } from '../sessions/session-row.ts';
import { encryptTokenKey } from '../sessions/token-key.ts';
import { type FactorRow, factorMethods } from './factor-row.ts';

/** Adds a second factor to a session, which raises it to aal2, and gives it a new refresh token. */
export async function raiseSession(
  sql: TransactionSql,
  service: AuthService,
  sessionId: string,
  factor: FactorRow,
): Promise<{ session: SessionRow; refreshToken: string }> {
  const now = service.clock.now();
  const method = factorMethods[factor.factor_type];
  const updated = await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = ${now}
    where id = ${sessionId} returning id`;
  if (updated.length === 0) {
    throw new ServiceError('session_not_found', 403, 'Session from session_id claim in JWT does not exist');
  }
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${service.random.uuid()}, ${sessionId}, ${now}, ${now}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`;
  const refreshToken = await replaceRefreshToken(sql, service, sessionId);
  const [row] = await sql<{ session: SessionRow }[]>`
    select ${sessionColumn} as session from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = ${sessionId}`;
  if (row === undefined) throw new Error(`session ${sessionId} is gone`);
  return { session: row.session, refreshToken };
}

/**
 * Refresh tokens from before the second factor must never renew the raised session, not even within the reuse interval. So the
 * old ones are deleted, or their signing key is replaced.
 */
async function replaceRefreshToken(
  sql: TransactionSql,
  service: AuthService,
  sessionId: string,
): Promise<string> {
  const key = Buffer.from(service.random.bytes(32));
  const [counted] = await sql<{ counter: number }[]>`
    update auth.sessions set refresh_token_hmac_key = ${encryptTokenKey(service, sessionId, key)},
      refresh_token_counter = refresh_token_counter + 2
    where id = ${sessionId} and refresh_token_hmac_key is not null and refresh_token_counter is not null
    returning refresh_token_counter::float8 as counter`;
  if (counted !== undefined) return createRefreshTokenV2(sessionId, counted.counter, key);
  const now = service.clock.now();
  const token = createRefreshTokenV1(service.random);
  await sql`delete from auth.refresh_tokens where session_id = ${sessionId}`;
  await sql`
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    select ${nilInstanceId}::uuid, ${token}, user_id, false, ${now}, ${now}, '', id from auth.sessions where id = ${sessionId}`;
  return token;
}
