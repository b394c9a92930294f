import { writeAudit } from '../../accounts/audit.ts';
import type { Endpoint } from '../../service/request.ts';
import { requireAdmin } from '../../sessions/require-user.ts';
import { adminActor } from '../admin-actor.ts';
import { providerNotFound, requireTargetProvider } from './require-provider.ts';
import { toWireProvider } from './wire-provider.ts';

/** DELETE /admin/sso/providers/:provider: removes a connection. Its accounts stay, but no user can sign in through it. */
export const deleteProvider: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const provider = await requireTargetProvider(request, service);
  await service.database.transaction(async (sql) => {
    const deleted = await sql`delete from auth.sso_providers where id = ${provider.id} returning id`;
    if (deleted.length === 0) throw providerNotFound();
    const traits = { sso_provider_id: provider.id, entity_id: provider.entity_id };
    const actor = adminActor(claims);
    await writeAudit({ sql, service, request }, { actor, action: 'sso_provider_deleted', traits });
  });
  return toWireProvider(provider, { withMetadata: true });
};
