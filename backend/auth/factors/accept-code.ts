import type { TransactionSql } from 'postgres';
import { ServiceError } from '../../http/service-error.ts';
import { requireUserById } from '../accounts/find-user.ts';
import { writeAudit } from '../audit.ts';
import type { AuthRequest } from '../request.ts';
import { sendNotification } from '../send-notification.ts';
import type { AuthService } from '../service.ts';
import { createTokenResponse, type TokenResponse } from '../sessions/access-token.ts';
import { closeChallenge } from './challenges.ts';
import { type FactorRow, factorNotFound } from './factor-row.ts';
import { holdUser } from './hold-user.ts';
import { raiseSession } from './raise-session.ts';
import type { FactorOwner } from './require-factor-owner.ts';

/** What a right code brings about, all of it or nothing. `step` is the time step of an authenticator app's code. */
export async function acceptCode(
  request: AuthRequest,
  service: AuthService,
  { user, session }: FactorOwner,
  factor: FactorRow,
  proof: { challengeId: string; step?: number },
): Promise<TokenResponse> {
  return service.database.transaction(async (sql) => {
    await holdUser(sql, user.id);
    await closeChallenge(sql, service, proof.challengeId);
    await rememberSuccess(sql, factor, proof.step ?? null);
    const isFirst = await markVerified(sql, service, factor);
    const raised = await raiseSession(sql, service, session.id, factor);
    await sql`delete from auth.sessions where user_id = ${user.id} and coalesce(aal, 'aal1') < 'aal2'`;
    await sql`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`;
    const traits = { factor_id: factor.id, challenge_id: proof.challengeId, factor_type: factor.factor_type };
    await writeAudit(sql, service, request, { actor: user, action: 'verification_attempted', traits });
    if (isFirst && user.email) {
      const variables = { FactorType: factor.factor_type, Data: user.raw_user_meta_data ?? {} };
      await sendNotification(service, sql, 'mfa_factor_enrolled', user.email, variables);
    }
    const present = await requireUserById(sql, user.id);
    return createTokenResponse(service, present, raised.session, raised.refreshToken);
  });
}

/** Of two requests with the same code, even for different challenges, the second finds the step taken. */
async function rememberSuccess(sql: TransactionSql, factor: FactorRow, step: number | null): Promise<void> {
  const remembered = await sql`
    update porchlight.factor_tries set tries = 0, next_try_at = '-infinity', last_step = coalesce(${step}::bigint, last_step)
    where factor_id = ${factor.id} and (${step}::bigint is null or last_step is null or last_step < ${step}::bigint)
    returning factor_id`;
  if (remembered.length === 0) {
    throw new ServiceError('mfa_verification_failed', 422, 'Invalid TOTP code entered');
  }
}

async function markVerified(sql: TransactionSql, service: AuthService, factor: FactorRow): Promise<boolean> {
  const [before] = await sql<Pick<FactorRow, 'status'>[]>`
    select status from auth.mfa_factors where id = ${factor.id} for no key update`;
  if (before === undefined) throw factorNotFound();
  if (before.status === 'verified') return false;
  await sql`
    update auth.mfa_factors set status = 'verified', updated_at = ${service.clock.now()} where id = ${factor.id}`;
  return true;
}
