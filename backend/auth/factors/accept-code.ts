import type { TransactionSql } from '../../../database/database.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import type { TokenResponse } from '../sessions/access-token.ts';
import { acceptProof } from './accept-proof.ts';
import { closeChallenge } from './challenges.ts';
import type { FactorRow } from './factor-row.ts';
import type { OwnedFactor } from './require-factor-owner.ts';

interface AcceptedCode {
  challengeId: string;
  /** The time step of an authenticator app's code. */
  step?: number;
  /** The app's secret, encrypted with the current key. */
  renewed?: string | undefined;
}

/** Accepts a correct code, once. */
export function acceptCode(
  request: AuthRequest,
  service: AuthService,
  owned: OwnedFactor,
  { challengeId, step, renewed }: AcceptedCode,
): Promise<TokenResponse> {
  const { factor } = owned;
  const record = async (sql: TransactionSql) => {
    await closeChallenge(sql, service, challengeId);
    await recordSuccess(sql, factor, step ?? null);
    if (renewed !== undefined)
      await sql`update auth.mfa_factors set secret = ${renewed} where id = ${factor.id} and secret = ${factor.secret}`;
  };
  return acceptProof(request, service, owned, { challengeId, record });
}

/** Of two requests with the same code, even for different challenges, the second finds the step used. */
async function recordSuccess(sql: TransactionSql, factor: FactorRow, step: number | null): Promise<void> {
  const recorded = await sql`
    update porchlight.factor_tries set tries = 0, next_try_at = '-infinity', last_step = coalesce(${step}::bigint, last_step)
    where factor_id = ${factor.id} and (${step}::bigint is null or last_step is null or last_step < ${step}::bigint)
    returning factor_id`;
  if (recorded.length === 0) {
    throw new ServiceError('mfa_verification_failed', 422, 'Invalid TOTP code entered');
  }
}
