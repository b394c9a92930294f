import type { AuthService, Queries } from '../service/service.ts';
import type { ClientMetadata } from './client-metadata.ts';
import type { ClientRow, RegistrationType } from './client-row.ts';
import { createClientSecret } from './client-secret.ts';

/** Registers an application. A confidential one gets a secret, which is stored as a hash only. */
export async function addClient(
  sql: Queries,
  service: AuthService,
  metadata: ClientMetadata,
  registration: RegistrationType,
): Promise<{ client: ClientRow; secret: string | undefined }> {
  const now = service.clock.now();
  const made = metadata.clientType === 'confidential' ? createClientSecret(service.random) : undefined;
  const [client] = await sql<ClientRow[]>`
    insert into auth.oauth_clients (id, client_secret_hash, registration_type, client_type, token_endpoint_auth_method,
      redirect_uris, grant_types, client_name, client_uri, logo_uri, created_at, updated_at)
    values (${service.random.uuid()}, ${made?.hash ?? null}, ${registration}, ${metadata.clientType},
      ${metadata.authMethod}, ${metadata.redirectUris.join(',')}, ${metadata.grantTypes.join(',')},
      ${metadata.name || null}, ${metadata.uri || null}, ${metadata.logoUri || null}, ${now}, ${now})
    returning *`;
  if (client === undefined) throw new Error('the application was not stored');
  return { client, secret: made?.secret };
}
