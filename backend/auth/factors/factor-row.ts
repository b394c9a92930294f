import { ServiceError } from '../../http/service-error.ts';
import type { WireFactor } from '../accounts/user-row.ts';
import type { Queries } from '../service/service.ts';
import type { AuthenticationMethod } from '../sessions/authentication-methods.ts';
import { isUuid } from '../sessions/require-user.ts';

export type FactorType = 'totp' | 'phone' | 'webauthn' | 'recovery_code';

/** A row of auth.mfa_factors. */
export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: FactorType;
  status: 'verified' | 'unverified';
  secret: string | null;
  phone: string | null;
  created_at: Date;
  updated_at: Date;
  last_challenged_at: Date | null;
}

/** The name of each factor type in the session's authentication methods. */
export const factorMethods = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} as const satisfies Record<FactorType, AuthenticationMethod>;

/** A factor of the given user. A factor of another user is not found. */
export async function requireFactor(sql: Queries, userId: string, factorId: string): Promise<FactorRow> {
  if (!isUuid(factorId)) throw new ServiceError('validation_failed', 404, 'factor_id must be an UUID');
  const [factor] = await sql<FactorRow[]>`
    select id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at, last_challenged_at
    from auth.mfa_factors where user_id = ${userId} and id = ${factorId}`;
  if (factor === undefined) throw factorNotFound();
  return factor;
}

export function factorNotFound(): ServiceError {
  return new ServiceError('mfa_factor_not_found', 404, 'Factor not found');
}

export function nameConflict(name: string): ServiceError {
  const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
  return new ServiceError('mfa_factor_name_conflict', 422, message);
}

/** The public part of a factor; its secret is shown once, at enrollment. */
export function toWireFactor(factor: FactorRow): WireFactor {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: factor.last_challenged_at?.toISOString() ?? null,
  };
}
