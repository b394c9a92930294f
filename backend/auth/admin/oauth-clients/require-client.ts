import { ServiceError } from '../../../http/service-error.ts';
import type { Claims } from '../../../identity/key-ring.ts';
import { type ClientRow, findClient } from '../../oauth-server/client-row.ts';
import type { AuthRequest } from '../../service/request.ts';
import type { AuthService } from '../../service/service.ts';
import { isUuid, requireAdmin } from '../../sessions/require-user.ts';

/** The application that an admin's request names, and the admin's claims. */
export async function requireTargetClient(
  request: AuthRequest,
  service: AuthService,
): Promise<{ client: ClientRow; claims: Claims }> {
  const claims = await requireAdmin(request, service);
  const id = request.params.client ?? '';
  if (!isUuid(id)) throw ServiceError.validationFailed('invalid client_id format');
  const client = (await findClient(service.database.sql, id)) ?? clientNotFound();
  return { client, claims };
}

/** Also for a statement that no longer finds the application. */
export function clientNotFound(): never {
  throw new ServiceError('oauth_client_not_found', 404, 'OAuth client not found');
}
