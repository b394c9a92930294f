import type { Endpoint } from '../../request.ts';
import { requireAdmin } from '../../sessions/require-user.ts';
import { requireTargetProvider } from './require-provider.ts';
import { toWireProvider } from './wire-provider.ts';

/** DELETE /admin/sso/providers/:provider: ends a connection. The accounts that came through it stay, and nobody gets in by it. */
export const deleteProvider: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  const provider = await requireTargetProvider(request, service);
  await service.database.sql`delete from auth.sso_providers where id = ${provider.id}`;
  return toWireProvider(provider, { withMetadata: true });
};
