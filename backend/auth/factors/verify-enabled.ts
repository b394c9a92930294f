import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service/service.ts';
import type { FactorType } from './factor-row.ts';

const names = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' } as const;

/** Verification of a factor type can be disabled while its factors stay. Recovery codes have routes of their own. */
export function requireVerifyEnabled(service: AuthService, type: FactorType): void {
  if (type === 'recovery_code') {
    throw ServiceError.validationFailed('factor_type needs to be totp, phone, or webauthn');
  }
  const { totp, phone, webAuthn } = service.config.mfa;
  if ({ totp, phone, webauthn: webAuthn }[type].verifyEnabled) return;
  const message = `MFA verification is disabled for ${names[type]}`;
  throw new ServiceError(`mfa_${type}_verify_not_enabled`, 422, message);
}
