import type { TransactionSql } from '../../../database/database.ts';
import { isUniqueViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { lockUser } from '../accounts/lock-user.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { assuranceOf } from '../sessions/authentication-methods.ts';
import type { SessionRow } from '../sessions/session-row.ts';
import { type FactorRow, type FactorType, nameConflict } from './factor-row.ts';
import type { FactorOwner } from './require-factor-owner.ts';

/** An unverified factor whose last challenge has expired is abandoned. */
const staleAfterSeconds = 300;

export interface NewFactor {
  type: FactorType;
  name: string;
  secret?: string;
  phone?: string;
  /** Writes what a factor needs that is verified from the start. Without it, a first code or key must be verified. */
  complete?(sql: TransactionSql, factorId: string): Promise<void>;
}

/**
 * Writes a factor, unless the account has the maximum number. The account is locked, so that concurrent requests see each other.
 */
export async function addFactor(
  request: AuthRequest,
  service: AuthService,
  { user, session }: FactorOwner,
  factor: NewFactor,
): Promise<string> {
  const id = service.random.uuid();
  const now = service.clock.now();
  const secret = factor.secret === undefined ? null : service.encryption.encrypt(id, factor.secret);
  const status = factor.complete === undefined ? 'unverified' : 'verified';
  try {
    await service.database.transaction(async (sql) => {
      await lockUser(sql, user.id);
      await deleteStaleFactors(sql, user.id, now);
      if (factor.phone !== undefined) await replaceUnverifiedPhone(sql, user.id, factor.phone);
      await requireMayEnroll(sql, service, { userId: user.id, session, name: factor.name });
      await sql`
        insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
        values (${id}, ${user.id}, ${factor.name}, ${factor.type}, ${status}, ${secret},
          ${factor.phone ?? null}, ${now}, ${now})`;
      if (factor.complete !== undefined) return factor.complete(sql, id);
      const traits = { factor_id: id, factor_type: factor.type };
      await writeAudit({ sql, service, request }, { actor: user, action: 'factor_in_progress', traits });
    });
  } catch (error) {
    // Names that differ here but not for the database index.
    if (isUniqueViolation(error)) throw nameConflict(factor.name);
    throw error;
  }
  return id;
}

async function requireMayEnroll(
  sql: TransactionSql,
  service: AuthService,
  { userId, session, name }: { userId: string; session: SessionRow; name: string },
): Promise<void> {
  const factors = await sql<Pick<FactorRow, 'friendly_name' | 'status'>[]>`
    select friendly_name, status from auth.mfa_factors where user_id = ${userId}`;
  if (factors.some((other) => (other.friendly_name ?? '') === name)) throw nameConflict(name);
  if (factors.length >= service.config.mfa.maxEnrolledFactors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw new ServiceError('too_many_enrolled_mfa_factors', 422, message);
  }
  const isProtected = factors.some((other) => other.status === 'verified');
  if (isProtected && assuranceOf(session.amr) === 'aal1') {
    throw new ServiceError('insufficient_aal', 403, 'AAL2 required to enroll a new factor');
  }
}

async function deleteStaleFactors(sql: TransactionSql, userId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - staleAfterSeconds * 1000);
  await sql`
    delete from auth.mfa_factors f
    where f.user_id = ${userId} and f.status = 'unverified' and f.created_at < ${before}
      and not exists (select from auth.mfa_challenges c where c.factor_id = f.id and c.created_at >= ${before})`;
}

/** A number can be enrolled once. A new enrollment of the same unverified number replaces the old one. */
async function replaceUnverifiedPhone(sql: TransactionSql, userId: string, phone: string): Promise<void> {
  const [known] = await sql<Pick<FactorRow, 'id' | 'status'>[]>`
    select id, status from auth.mfa_factors where user_id = ${userId} and factor_type = 'phone' and phone = ${phone}`;
  if (known?.status === 'verified') {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue';
    throw new ServiceError('mfa_verified_factor_exists', 422, message);
  }
  if (known !== undefined) await sql`delete from auth.mfa_factors where id = ${known.id}`;
}
