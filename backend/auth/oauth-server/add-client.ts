import { insertion } from '../../../database/driver/sql.ts';
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
    insert into auth.oauth_clients ${insertion({
      id: service.random.uuid(),
      client_secret_hash: made?.hash ?? null,
      registration_type: registration,
      client_type: metadata.clientType,
      token_endpoint_auth_method: metadata.authMethod,
      redirect_uris: metadata.redirectUris.join(','),
      grant_types: metadata.grantTypes.join(','),
      client_name: metadata.name || null,
      client_uri: metadata.uri || null,
      logo_uri: metadata.logoUri || null,
      created_at: now,
      updated_at: now,
    })}
    returning *`;
  if (client === undefined) throw new Error('the application was not stored');
  return { client, secret: made?.secret };
}
