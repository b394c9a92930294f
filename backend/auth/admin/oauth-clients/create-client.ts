import { addClient } from '../../oauth-server/add-client.ts';
import { parseRegistration, registrationShape } from '../../oauth-server/client-metadata.ts';
import { toWireClient } from '../../oauth-server/client-row.ts';
import type { Endpoint } from '../../request.ts';
import { requireAdmin } from '../../sessions/require-user.ts';
import { checkMetadata } from './check-metadata.ts';

/** POST /admin/oauth/clients: registers an application. Its secret is in this answer and nowhere else. */
export const createClient: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  const body = await request.body(registrationShape);
  const { client, secret } = await addClient(
    service,
    checkMetadata(() => parseRegistration(body)),
    'manual',
  );
  return Response.json(toWireClient(client, secret), { status: 201 });
};
