import { noInstance, type UserRow, userColumnsText } from '../accounts/user-row.ts';
import type { AuthRequest } from '../request.ts';
import type { AuthService, Queries } from '../service.ts';
import { addressOrNull } from './issue-session.ts';
import { createRefreshTokenV1 } from './refresh-token.ts';
import { type SessionRow, sessionColumnText } from './session-row.ts';

export interface Rotated {
  user: UserRow;
  session: SessionRow;
  token: string;
}

/**
 * $1 token, $2 successor, $3 now, $4 time box, $5 inactivity limit (seconds), $6 user agent, $7 address or null, $8 address as text.
 * A fixed text, as in require-user.ts, since every client asks it every hour.
 */
const rotateQuery = `
  with held as materialized (
    select t.id as token_id, s.id as session_id, s.user_id
    from auth.refresh_tokens t
      join auth.sessions s on s.id = t.session_id
      join auth.users u on u.id = s.user_id
    where t.token = $1::text and t.revoked = false and s.oauth_client_id is null
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= $3::timestamptz)
      and (s.not_after is null or s.not_after >= $3)
      and ($4::float8 <= 0 or s.created_at + $4 * interval '1 second' >= $3)
      and ($5::float8 <= 0 or $5 * interval '1 second'
        + coalesce(s.refreshed_at at time zone 'utc', greatest(s.created_at, t.updated_at)) >= $3)
    for update of t, s skip locked
  ), revoked as (
    update auth.refresh_tokens t set revoked = true, updated_at = $3 from held where t.id = held.token_id
  ), successor as (
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    select '${noInstance}'::uuid, $2::text, user_id, false, $3, $3, $1, session_id from held
  ), renewed as (
    update auth.sessions s set refreshed_at = $3 at time zone 'utc', updated_at = $3, user_agent = $6::text,
      ip = $7::text::inet
    from held where s.id = held.session_id
  ), log as (
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    select '${noInstance}'::uuid, gen_random_uuid(), json_build_object('actor_id', u.id,
        'actor_via_sso', u.is_sso_user, 'actor_username', coalesce(nullif(u.phone, ''), u.email, ''),
        'action', event.action, 'log_type', 'token'), $3, $8::text
    from held join auth.users u on u.id = held.user_id
      cross join (values ('token_refreshed'), ('token_revoked')) event (action)
  )
  select ${userColumnsText}, ${sessionColumnText} as session
  from held join auth.users u on u.id = held.user_id join auth.sessions s on s.id = held.session_id`;

/**
 * The usual case of a refresh in one statement: an active token of a living session is revoked and its successor written. Of many
 * requests with the same token one finds it active. Undefined means that something is unusual, not what.
 */
export async function rotateActiveToken(
  sql: Queries,
  service: AuthService,
  request: AuthRequest,
  token: string,
): Promise<Rotated | undefined> {
  const { timebox, inactivityTimeout } = service.config.sessions;
  const successor = createRefreshTokenV1(service.random);
  const values = [
    token,
    successor,
    service.clock.now(),
    timebox,
    inactivityTimeout,
    request.headers.get('User-Agent'),
    addressOrNull(request.clientAddress),
    request.clientAddress,
  ];
  const [row] = await sql.unsafe<(UserRow & { session: SessionRow })[]>(rotateQuery, values, {
    prepare: true,
  });
  if (row === undefined) return undefined;
  const { session, ...user } = row;
  return { user, session, token: successor };
}
