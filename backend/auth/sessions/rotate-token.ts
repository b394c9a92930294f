import { namedStatement } from '../../../database/driver/named-statement.ts';
import { nilInstance, parseUserRow, type UserRow, userColumns } from '../accounts/user-row.ts';
import type { Call } from '../service/call.ts';
import type { EmptyBucket } from '../service/ports.ts';
import { queryRow } from '../service/query-row.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService, Queries } from '../service/service.ts';
import type { Statement } from '../service/statements.ts';
import { addressOrNull } from './issue-session.ts';
import { createRefreshTokenV1 } from './refresh-token.ts';
import { type SessionRow, sessionColumn } from './session-row.ts';

export interface Rotated {
  user: UserRow;
  session: SessionRow;
  token: string;
}

/** With an empty bucket among `buckets` nothing else happens. A fixed text, because every client runs it every hour. */
const rotateStatement = namedStatement<{
  token: string;
  successor: string;
  now: Date;
  /** 0 for no limit. */
  timeboxSeconds: number;
  inactivitySeconds: number;
  userAgent: string | null;
  /** The address for a column that takes no other text. */
  ip: string | null;
  address: string;
  /** The buckets to take a token from first, as JSON. */
  buckets: string | null;
  /** The application that the session is for. */
  application: string | null;
}>()`
  with turned_away as materialized (
    select empty_bucket as bucket, wait from porchlight.take_tokens(${'buckets'}::jsonb, ${'now'}::timestamptz)
  ), held as materialized (
    select t.id as token_id, s.id as session_id, s.user_id
    from auth.refresh_tokens t
      join auth.sessions s on s.id = t.session_id
      join auth.users u on u.id = s.user_id
    where not exists (select from turned_away) and t.token = ${'token'}::text and t.revoked = false
      and s.oauth_client_id is not distinct from ${'application'}::uuid
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= ${'now'})
      and (s.not_after is null or s.not_after >= ${'now'})
      and (${'timeboxSeconds'}::float8 <= 0 or s.created_at + ${'timeboxSeconds'} * interval '1 second' >= ${'now'})
      and (${'inactivitySeconds'}::float8 <= 0 or ${'inactivitySeconds'} * interval '1 second'
        + coalesce(s.refreshed_at at time zone 'utc', greatest(s.created_at, t.updated_at)) >= ${'now'})
    for update of t, s skip locked
  ), revoked as (
    update auth.refresh_tokens t set revoked = true, updated_at = ${'now'} from held where t.id = held.token_id
  ), successor as (
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    select ${nilInstance}, ${'successor'}::text, user_id, false, ${'now'}, ${'now'}, ${'token'}, session_id from held
  ), renewed as (
    update auth.sessions s set refreshed_at = ${'now'} at time zone 'utc', updated_at = ${'now'},
      user_agent = ${'userAgent'}, ip = ${'ip'}
    from held where s.id = held.session_id
  ), log as (
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    select ${nilInstance}, gen_random_uuid(), json_build_object('actor_id', u.id,
        'actor_via_sso', u.is_sso_user, 'actor_username', coalesce(nullif(u.phone, ''), u.email, ''),
        'action', event.action, 'log_type', 'token'), ${'now'}, ${'address'}::text
    from held join auth.users u on u.id = held.user_id
      cross join (values ('token_refreshed'), ('token_revoked')) event (action)
  )
  select (select json_agg(turned_away) from turned_away)::text as turned_away, (
    select to_json(found) from (
      select ${userColumns}, ${sessionColumn} as session
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
  const { successor, statement } = prepareRotation(request, service, rotation);
  const [row] = await sql.unsafe<{ found: string | null }[]>(statement.text, statement.values);
  return toRotated(row?.found, successor);
}

/** The same after taking rate limit tokens in the same statement. */
export async function rotateWhenAllowed(
  request: AuthRequest,
  service: AuthService,
  rotation: Rotation,
): Promise<{ rotated: Rotated | undefined; empty: EmptyBucket[] }> {
  const { successor, statement } = prepareRotation(request, service, rotation);
  const [emptyBuckets, found] = (await queryRow(service.database, statement)) ?? [];
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
): { successor: string; statement: Statement } {
  const { timebox, inactivityTimeout } = service.config.sessions;
  const { clientAddress } = request;
  const successor = createRefreshTokenV1(service.random);
  const statement = rotateStatement({
    token,
    successor,
    now: at,
    timeboxSeconds: timebox,
    inactivitySeconds: inactivityTimeout,
    userAgent: request.headers.get('User-Agent'),
    ip: addressOrNull(clientAddress),
    address: clientAddress,
    buckets: wanted,
    application,
  });
  return { successor, statement };
}

function toRotated(found: string | null | undefined, token: string): Rotated | undefined {
  if (!found) return undefined;
  const user = parseUserRow<UserRow & { session: SessionRow }>(found);
  return { user, session: user.session, token };
}
