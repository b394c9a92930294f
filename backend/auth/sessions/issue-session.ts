import { isIP } from 'node:net';
import { isForeignKeyViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import { type AuditAction, auditPayload } from '../accounts/audit.ts';
import { nilInstanceId, type UserRow } from '../accounts/user-row.ts';
import type { Call } from '../service/call.ts';
import { queryRow } from '../service/query-row.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { createTokenResponse, type TokenResponse } from './access-token.ts';
import { type AmrEntry, type AuthenticationMethod, assuranceOf } from './authentication-methods.ts';
import { createRefreshTokenV1, createRefreshTokenV2 } from './refresh-token.ts';
import type { SessionRow } from './session-row.ts';
import { encryptTokenKey } from './token-key.ts';

export interface SessionOptions {
  /** Written to the audit log by the same statement. */
  audit?: { action: AuditAction; traits?: Record<string, unknown> };
  notAfter?: Date;
  /** The application that the session is for, and its scopes. */
  application?: { clientId: string; scopes: string };
}

/**
 * $1 session, $2 user, $3 now, $4 assurance level, $5 end or null, $6 user agent, $7 address or null, $8 key and $9 counter of a
 * session with tokens of version 2, $10 method, $11 token of version 1 or null, $12 log entry or null, $13 address as text, $14
 * the session's application and $15 its scopes, or null.
 */
const sessionQuery = `
  with session as (
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip,
      refresh_token_hmac_key, refresh_token_counter, oauth_client_id, scopes)
    values ($1::uuid, $2::uuid, $3::timestamptz, $3, $4::text::auth.aal_level, $5::timestamptz, $6::text,
      $7::text::inet, $8::text, $9::text::bigint, $14::uuid, $15::text)
  ), method as (
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), $1, $3, $3, $10::text)
  ), token as (
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    select '${nilInstanceId}'::uuid, $11::text, $2::uuid::text, false, $3, $3, '', $1 where $11 is not null
  ), log as (
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    select '${nilInstanceId}'::uuid, gen_random_uuid(), $12::text::json, $3, $13::text where $12 is not null
  )
  update auth.users set last_sign_in_at = $3, updated_at = $3 where id = $2`;

/**
 * Creates a session: one statement writes the session, its method, its refresh token, the sign-in time and the log. It is part of
 * the caller's transaction where one is given.
 */
export async function issueSession(
  { sql, service, request }: Omit<Call, 'sql'> & { sql?: Queries },
  user: UserRow,
  method: AuthenticationMethod,
  options: SessionOptions = {},
): Promise<TokenResponse> {
  const now = service.clock.now();
  const { random } = service;
  const timestamp = Math.floor(now.getTime() / 1000);
  const amr: AmrEntry[] = [{ method, timestamp, ...providerOf(user, method) }];
  const key = service.config.refreshTokenVersion === 2 ? Buffer.from(random.bytes(32)) : undefined;
  const id = random.uuid();
  const session: SessionRow = {
    id,
    user_id: user.id,
    created_at: now.toISOString(),
    refreshed_at: null,
    not_after: options.notAfter?.toISOString() ?? null,
    aal: assuranceOf(amr),
    factor_id: null,
    tag: null,
    oauth_client_id: options.application?.clientId ?? null,
    scopes: options.application?.scopes ?? null,
    refresh_token_hmac_key: key === undefined ? null : encryptTokenKey(service, id, key),
    refresh_token_counter: key === undefined ? null : 0,
    amr,
  };
  const token = key === undefined ? createRefreshTokenV1(random) : createRefreshTokenV2(session.id, 0, key);
  const audit = options.audit && auditPayload(user, options.audit.action, options.audit.traits);
  const values = [
    session.id,
    user.id,
    session.created_at,
    session.aal,
    session.not_after,
    request.headers.get('User-Agent'),
    addressOrNull(request.clientAddress),
    session.refresh_token_hmac_key,
    session.refresh_token_counter === null ? null : String(session.refresh_token_counter),
    method,
    key === undefined ? token : null,
    audit ?? null,
    request.clientAddress,
    session.oauth_client_id,
    session.scopes,
  ];
  const write = async (on: Queries | undefined) => {
    const written = on ? on.unsafe(sessionQuery, values) : queryRow(service.database, sessionQuery, values);
    await Promise.resolve(written).catch(refuseDeletedUser);
  };
  const signedIn = { ...user, last_sign_in_at: now, updated_at: now };
  const answer = (on?: Queries) =>
    createTokenResponse(
      service,
      { user: signedIn, session, token },
      { request, method, ...(on && { sql: on }) },
    );
  return writeAndAnswer(service, sql, write, answer);
}

/**
 * A hook that refuses the token leaves no session behind: an HTTP hook is called before anything is written, so that no lock is
 * held while it answers; a database function is called in the same transaction, and sees the session.
 */
async function writeAndAnswer(
  service: AuthService,
  sql: Queries | undefined,
  write: (on: Queries | undefined) => Promise<unknown>,
  answer: (on?: Queries) => Promise<TokenResponse>,
): Promise<TokenResponse> {
  const hook = service.hooks.custom_access_token;
  if (hook?.isFunction) {
    const both = async (on: Queries) => {
      await write(on);
      return answer(on);
    };
    return sql && 'isTransaction' in sql ? both(sql) : service.database.transaction(both);
  }
  const tokens = hook === undefined ? undefined : await answer();
  await write(sql);
  return tokens ?? answer();
}

/** The account was deleted during the sign-in. */
function refuseDeletedUser(error: unknown): never {
  if (!isForeignKeyViolation(error)) throw error;
  throw new ServiceError('user_not_found', 403, 'User does not exist any more', { cause: error });
}

/** Single sign-on names the identity provider, as reading the session does: see session-row.ts. */
function providerOf(user: UserRow, method: AuthenticationMethod): { provider?: string } {
  const [identity, ...others] = user.identities;
  if (method !== 'sso/saml' || others.length > 0 || !identity?.provider.startsWith('sso:')) return {};
  return { provider: identity.provider.slice(4) };
}

export function addressOrNull(address: string): string | null {
  return isIP(address) === 0 ? null : address;
}
