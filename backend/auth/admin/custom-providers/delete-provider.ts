import { writeAudit } from '../../accounts/audit.ts';
import type { Endpoint } from '../../service/request.ts';
import { requireAdmin } from '../../sessions/require-user.ts';
import { adminActor } from '../admin-actor.ts';
import { requireCustomProvider } from './wire-provider.ts';

/**
 * DELETE /admin/custom-providers/{identifier}: disables sign-in with the provider. Accounts that were created through it stay.
 */
export const deleteCustomProvider: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  await service.database.transaction(async (sql) => {
    const { id, identifier } = await requireCustomProvider(sql, request);
    await sql`delete from auth.custom_oauth_providers where id = ${id}`;
    const traits = { provider: identifier };
    const actor = adminActor(claims);
    await writeAudit({ sql, service, request }, { actor, action: 'custom_provider_deleted', traits });
  });
  return new Response(null, { status: 204 });
};
