import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service/service.ts';

/** This many wrong codes in a row lock the set for a while. */
const attemptsBeforeLock = 5;
const lockSeconds = 900;

/**
 * Counts an attempt before the code is compared, in a statement of its own that is committed whatever the request does.
 * Undefined: the account has no codes.
 */
export async function countRecoveryCodeAttempt(
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
