import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service/service.ts';
import { challengeExpired } from './challenges.ts';
import type { FactorRow } from './factor-row.ts';

/** A challenge is void after this many wrong codes. */
const maxChallengeAttempts = 10;
/** From here on a factor is locked for ever longer, for all addresses and challenges. */
const freeFactorAttempts = 10;
const firstPauseSeconds = 30;
const maxPauseSeconds = 900;

/**
 * Counts an attempt before the code is compared, in a statement of its own that is committed whatever the request does, so that a
 * thousand concurrent guesses count as a thousand attempts.
 */
export async function countFactorAttempt(
  service: AuthService,
  factor: FactorRow,
  challengeId: string,
): Promise<void> {
  const { sql } = service.database;
  const now = service.clock.now();
  const [counted] = await sql<{ is_free: boolean; is_alive: boolean; wait: number }[]>`
    with factor as (
      update porchlight.factor_tries set tries = tries + 1,
        next_try_at = case when tries + 1 < ${freeFactorAttempts} then '-infinity'
          else ${now}::timestamptz + interval '1 second' * least(${maxPauseSeconds}::float8,
            ${firstPauseSeconds} * 2 ^ least(tries + 1 - ${freeFactorAttempts}, 10)) end
      where factor_id = ${factor.id} and (next_try_at <= ${now}
        -- No pause is that long: the clock was set back.
        or next_try_at > ${now}::timestamptz + interval '1 second' * (${maxPauseSeconds} + 60))
      returning factor_id
    ), challenge as (
      update porchlight.challenge_tries set tries = tries + 1 from factor
      where challenge_id = ${challengeId} and tries < ${maxChallengeAttempts}
      returning challenge_id
    )
    select exists (select from factor) as is_free, exists (select from challenge) as is_alive,
      coalesce((select extract(epoch from nullif(next_try_at, '-infinity') - ${now}::timestamptz)::float8
        from porchlight.factor_tries where factor_id = ${factor.id}), 0) as wait`;
  if (!counted?.is_free) {
    const seconds = Math.max(1, Math.ceil(counted?.wait ?? 1));
    const headers = { 'Retry-After': String(seconds) };
    const message = `Too many wrong codes. Please wait ${seconds} seconds before the next try.`;
    throw new ServiceError('over_request_rate_limit', 429, message, { headers });
  }
  if (!counted.is_alive) throw challengeExpired(challengeId);
}
