import { OAuthError, ServiceError } from '../../http/service-error.ts';
import { limitRoute } from '../limits/route-limits.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import { addClient } from './add-client.ts';
import {
  type ClientMetadata,
  MetadataError,
  parseRegistration,
  registrationShape,
} from './client-metadata.ts';
import { toWireClient } from './client-row.ts';

/** POST /oauth/clients/register: an application registers itself (RFC 7591), where the configuration allows that. */
export const registerClient: Endpoint = async (request, service) => {
  if (!service.config.oauthServer.allowDynamicRegistration) {
    const message = 'Dynamic client registration is not enabled';
    throw new ServiceError('oauth_dynamic_client_registration_disabled', 403, message);
  }
  await limitRoute(request, service, 'oauth_register');
  const metadata = await readMetadata(request);
  const { client, secret } = await addClient(service.database.sql, service, metadata, 'dynamic');
  const answer = {
    ...toWireClient(client, secret),
    client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
    // Zero: it does not expire.
    ...(secret === undefined ? {} : { client_secret_expires_at: 0 }),
  };
  return Response.json(answer, { status: 201 });
};

/** Faults with the error codes of RFC 7591, which client libraries expect. */
async function readMetadata(request: AuthRequest): Promise<ClientMetadata> {
  try {
    return parseRegistration(await request.body(registrationShape));
  } catch (error) {
    if (error instanceof MetadataError) {
      const code = error.member === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
      throw new OAuthError(code, error.message);
    }
    if (error instanceof ServiceError && error.code === 'bad_json')
      throw new OAuthError('invalid_client_metadata', error.message);
    throw error;
  }
}
