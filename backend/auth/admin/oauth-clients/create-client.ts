import { addClient } from '../../oauth-server/add-client.ts';
import { parseRegistration, registrationShape } from '../../oauth-server/client-metadata.ts';
import { toWireClient } from '../../oauth-server/client-row.ts';
import type { Endpoint } from '../../service/request.ts';
import { requireAdmin } from '../../sessions/require-user.ts';
import { checkMetadata } from './check-metadata.ts';
import { logClientChange } from './log-client-change.ts';

/** POST /admin/oauth/clients: registers an application. Only this answer contains its secret. */
export const createClient: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const body = await request.body(registrationShape);
  const metadata = checkMetadata(() => parseRegistration(body));
  const { client, secret } = await service.database.transaction(async (sql) => {
    const added = await addClient(sql, service, metadata, 'manual');
    await logClientChange({ sql, service, request }, claims, 'oauth_client_created', added.client);
    return added;
  });
  return Response.json(toWireClient(client, secret), { status: 201 });
};
