import { ServiceError } from '../../../http/service-error.ts';
import type { AuthRequest } from '../../service/request.ts';
import type { AuthService } from '../../service/service.ts';
import { isUuid } from '../../sessions/require-user.ts';
import { findSsoProvider, type SsoProvider } from '../../sso/sso-provider.ts';

const resourcePrefix = 'resource_';

/** The connection that the path names: by its id, or as `resource_<id>` by the resource id that the admin gave it. */
export async function requireTargetProvider(
  request: AuthRequest,
  service: AuthService,
): Promise<SsoProvider> {
  const name = request.params.provider ?? '';
  const { sql } = service.database;
  const found = name.startsWith(resourcePrefix)
    ? await findSsoProvider(sql, 'resource_id', name.slice(resourcePrefix.length))
    : isUuid(name) && (await findSsoProvider(sql, 'id', name));
  if (found) return found;
  throw providerNotFound();
}

/** Also for a statement that no longer finds the connection. */
export function providerNotFound(): ServiceError {
  return new ServiceError('sso_provider_not_found', 404, 'SSO Identity Provider not found');
}
