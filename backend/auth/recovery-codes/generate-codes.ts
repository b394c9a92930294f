import { z } from 'zod';
import type { TransactionSql } from '../../../database/database.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { addFactor } from '../factors/add-factor.ts';
import { requireFactorOwner } from '../factors/require-factor-owner.ts';
import { limitAccount } from '../limits/route-limits.ts';
import { sendNotification } from '../mail/send-notification.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import { createCodes, findCodeSet, replaceCodes, toWireCodes } from './code-set.ts';
import { requireAal2, requireCodesEnabled } from './require-codes.ts';

const shape = z.object({ friendly_name: optionalText });

/** POST /factors/recovery-codes: the codes of an account that has none. They are shown this once. */
export const generateCodes: Endpoint = async (request, service) => {
  const owner = await requireFactorOwner(request, service);
  const { user } = owner;
  await limitAccount(service, 'factor_enroll', user.id);
  requireCodesEnabled(service);
  const name = (await request.optionalBody(shape)).friendly_name || 'Recovery codes';
  requireAal2(owner, 'generate');
  const { codes, hashes } = await createCodes(service);
  const id = await addFactor(request, service, owner, {
    type: 'recovery_code',
    name,
    async complete(sql, factorId) {
      const call = { sql, service, request };
      await requireFirstSet(sql, user.id);
      const setId = service.random.uuid();
      const now = service.clock.now();
      await sql`
        insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id, created_at, updated_at)
        values (${setId}, ${user.id}, ${factorId}, ${now}, ${now})`;
      await replaceCodes(sql, service, setId, hashes);
      const traits = { factor_id: factorId, count: codes.length };
      await writeAudit(call, { actor: user, action: 'recovery_codes_generated', traits });
      if (user.email) {
        const variables = { FactorType: 'recovery_code', Data: user.raw_user_meta_data ?? {} };
        await sendNotification(call, user, { name: 'mfa_factor_enrolled', to: user.email, variables });
      }
    },
  });
  return toWireCodes({ factor_id: id, friendly_name: name }, codes);
};

/** Recovery codes are a substitute for another factor: there must be one, and no codes yet. The account is locked. */
async function requireFirstSet(sql: TransactionSql, userId: string): Promise<void> {
  if ((await findCodeSet(sql, userId)) !== undefined) {
    const message = 'Recovery codes are already enrolled for this user, use regenerate to rotate them';
    throw new ServiceError('mfa_verified_factor_exists', 422, message);
  }
  const others = await sql`
    select id from auth.mfa_factors
    where user_id = ${userId} and status = 'verified' and factor_type <> 'recovery_code' limit 1`;
  if (others.length > 0) return;
  const message = 'At least one other verified factor is required to generate recovery codes';
  throw new ServiceError('mfa_recovery_codes_sole_factor', 422, message);
}
