import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { optionalText } from '../body-shapes.ts';
import { acceptProof } from '../factors/accept-proof.ts';
import { requireFactor } from '../factors/factor-row.ts';
import { requireFactorOwner } from '../factors/require-factor-owner.ts';
import { limitRoute } from '../guards/rate-limits.ts';
import { callFactorHook } from '../hooks/verification-hooks.ts';
import type { Endpoint } from '../request.ts';
import type { AuthService, Queries } from '../service.ts';
import { isCodeFormat, toCanonicalCode } from './code-text.ts';
import { countRecoveryCodeAttempt } from './count-recovery-code-attempt.ts';

const shape = z.object({ code: optionalText });

/** POST /factors/recovery-codes/verify: one code raises the session, once. */
export const verifyRecoveryCode: Endpoint = async (request, service) => {
  const owner = await requireFactorOwner(request, service);
  await limitRoute(service, request, 'factor_verify', owner.user.id);
  if (!service.config.mfa.recoveryCodes.verifyEnabled) {
    const message = 'MFA verification is disabled for recovery codes';
    throw new ServiceError('mfa_recovery_codes_verify_not_enabled', 422, message);
  }
  const code = toCanonicalCode((await request.body(shape)).code);
  if (code === '') throw ServiceError.validationFailed('Code needs to be non-empty');
  const { sql } = service.database;
  const set = await countRecoveryCodeAttempt(service, owner.user.id);
  if (set === undefined) throw wrongCode();
  const codeId = isCodeFormat(code) ? await findCode(sql, service, set.id, code) : undefined;
  const factor = await requireFactor(sql, owner.user.id, set.factorId);
  await callFactorHook(request, service, {
    userId: owner.user.id,
    factorId: factor.id,
    factorType: factor.factor_type,
    isValid: codeId !== undefined,
  });
  if (codeId === undefined) throw wrongCode();
  return acceptProof(request, service, owner, factor, {
    action: 'recovery_codes_verified',
    record: (inside) => consumeCode(inside, service, set.id, codeId),
  });
};

/** Every code is compared, so that the time does not reveal the position of the matching one. */
async function findCode(
  sql: Queries,
  service: AuthService,
  setId: string,
  code: string,
): Promise<string | undefined> {
  const unused = await sql<{ id: string; code_hash: string }[]>`
    select id, code_hash from auth.mfa_recovery_codes
    where mfa_recovery_code_set_id = ${setId} and consumed_at is null order by created_at, id`;
  let found: string | undefined;
  for (const entry of unused) {
    if (await service.passwords.verify(entry.code_hash, code)) found = entry.id;
  }
  return found;
}

/** Of concurrent requests with one code, one succeeds. A code that was replaced meanwhile is not found. */
async function consumeCode(sql: Queries, service: AuthService, setId: string, codeId: string): Promise<void> {
  const now = service.clock.now();
  const consumed = await sql`
    update auth.mfa_recovery_codes set consumed_at = ${now}
    where id = ${codeId} and consumed_at is null returning id`;
  if (consumed.length === 0) throw wrongCode();
  await sql`
    update auth.mfa_recovery_code_sets
    set failed_verification_count = 0, verification_locked_until = null, updated_at = ${now} where id = ${setId}`;
}

function wrongCode(): ServiceError {
  return new ServiceError('mfa_verification_failed', 422, 'Invalid recovery code entered');
}
