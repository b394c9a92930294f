import { toWireClient } from '../../oauth-server/client-row.ts';
import type { Endpoint } from '../../service/request.ts';
import { requireTargetClient } from './require-client.ts';

/** GET /admin/oauth/clients/{id} */
export const readClient: Endpoint = async (request, service) =>
  toWireClient((await requireTargetClient(request, service)).client);
