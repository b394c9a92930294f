import type { TransactionSql } from '../../../database/database.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { sendNotification } from '../mail/send-notification.ts';
import type { Endpoint } from '../service/request.ts';
import { assuranceOf } from '../sessions/authentication-methods.ts';
import { type FactorRow, requireFactor } from './factor-row.ts';
import { removeFactor } from './remove-factor.ts';
import { requireFactorOwner } from './require-factor-owner.ts';

/** DELETE /factors/:factor: removes a second factor. To remove a verified one, the session must be at aal2. */
export const unenrollFactor: Endpoint = async (request, service) => {
  const { user, session } = await requireFactorOwner(request, service);
  const factor = await requireFactor(service.database.sql, user.id, request.params.factor ?? '');
  if (factor.status === 'verified' && assuranceOf(session.amr) === 'aal1') {
    throw new ServiceError('insufficient_aal', 422, 'AAL2 required to unenroll verified factor');
  }
  if (factor.factor_type === 'recovery_code') {
    const message =
      'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes';
    throw new ServiceError('validation_failed', 422, message);
  }
  await service.database.transaction(async (sql) => {
    const call = { sql, service, request };
    await lockUser(sql, user.id);
    await requireNotLast(sql, factor);
    await removeFactor(sql, factor);
    const traits = { factor_id: factor.id, factor_status: factor.status, session_id: session.id };
    await writeAudit(call, { actor: user, action: 'factor_unenrolled', traits });
    if (user.email) {
      const variables = { FactorType: factor.factor_type, Data: user.raw_user_meta_data ?? {} };
      await sendNotification(call, user, { name: 'mfa_factor_unenrolled', to: user.email, variables });
    }
  });
  return { id: factor.id };
};

/** Recovery codes are a substitute for another factor, and are never the only one. */
async function requireNotLast(sql: TransactionSql, factor: FactorRow): Promise<void> {
  if (factor.status !== 'verified') return;
  const others = await sql<Pick<FactorRow, 'factor_type'>[]>`
    select factor_type from auth.mfa_factors
    where user_id = ${factor.user_id} and id <> ${factor.id} and status = 'verified'`;
  if (others.length === 0 || others.some((other) => other.factor_type !== 'recovery_code')) return;
  const message = 'Recovery codes cannot be the only factor: delete them first, or enroll another factor';
  throw new ServiceError('mfa_recovery_codes_sole_factor', 422, message);
}
