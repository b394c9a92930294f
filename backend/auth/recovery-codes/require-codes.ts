import { ServiceError } from '../../http/service-error.ts';
import type { FactorOwner } from '../factors/require-factor-owner.ts';
import type { AuthService } from '../service/service.ts';
import { assuranceOf } from '../sessions/authentication-methods.ts';

export function requireCodesEnabled(service: AuthService): void {
  if (service.config.mfa.recoveryCodes.enrollEnabled) return;
  const message = 'MFA enroll is disabled for recovery codes';
  throw new ServiceError('mfa_recovery_codes_enroll_not_enabled', 422, message);
}

/** Recovery codes bypass the second factor, so only a session at aal2 may get them. */
export function requireAal2({ session }: FactorOwner, purpose: string): void {
  if (assuranceOf(session.amr) === 'aal2') return;
  throw new ServiceError('insufficient_aal', 403, `AAL2 required to ${purpose} recovery codes`);
}
