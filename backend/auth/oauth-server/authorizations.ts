/** Authorization requests in the database: which user has opened them, and the decision. Each step is one statement. */
import { type Fragment, fragment } from '../../../database/driver/sql.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { UserRow } from '../accounts/user-row.ts';
import type { AuthService } from '../service/service.ts';
import type { ClientType } from './client-row.ts';

/** A program exchanges the code at once. */
const codeLifetimeSeconds = 300;

export interface ClaimedAuthorization {
  authorization_id: string;
  redirect_uri: string;
  scope: string;
  client_id: string;
  client_type: ClientType;
  client_name: string | null;
  client_uri: string | null;
  logo_uri: string | null;
  /** The scopes that the user allowed this application before, or null. */
  consented: string | null;
}

/** Assigns a request to the user who opens it first: no other user can decide it or see its content. */
export async function claimAuthorization(
  service: AuthService,
  user: UserRow,
  id: string,
): Promise<ClaimedAuthorization> {
  const { sql } = service.database;
  const [claimed] = await sql<ClaimedAuthorization[]>`
    update auth.oauth_authorizations a set user_id = ${user.id}
    from auth.oauth_clients c where ${isOpen(service, id)} and (a.user_id is null or a.user_id = ${user.id})
    returning a.authorization_id, a.redirect_uri, a.scope, c.id as client_id, c.client_type::text, c.client_name,
      c.client_uri, c.logo_uri, (
        select o.scopes from auth.oauth_consents o
        where o.user_id = ${user.id} and o.client_id = c.id and o.revoked_at is null) as consented`;
  return claimed ?? refuse(service, user, id);
}

export interface Decided {
  redirect_uri: string;
  state: string | null;
}

/**
 * Approves a request and creates its code. `remember` stores the consent, added to the scopes allowed before; without it a
 * consent must exist already.
 */
export async function approveAuthorization(
  service: AuthService,
  user: UserRow,
  id: string,
  remember: boolean,
): Promise<Decided & { code: string }> {
  const { sql } = service.database;
  const now = service.clock.now();
  const code = service.random.uuid();
  const [approved] = await sql<Decided[]>`
    with approved as (
      update auth.oauth_authorizations a set status = 'approved', approved_at = ${now}, authorization_code = ${code},
        expires_at = ${new Date(now.getTime() + codeLifetimeSeconds * 1000)}
      from auth.oauth_clients c where ${isOpen(service, id)} and a.user_id = ${user.id}
        and (${remember} or exists (
          select from auth.oauth_consents o
          where o.user_id = ${user.id} and o.client_id = c.id and o.revoked_at is null))
      returning a.client_id, a.scope, a.redirect_uri, a.state
    ), remembered as (
      insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at)
      select ${service.random.uuid()}::uuid, ${user.id}::uuid, client_id, scope, ${now} from approved where ${remember}
      on conflict (user_id, client_id) do update set granted_at = excluded.granted_at, revoked_at = null,
        scopes = case when auth.oauth_consents.revoked_at is not null then excluded.scopes else (
          select string_agg(scope, ' ' order by first) from (
            select scope, min(place) as first
            from unnest(string_to_array(auth.oauth_consents.scopes || ' ' || excluded.scopes, ' '))
              with ordinality as listed (scope, place)
            group by scope) as each) end
    )
    select redirect_uri, state from approved`;
  return approved === undefined ? refuse(service, user, id) : { ...approved, code };
}

export async function denyAuthorization(service: AuthService, user: UserRow, id: string): Promise<Decided> {
  const [denied] = await service.database.sql<Decided[]>`
    update auth.oauth_authorizations a set status = 'denied'
    from auth.oauth_clients c where ${isOpen(service, id)} and a.user_id = ${user.id}
    returning a.redirect_uri, a.state`;
  return denied ?? refuse(service, user, id);
}

/** Not decided, not expired, and for an application that still exists with this redirect URI. */
function isOpen(service: AuthService, id: string): Fragment {
  return fragment`
    a.authorization_id = ${id} and a.status = 'pending' and a.expires_at > ${service.clock.now()}
    and c.id = a.client_id and c.deleted_at is null
    and a.redirect_uri = any(string_to_array(c.redirect_uris, ','))`;
}

/** The reason why a request could not be claimed. For any other user it does not exist. */
async function refuse(service: AuthService, user: UserRow, id: string): Promise<never> {
  const decided = await service.database.sql`
    select from auth.oauth_authorizations
    where authorization_id = ${id} and user_id = ${user.id} and status in ('approved', 'denied')`;
  if (decided.length > 0) {
    throw ServiceError.validationFailed('authorization request is no longer pending');
  }
  throw new ServiceError('oauth_authorization_not_found', 404, 'authorization not found');
}
