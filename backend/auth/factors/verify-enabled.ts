import { ServiceError } from '../../http/service-error.ts';
import type { AuthService } from '../service.ts';
import type { FactorType } from './factor-row.ts';

const names = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' } as const;

/** Codes of a kind can be switched off while its factors stay. WebAuthn is not served here. */
export function requireVerifyEnabled(service: AuthService, type: FactorType): void {
  const { totp, phone } = service.config.mfa;
  const isEnabled = { totp: totp.verifyEnabled, phone: phone.verifyEnabled, webauthn: false }[type];
  if (isEnabled) return;
  const message = `MFA verification is disabled for ${names[type]}`;
  throw new ServiceError(`mfa_${type}_verify_not_enabled`, 422, message);
}
