import { writeAudit } from '../accounts/audit.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { requireFactorOwner } from '../factors/require-factor-owner.ts';
import { limitAccount } from '../limits/route-limits.ts';
import type { Endpoint } from '../service/request.ts';
import { createCodes, replaceCodes, requireCodeSet, toWireCodes } from './code-set.ts';
import { requireAal2, requireCodesEnabled } from './require-codes.ts';

/** POST /factors/recovery-codes/regenerate: replaces all codes. */
export const regenerateCodes: Endpoint = async (request, service) => {
  const owner = await requireFactorOwner(request, service);
  const { user } = owner;
  await limitAccount(service, 'factor_enroll', user.id);
  requireCodesEnabled(service);
  requireAal2(owner, 'regenerate');
  await requireCodeSet(service.database.sql, user.id);
  const { codes, hashes } = await createCodes(service);
  const set = await service.database.transaction(async (sql) => {
    await lockUser(sql, user.id);
    const codeSet = await requireCodeSet(sql, user.id);
    await replaceCodes(sql, service, codeSet.id, hashes);
    const traits = { factor_id: codeSet.factor_id, count: codes.length };
    const call = { sql, service, request };
    await writeAudit(call, { actor: user, action: 'recovery_codes_regenerated', traits });
    return codeSet;
  });
  return toWireCodes(set, codes);
};
