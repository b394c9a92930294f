import { z } from 'zod';
import { assignments } from '../../../../database/driver/sql.ts';
import { ServiceError } from '../../../http/service-error.ts';
import {
  MetadataError,
  matchesClientType,
  parseAuthMethod,
  parseGrantTypes,
  parseHttpUrl,
  parseName,
  parseRedirectUris,
} from '../../oauth-server/client-metadata.ts';
import {
  type AuthMethod,
  type ClientRow,
  type ClientType,
  toWireClient,
} from '../../oauth-server/client-row.ts';
import type { Endpoint } from '../../service/request.ts';
import { checkMetadata } from './check-metadata.ts';
import { logClientChange } from './log-client-change.ts';
import { clientNotFound, requireTargetClient } from './require-client.ts';

const shape = z.object({
  redirect_uris: z.array(z.string()).nullish(),
  grant_types: z.array(z.string()).nullish(),
  client_name: z.string().nullish(),
  client_uri: z.string().nullish(),
  logo_uri: z.string().nullish(),
  token_endpoint_auth_method: z.string().nullish(),
});

/** PUT /admin/oauth/clients/{id}: changes the members that are given. An empty string removes a value. */
export const updateClient: Endpoint = async (request, service) => {
  const { client, claims } = await requireTargetClient(request, service);
  const body = await request.body(shape);
  const changes = checkMetadata(() => parseChanges(body, client.client_type));
  if (Object.keys(changes).length === 0) throw ServiceError.validationFailed('No fields provided for update');
  const updated = await service.database.transaction(async (sql) => {
    const [row] = await sql<ClientRow[]>`
      update auth.oauth_clients set ${assignments({ ...changes, updated_at: service.clock.now() })}
      where id = ${client.id} and deleted_at is null returning *`;
    if (row === undefined) return clientNotFound();
    await logClientChange({ sql, service, request }, claims, 'oauth_client_updated', row);
    return row;
  });
  return toWireClient(updated);
};

type Columns = Pick<
  ClientRow,
  'redirect_uris' | 'grant_types' | 'client_name' | 'client_uri' | 'logo_uri' | 'token_endpoint_auth_method'
>;

function parseChanges(body: z.infer<typeof shape>, type: ClientType): Partial<Columns> {
  const { client_name: name, client_uri: uri, logo_uri: logo } = body;
  return {
    ...(body.redirect_uris ? { redirect_uris: parseRedirectUris(body.redirect_uris).join(',') } : {}),
    ...(body.grant_types ? { grant_types: parseGrantTypes(body.grant_types).join(',') } : {}),
    ...(typeof name === 'string' ? { client_name: parseName(name) || null } : {}),
    ...(typeof uri === 'string' ? { client_uri: parseHttpUrl('client_uri', uri) || null } : {}),
    ...(typeof logo === 'string' ? { logo_uri: parseHttpUrl('logo_uri', logo) || null } : {}),
    ...(typeof body.token_endpoint_auth_method === 'string'
      ? { token_endpoint_auth_method: parseMethod(body.token_endpoint_auth_method, type) }
      : {}),
  };
}

function parseMethod(text: string, type: ClientType): AuthMethod {
  const method = parseAuthMethod(text);
  if (matchesClientType(type, method)) return method;
  throw new MetadataError('token_endpoint_auth_method', `"${method}" does not go with client_type "${type}"`);
}
