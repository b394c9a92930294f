import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../audit.ts';
import type { Endpoint } from '../request.ts';
import { sendNotification } from '../send-notification.ts';
import { assuranceOf } from '../sessions/authentication-methods.ts';
import { requireFactor } from './factor-row.ts';
import { removeFactor } from './remove-factor.ts';
import { requireFactorOwner } from './require-factor-owner.ts';

/** DELETE /factors/:factor: gives up a second factor. Who gives up one that counts must have used one. */
export const unenrollFactor: Endpoint = async (request, service) => {
  const { user, session } = await requireFactorOwner(request, service);
  const factor = await requireFactor(service.database.sql, user.id, request.params.factor ?? '');
  if (factor.status === 'verified' && assuranceOf(session.amr) === 'aal1') {
    throw new ServiceError('insufficient_aal', 422, 'AAL2 required to unenroll verified factor');
  }
  await service.database.transaction(async (sql) => {
    await removeFactor(sql, factor);
    const traits = { factor_id: factor.id, factor_status: factor.status, session_id: session.id };
    await writeAudit(sql, service, request, { actor: user, action: 'factor_unenrolled', traits });
    if (user.email) {
      const variables = { FactorType: factor.factor_type, Data: user.raw_user_meta_data ?? {} };
      await sendNotification(service, sql, 'mfa_factor_unenrolled', user.email, variables);
    }
  });
  return { id: factor.id };
};
