import type { TransactionSql } from '../../../database/database.ts';
import { type AuditAction, writeAudit } from '../accounts/audit.ts';
import { requireUserById } from '../accounts/find-user.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { sendNotification } from '../mail/send-notification.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { createTokenResponse, type TokenResponse } from '../sessions/access-token.ts';
import { type FactorRow, factorMethods, factorNotFound } from './factor-row.ts';
import { raiseSession } from './raise-session.ts';
import type { OwnedFactor } from './require-factor-owner.ts';

export interface Proof {
  challengeId?: string;
  /** Records that the proof was used. Throws when a concurrent request used it first. */
  record(sql: TransactionSql): Promise<void>;
  action?: AuditAction;
}

/** Applies the verification of a second factor, in one transaction. */
export async function acceptProof(
  request: AuthRequest,
  service: AuthService,
  { owner: { user, session }, factor }: OwnedFactor,
  proof: Proof,
): Promise<TokenResponse> {
  return service.database.transaction(async (sql) => {
    const call = { sql, service, request };
    await lockUser(sql, user.id);
    await proof.record(sql);
    const isFirst = await markVerified(sql, service, factor);
    const raised = await raiseSession(sql, service, session.id, factor);
    await sql`delete from auth.sessions where user_id = ${user.id} and coalesce(aal, 'aal1') < 'aal2'`;
    await sql`
      delete from auth.mfa_factors
      where user_id = ${user.id} and status = 'unverified' and factor_type = ${factor.factor_type}`;
    const action = proof.action ?? 'verification_attempted';
    const traits = { factor_id: factor.id, challenge_id: proof.challengeId, factor_type: factor.factor_type };
    await writeAudit(call, { actor: user, action, traits });
    if (isFirst && user.email) {
      const variables = { FactorType: factor.factor_type, Data: user.raw_user_meta_data ?? {} };
      await sendNotification(call, user, { name: 'mfa_factor_enrolled', to: user.email, variables });
    }
    const present = await requireUserById(sql, user.id);
    const issue = { request, method: factorMethods[factor.factor_type], sql };
    return createTokenResponse(
      service,
      { user: present, session: raised.session, token: raised.refreshToken },
      issue,
    );
  });
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
