import { nilInstanceId, parseUserRow, type UserRow, userColumnsText } from '../accounts/user-row.ts';
import type { Call } from '../service/call.ts';
import type { EmptyBucket } from '../service/ports.ts';
import { queryRow } from '../service/query-row.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { addressOrNull } from './issue-session.ts';
import { createRefreshTokenV1 } from './refresh-token.ts';
import { type SessionRow, sessionColumnText } from './session-row.ts';

export interface Rotated {
  user: UserRow;
  session: SessionRow;
  token: string;
}

/**
 * $1 token, $2 successor, $3 now, $4 time box, $5 inactivity limit (seconds), $6 user agent, $7 address or null, $8 address as
 * text, $9 the buckets to take a token from first, or null; with an empty bucket among them nothing else happens. $10 the
 * application that the session is for, or null. A fixed text, as in require-user.ts, because every client runs it every hour.
 */
const rotateQuery = `
  with turned_away as materialized (
    select empty_bucket as bucket, wait from porchlight.take_tokens($9::text::jsonb, $3::timestamptz)
  ), held as materialized (
    select t.id as token_id, s.id as session_id, s.user_id
    from auth.refresh_tokens t
      join auth.sessions s on s.id = t.session_id
      join auth.users u on u.id = s.user_id
    where not exists (select from turned_away) and t.token = $1::text and t.revoked = false and s.oauth_client_id is not distinct from $10::uuid
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= $3)
      and (s.not_after is null or s.not_after >= $3)
      and ($4::float8 <= 0 or s.created_at + $4 * interval '1 second' >= $3)
      and ($5::float8 <= 0 or $5 * interval '1 second'
        + coalesce(s.refreshed_at at time zone 'utc', greatest(s.created_at, t.updated_at)) >= $3)
    for update of t, s skip locked
  ), revoked as (
    update auth.refresh_tokens t set revoked = true, updated_at = $3 from held where t.id = held.token_id
  ), successor as (
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    select '${nilInstanceId}'::uuid, $2::text, user_id, false, $3, $3, $1, session_id from held
  ), renewed as (
    update auth.sessions s set refreshed_at = $3 at time zone 'utc', updated_at = $3, user_agent = $6::text,
      ip = $7::text::inet
    from held where s.id = held.session_id
  ), log as (
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    select '${nilInstanceId}'::uuid, gen_random_uuid(), json_build_object('actor_id', u.id,
        'actor_via_sso', u.is_sso_user, 'actor_username', coalesce(nullif(u.phone, ''), u.email, ''),
        'action', event.action, 'log_type', 'token'), $3, $8::text
    from held join auth.users u on u.id = held.user_id
      cross join (values ('token_refreshed'), ('token_revoked')) event (action)
  )
  select (select json_agg(turned_away) from turned_away)::text as turned_away, (
    select to_json(found) from (
      select ${userColumnsText}, ${sessionColumnText} as session
      from held join auth.users u on u.id = held.user_id join auth.sessions s on s.id = held.session_id) found
    )::text as found`;

/**
 * The common case of a refresh in one statement: revokes the active token of a living session and writes its successor. Of
 * concurrent requests with the same token one finds it active. Undefined means that the slow path must find out why it is not.
 */
export async function rotateActiveToken(
  { sql, service, request }: Call<Queries>,
  token: string,
  application: string | null,
): Promise<Rotated | undefined> {
  const rotation = { token, application, wanted: null, at: service.clock.now() };
  const { successor, values } = prepareRotation(request, service, rotation);
  const [row] = await sql.unsafe<{ found: string | null }[]>(rotateQuery, values);
  return toRotated(row?.found, successor);
}

/** The same after taking rate limit tokens in the same statement. */
export async function rotateWhenAllowed(
  request: AuthRequest,
  service: AuthService,
  rotation: Rotation,
): Promise<{ rotated: Rotated | undefined; empty: EmptyBucket[] }> {
  const { successor, values } = prepareRotation(request, service, rotation);
  const [emptyBuckets, found] = (await queryRow(service.database, rotateQuery, values)) ?? [];
  return { rotated: toRotated(found, successor), empty: emptyBuckets ? JSON.parse(emptyBuckets) : [] };
}

interface Rotation {
  token: string;
  application: string | null;
  wanted: string | null;
  at: Date;
}

function prepareRotation(
  request: AuthRequest,
  service: AuthService,
  { token, application, wanted, at }: Rotation,
): { successor: string; values: (string | null)[] } {
  const { timebox, inactivityTimeout } = service.config.sessions;
  const { clientAddress } = request;
  const successor = createRefreshTokenV1(service.random);
  const values = [
    token,
    successor,
    at.toISOString(),
    String(timebox),
    String(inactivityTimeout),
    request.headers.get('User-Agent'),
    addressOrNull(clientAddress),
    clientAddress,
    wanted,
    application,
  ];
  return { successor, values };
}

function toRotated(found: string | null | undefined, token: string): Rotated | undefined {
  if (!found) return undefined;
  const user = parseUserRow<UserRow & { session: SessionRow }>(found);
  return { user, session: user.session, token };
}
