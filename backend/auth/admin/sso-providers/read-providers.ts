import type { Endpoint } from '../../service/request.ts';
import { requireAdmin } from '../../sessions/require-user.ts';
import { listSsoProviders } from '../../sso/sso-provider.ts';
import { requireTargetProvider } from './require-provider.ts';
import { toWireProvider } from './wire-provider.ts';

/** GET /admin/sso/providers: all connections, or those whose `resource_id` matches. */
export const listProviders: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  const providers = await listSsoProviders(service.database.sql, {
    resourceId: request.query.get('resource_id') ?? '',
    resourceIdPrefix: request.query.get('resource_id_prefix') ?? '',
  });
  return { items: providers.map((provider) => toWireProvider(provider, { withMetadata: false })) };
};

/** GET /admin/sso/providers/:provider */
export const readProvider: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  return toWireProvider(await requireTargetProvider(request, service), { withMetadata: true });
};
