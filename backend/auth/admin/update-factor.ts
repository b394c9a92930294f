import { z } from 'zod';
import { isUniqueViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import { parsePhone } from '../accounts/addresses.ts';
import { writeAudit } from '../accounts/audit.ts';
import { factorNotFound, nameConflict, requireFactor, toWireFactor } from '../factors/factor-row.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { adminActor } from './admin-actor.ts';
import { requireTargetUser } from './require-target-user.ts';

const shape = z.object({ friendly_name: optionalText, phone: optionalText });

/** PUT /admin/users/:user/factors/:factor: renames a factor, or changes the number of a phone factor. */
export const updateFactor: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const user = await requireTargetUser(request, service);
  const factor = await requireFactor(service.database.sql, user.id, request.params.factor ?? '');
  const body = await request.body(shape);
  const name = body.friendly_name || factor.friendly_name;
  const phone = body.phone !== '' && factor.factor_type === 'phone' ? parsePhone(body.phone) : factor.phone;
  try {
    await service.database.transaction(async (sql) => {
      const changed = await sql`
        update auth.mfa_factors set friendly_name = ${name}, phone = ${phone}, updated_at = ${service.clock.now()}
        where id = ${factor.id} returning id`;
      if (changed.length === 0) throw factorNotFound();
      // A code that was sent to the old number does not verify the new one.
      if (phone !== factor.phone) await sql`delete from auth.mfa_challenges where factor_id = ${factor.id}`;
      const traits = { user_id: user.id, factor_id: factor.id, factor_type: factor.factor_type };
      const call = { sql, service, request };
      await writeAudit(call, {
        actor: adminActor(claims),
        action: 'factor_updated',
        traits,
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (Object(error).constraint !== 'unique_phone_factor_per_user') throw nameConflict(name ?? '');
    const message = 'This user has another factor with this phone number';
    throw new ServiceError('phone_exists', 422, message, { cause: error });
  }
  return toWireFactor(await requireFactor(service.database.sql, user.id, factor.id));
};
