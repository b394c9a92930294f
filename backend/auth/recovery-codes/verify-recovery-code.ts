import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { acceptProof } from '../factors/accept-proof.ts';
import { requireFactor } from '../factors/factor-row.ts';
import { requireFactorOwner } from '../factors/require-factor-owner.ts';
import { callFactorHook } from '../hooks/verification-hooks.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { isCodeFormat, toCanonicalCode } from './code-text.ts';

/** This many wrong codes in a row lock the set for a while. */
const attemptsBeforeLock = 5;
const lockSeconds = 900;

const shape = z.object({ code: optionalText });

/** POST /factors/recovery-codes/verify: one code raises the session, once. */
export const verifyRecoveryCode: Endpoint = async (request, service) => {
  const owner = await requireFactorOwner(request, service);
  await limitRoute(request, service, 'factor_verify', owner.user.id);
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
  const owned = { owner, factor };
  return acceptProof(request, service, owned, {
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

/**
 * Counts an attempt before the code is compared, in a statement of its own that is committed whatever the request does.
 * Undefined: the account has no codes.
 */
async function countRecoveryCodeAttempt(
  service: AuthService,
  userId: string,
): Promise<{ id: string; factorId: string } | undefined> {
  const { sql } = service.database;
  const now = service.clock.now();
  const [codeSet] = await sql<{ id: string; factorId: string }[]>`
    update auth.mfa_recovery_code_sets set updated_at = ${now},
      failed_verification_count = case when verification_locked_until is null then failed_verification_count + 1 else 1 end,
      verification_locked_until = case
        when verification_locked_until is null and failed_verification_count + 1 >= ${attemptsBeforeLock}
        then ${now}::timestamptz + interval '1 second' * ${lockSeconds} end
    where user_id = ${userId} and (verification_locked_until is null or verification_locked_until <= ${now}
      -- No lock is that long: the clock was set back.
      or verification_locked_until > ${now}::timestamptz + interval '1 second' * (${lockSeconds} + 60))
    returning id, mfa_factor_id as "factorId"`;
  if (codeSet !== undefined) return codeSet;
  const [locked] = await sql<{ wait: number }[]>`
    select extract(epoch from verification_locked_until - ${now}::timestamptz)::float8 as wait
    from auth.mfa_recovery_code_sets where user_id = ${userId}`;
  if (locked === undefined) return undefined;
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(locked.wait ?? 1))) };
  const message = 'Too many failed verification attempts, try again later';
  throw new ServiceError('mfa_recovery_codes_locked', 429, message, { headers });
}
