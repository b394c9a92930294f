import type { Endpoint } from '../service/request.ts';
import { requireUser } from '../sessions/require-user.ts';
import { type ClientRow, toClientDetails } from './client-row.ts';
import { parseScopes } from './scopes.ts';

type GrantRow = Pick<ClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'> & {
  scopes: string;
  granted_at: Date;
};

/** GET /user/oauth/grants: the applications that the user has consented to, the newest first. */
export const listGrants: Endpoint = async (request, service) => {
  const { user } = await requireUser(request, service);
  const grants = await service.database.sql<GrantRow[]>`
    select c.id, c.client_name, c.client_uri, c.logo_uri, o.scopes, o.granted_at
    from auth.oauth_consents o join auth.oauth_clients c on c.id = o.client_id
    where o.user_id = ${user.id} and o.revoked_at is null and c.deleted_at is null
    order by o.granted_at desc, c.id`;
  return grants.map((grant) => ({
    client: toClientDetails(grant),
    scopes: parseScopes(grant.scopes),
    granted_at: grant.granted_at.toISOString(),
  }));
};
