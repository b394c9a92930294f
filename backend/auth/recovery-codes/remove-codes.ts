import { writeAudit } from '../accounts/audit.ts';
import { requireFactor } from '../factors/factor-row.ts';
import { removeFactor } from '../factors/remove-factor.ts';
import { requireFactorOwner } from '../factors/require-factor-owner.ts';
import { sendNotification } from '../mail/send-notification.ts';
import type { Endpoint } from '../service/request.ts';
import { requireCodeSet } from './code-set.ts';
import { requireAal2 } from './require-codes.ts';

/** DELETE /factors/recovery-codes: removes all codes. */
export const removeCodes: Endpoint = async (request, service) => {
  const owner = await requireFactorOwner(request, service);
  const { user } = owner;
  requireAal2(owner, 'delete');
  const { sql } = service.database;
  const set = await requireCodeSet(sql, user.id);
  const factor = await requireFactor(sql, user.id, set.factor_id);
  await service.database.transaction(async (inside) => {
    await removeFactor(inside, factor);
    const traits = { factor_id: factor.id };
    const call = { sql: inside, service, request };
    await writeAudit(call, { actor: user, action: 'recovery_codes_deleted', traits });
    if (user.email) {
      const variables = { FactorType: factor.factor_type, Data: user.raw_user_meta_data ?? {} };
      await sendNotification({ sql: inside, service, request }, user, {
        name: 'mfa_factor_unenrolled',
        to: user.email,
        variables,
      });
    }
  });
  return { id: factor.id };
};
