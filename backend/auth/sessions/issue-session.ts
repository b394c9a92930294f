import { isIP } from 'node:net';
import { namedStatement } from '../../../database/driver/named-statement.ts';
import { isForeignKeyViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import { type AuditAction, auditPayload } from '../accounts/audit.ts';
import { nilInstance, type UserRow } from '../accounts/user-row.ts';
import type { Call } from '../service/call.ts';
import { queryRow } from '../service/query-row.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { runStatements } from '../service/statements.ts';
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

const sessionStatement = namedStatement<{
  id: string;
  userId: string;
  now: string;
  aal: string | null;
  notAfter: string | null;
  userAgent: string | null;
  /** The address for a column that takes no other text. */
  ip: string | null;
  address: string;
  /** Of a session with refresh tokens of version 2. */
  tokenKey: string | null;
  tokenCounter: number | null;
  /** A refresh token of version 1. */
  token: string | null;
  method: string;
  logEntry: string | null;
  application: string | null;
  scopes: string | null;
}>()`
  with session as (
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip,
      refresh_token_hmac_key, refresh_token_counter, oauth_client_id, scopes)
    values (${'id'}, ${'userId'}, ${'now'}, ${'now'}, ${'aal'}, ${'notAfter'}, ${'userAgent'}, ${'ip'},
      ${'tokenKey'}, ${'tokenCounter'}, ${'application'}, ${'scopes'})
  ), method as (
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), ${'id'}, ${'now'}, ${'now'}, ${'method'})
  ), token as (
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    select ${nilInstance}, ${'token'}::text, ${'userId'}::uuid::text, false, ${'now'}, ${'now'}, '', ${'id'}
    where ${'token'} is not null
  ), log as (
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    select ${nilInstance}, gen_random_uuid(), ${'logEntry'}::json, ${'now'}, ${'address'}::text
    where ${'logEntry'} is not null
  )
  update auth.users set last_sign_in_at = ${'now'}, updated_at = ${'now'} where id = ${'userId'}`;

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
  const statement = sessionStatement({
    id,
    userId: user.id,
    now: session.created_at,
    aal: session.aal,
    notAfter: session.not_after,
    userAgent: request.headers.get('User-Agent'),
    ip: addressOrNull(request.clientAddress),
    address: request.clientAddress,
    tokenKey: session.refresh_token_hmac_key,
    tokenCounter: session.refresh_token_counter,
    token: key === undefined ? token : null,
    method,
    logEntry: audit ?? null,
    application: session.oauth_client_id,
    scopes: session.scopes,
  });
  const write = async (on: Queries | undefined) => {
    const written = on ? runStatements(on, [statement]) : queryRow(service.database, statement);
    await written.catch(refuseDeletedUser);
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
