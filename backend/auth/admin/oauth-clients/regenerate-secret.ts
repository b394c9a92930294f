import { ServiceError } from '../../../http/service-error.ts';
import { type ClientRow, toWireClient } from '../../oauth-server/client-row.ts';
import { createClientSecret } from '../../oauth-server/client-secret.ts';
import type { Endpoint } from '../../service/request.ts';
import { logClientChange } from './log-client-change.ts';
import { clientNotFound, requireTargetClient } from './require-client.ts';

/** POST /admin/oauth/clients/{id}/regenerate_secret: a new secret, in this answer only. The old one is void at once. */
export const regenerateSecret: Endpoint = async (request, service) => {
  const { client, claims } = await requireTargetClient(request, service);
  if (client.client_type === 'public')
    throw ServiceError.validationFailed('Cannot regenerate secret for public client');
  const { secret, hash } = createClientSecret(service.random);
  const updated = await service.database.transaction(async (sql) => {
    const [row] = await sql<ClientRow[]>`
      update auth.oauth_clients set client_secret_hash = ${hash}, updated_at = ${service.clock.now()}
      where id = ${client.id} and deleted_at is null returning *`;
    if (row === undefined) return clientNotFound();
    await logClientChange({ sql, service, request }, claims, 'oauth_client_secret_regenerated', row);
    return row;
  });
  return toWireClient(updated, secret);
};
