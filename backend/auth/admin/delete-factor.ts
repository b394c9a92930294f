import { writeAudit } from '../accounts/audit.ts';
import { requireFactor, toWireFactor } from '../factors/factor-row.ts';
import { removeFactor } from '../factors/remove-factor.ts';
import type { Endpoint } from '../service/request.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { adminActor } from './admin-actor.ts';
import { requireTargetUser } from './require-target-user.ts';

/** DELETE /admin/users/:user/factors/:factor: removes a factor, for a user who lost it. */
export const deleteFactor: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const user = await requireTargetUser(request, service);
  const factor = await requireFactor(service.database.sql, user.id, request.params.factor ?? '');
  await service.database.transaction(async (sql) => {
    await removeFactor(sql, factor);
    const traits = { user_id: user.id, factor_id: factor.id };
    const call = { sql, service, request };
    await writeAudit(call, { actor: adminActor(claims), action: 'factor_deleted', traits });
  });
  return toWireFactor(factor);
};
