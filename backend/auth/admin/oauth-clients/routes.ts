import type { RouteRow } from '../../../http/route-table.ts';
import { whenEnabled } from '../../oauth-server/require-enabled.ts';
import type { Endpoint } from '../../service/request.ts';
import { createClient } from './create-client.ts';
import { deleteClient } from './delete-client.ts';
import { listClients } from './list-clients.ts';
import { readClient } from './read-client.ts';
import { regenerateSecret } from './regenerate-secret.ts';
import { updateClient } from './update-client.ts';

/** The applications that may sign users in through this server. */
export const oauthClientRoutes = [
  ['GET', '/admin/oauth/clients', whenEnabled(listClients)],
  ['POST', '/admin/oauth/clients', whenEnabled(createClient)],
  ['GET', '/admin/oauth/clients/:client', whenEnabled(readClient)],
  ['PUT', '/admin/oauth/clients/:client', whenEnabled(updateClient)],
  ['DELETE', '/admin/oauth/clients/:client', whenEnabled(deleteClient)],
  ['POST', '/admin/oauth/clients/:client/regenerate_secret', whenEnabled(regenerateSecret)],
] as const satisfies readonly RouteRow<Endpoint>[];
